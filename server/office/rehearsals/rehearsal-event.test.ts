import { expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import { unpolled } from '#test/counted-slots.ts'
import type { RehearsalEvent } from './rehearsal-event.ts'
import { makeUpPlace } from './rehearsal-event.ts'

const slot = (
  startOn: PlainDate,
  endOn: PlainDate,
  startTime: PlainTime,
  endTime: PlainTime,
  focusId = 2,
) => ({
  startOn,
  endOn,
  startTime,
  endTime,
  focusId,
  breaks: [],
})
const held = slot('2027-02-09', '2027-02-10', '08:00', '12:00')
const afternoon = slot('2027-02-09', '2027-02-10', '13:00', '17:00')
const evening = slot('2027-02-09', '2027-02-10', '18:00', '22:00')

test.each<[string, RehearsalEvent['slots'], number | undefined]>([
  ['the next slot on the same days', [held, evening, afternoon], 2],
  ['one that begins when the day ends', [held, slot('2027-02-09', '2027-02-10', '12:00', '16:00')], 1],
  ['one that begins on the next day', [held, slot('2027-02-10', '2027-02-11', '13:00', '17:00')], 1],
  ['none before it', [held, slot('2027-02-09', '2027-02-10', '02:00', '06:00')], undefined],
  ['none without another slot', [held], undefined],
  ['none at the same time', [held, slot('2027-02-09', '2027-02-10', '11:00', '15:00')], undefined],
  ['none on one of the same days', [held, slot('2027-02-10', '2027-02-11', '08:00', '12:00')], undefined],
  ['none with fewer days', [held, slot('2027-02-09', '2027-02-09', '13:00', '17:00')], undefined],
  ['none with fewer hours', [held, slot('2027-02-09', '2027-02-10', '13:00', '16:00')], undefined],
  ['none in person', [held, { ...afternoon, focusId: inPersonFocusId }], undefined],
  [
    'none after the reports are settled',
    [held, slot('2027-02-16', '2027-02-17', '13:00', '17:00')],
    undefined,
  ],
])('an hour is made up in %s', (_, slots, expected) => {
  const plan = { event: { eventName: 'Series', isInPerson: null, venue: null, facts: null }, slots, place: 0 }
  expect(makeUpPlace(plan, unpolled)).toBe(expected)
  expect(makeUpPlace(plan, { ...unpolled, code: 'hours-1' })).toBe(undefined)
})
