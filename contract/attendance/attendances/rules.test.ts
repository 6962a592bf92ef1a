import { describe, expect, test } from 'vitest'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { attendedMinutes, isFetchDue, isStayAt, nextFetchAt } from './rules.ts'

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)
const stay = (from: string, to: string) => ({ joinedAt: at(from), leftAt: at(to) })

describe('the counted minutes of', () => {
  test.each<[string, [from: string, to: string][], number]>([
    ['nobody', [], 0],
    ['a visit', [['08:00:00', '12:00:00']], 240],
    ['a visit of not quite a minute more', [['08:00:00', '09:00:59']], 60],
    [
      'two visits with a break',
      [
        ['08:00:00', '09:00:00'],
        ['10:00:00', '10:30:00'],
      ],
      90,
    ],
    [
      'two visits that together make a minute more',
      [
        ['08:00:00', '08:10:30'],
        ['09:00:00', '09:10:30'],
      ],
      21,
    ],
    [
      'two devices at once',
      [
        ['08:00:00', '09:00:00'],
        ['08:30:00', '09:30:00'],
      ],
      90,
    ],
    [
      'a visit that starts within another',
      [
        ['08:00:00', '10:00:00'],
        ['08:30:00', '09:00:00'],
        ['09:30:00', '10:30:00'],
      ],
      150,
    ],
    [
      'visits in any order',
      [
        ['10:00:00', '11:00:00'],
        ['08:00:00', '10:30:00'],
      ],
      180,
    ],
    [
      'a visit that ends where the next begins',
      [
        ['08:00:00', '09:00:00'],
        ['09:00:00', '10:00:00'],
      ],
      120,
    ],
    ['somebody who left at once', [['08:00:00', '08:00:00']], 0],
  ])('%s', (_, visits, minutes) => {
    expect(attendedMinutes(visits.map(([from, to]) => stay(from, to)))).toBe(minutes)
  })
})

const morning: SlotTime = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' }
const afternoon: SlotTime = { ...morning, startTime: '13:00', endTime: '17:00' }

describe('with two slots under one webinar', () => {
  test.each<[string, [from: string, to: string], { morning: boolean; afternoon: boolean }]>([
    [
      'a person who came in the morning was at the first',
      ['07:50:00', '12:02:00'],
      { morning: true, afternoon: false },
    ],
    [
      'a person who came in the afternoon was at the second',
      ['12:50:00', '17:00:00'],
      { morning: false, afternoon: true },
    ],
    ['a person who stayed all day was at both', ['08:00:00', '17:00:00'], { morning: true, afternoon: true }],
    [
      'a person who came before both is shown at each',
      ['06:00:00', '07:30:00'],
      { morning: true, afternoon: true },
    ],
  ])('%s', (_, [from, to], expected) => {
    const found = {
      morning: isStayAt(slotDays(morning), slotDays(afternoon), stay(from, to)),
      afternoon: isStayAt(slotDays(afternoon), slotDays(morning), stay(from, to)),
    }
    expect(found).toEqual(expected)
  })
})

describe('the report of a slot of two days', () => {
  test.each<[string, string, string | null, boolean]>([
    ['is not due while the first day is on', '2027-02-09T11:59:00-05:00', null, false],
    ['is due ten minutes after the first day', '2027-02-09T12:10:00-05:00', null, true],
    ['is not due again at once', '2027-02-09T12:40:00-05:00', '2027-02-09T12:10:30-05:00', false],
    ['is due again an hour later', '2027-02-09T13:10:00-05:00', '2027-02-09T12:10:30-05:00', true],
    ['is due after the second day', '2027-02-10T12:10:00-05:00', '2027-02-10T12:00:30-05:00', true],
    ['is due a day after the second day', '2027-02-11T12:00:00-05:00', '2027-02-10T13:10:30-05:00', true],
    [
      'is due three days after the second day',
      '2027-02-13T12:00:00-05:00',
      '2027-02-12T12:10:30-05:00',
      true,
    ],
    ['is not due after three days', '2027-02-14T12:00:00-05:00', '2027-02-13T12:00:00-05:00', false],
    ['is still due after a week if it was never requested', '2027-02-20T12:00:00-05:00', null, true],
    [
      'is no longer due after months, even if it was never requested',
      '2027-06-01T12:00:00-04:00',
      null,
      false,
    ],
  ])('%s', (_, now, askedAt, isDue) => {
    expect(isFetchDue(morning, askedAt === null ? null : new Date(askedAt), new Date(now))).toBe(isDue)
  })

  test.each([
    ['2027-01-01T00:00:00-05:00', '2027-02-09T12:10:00-05:00'],
    ['2027-02-09T13:10:00-05:00', '2027-02-10T12:00:00-05:00'],
    ['2027-02-13T12:00:00-05:00', null],
  ])('is next due after %s at %s', (now, next) => {
    expect(nextFetchAt(morning, new Date(now))).toEqual(next === null ? null : new Date(next))
  })
})
