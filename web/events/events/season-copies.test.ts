import { describe, expect, test } from 'vitest'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { lastSeason, plannedCopies } from './season-copies.ts'

const event = (eventId: number, given: Partial<AdminEvent> = {}) =>
  ({ eventId, eventName: `Event ${eventId}`, isDraft: false, slots: [], ...given }) as AdminEvent
const slot = (startOn: string, endOn: string, startTime = '08:00') =>
  ({ startOn, endOn, startTime, endTime: '12:00', breaks: [] }) as unknown as AdminEvent['slots'][number]
const year = (number: number, events: AdminEvent[]) => ({ year: number, label: '', events })

describe('a new season is made from', () => {
  test.each([
    ['the newest year', [year(2027, [event(1), event(2)]), year(2026, [event(3)])], 2027, [1, 2]],
    ['the newest year in any order', [year(2026, [event(3)]), year(2027, [event(1)])], 2027, [1]],
    [
      'the year before, if the newest year has only unpublished events',
      [year(2028, [event(4, { isDraft: true })]), year(2027, [event(1)])],
      2027,
      [1],
    ],
    ['only the published events of a year', [year(2027, [event(1), event(2, { isDraft: true })])], 2027, [1]],
  ])('%s', (_, years, from, eventIds) => {
    const last = lastSeason(years)
    expect([last?.year, last?.events.map(({ eventId }) => eventId)]).toEqual([from, eventIds])
  })

  test.each([
    ['no event', []],
    ['only an unpublished event', [year(2028, [event(4, { isDraft: true })])]],
  ])('nothing if there is %s', (_, years) => {
    expect(lastSeason(years)).toBeUndefined()
  })
})

describe('the copy of an event', () => {
  test.each([
    [
      'the same weekdays a year later',
      [slot('2027-02-09', '2027-02-10')],
      52,
      'Tue 09 Feb 2027 – Wed 10 Feb 2027',
      'Tue 08 Feb 2028 – Wed 09 Feb 2028',
    ],
    ['a single day', [slot('2027-03-16', '2027-03-16')], 53, 'Tue 16 Mar 2027', 'Tue 21 Mar 2028'],
    [
      'all days from its first slot to its last',
      [slot('2027-03-09', '2027-03-10'), slot('2027-02-09', '2027-02-10')],
      52,
      'Tue 09 Feb 2027 – Wed 10 Mar 2027',
      'Tue 08 Feb 2028 – Wed 08 Mar 2028',
    ],
  ])('takes place on %s', (_, slots, weeks, days, newDays) => {
    expect(plannedCopies([event(1, { slots })], weeks)).toMatchObject([{ days, newDays, problem: undefined }])
  })

  test('is named by the new year', () => {
    const named = event(1, { eventName: 'Piston 2027', slots: [slot('2027-02-09', '2027-02-10')] })
    expect(plannedCopies([named], 52)).toMatchObject([{ eventName: 'Piston 2027', newName: 'Piston 2028' }])
  })

  test('is refused with a reason', () => {
    const events = [event(1), event(2, { slots: [slot('2027-03-14', '2027-03-14', '02:30')] })]
    expect(plannedCopies(events, 52)).toMatchObject([
      { days: '', newDays: '', problem: 'It has no time slots yet, so there is nothing to move.' },
      { problem: 'There is no 2:30 AM on 12 Mar 2028: the clocks go forward.' },
    ])
  })
})
