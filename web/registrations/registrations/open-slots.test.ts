import { expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { openSlots } from './open-slots.ts'

const slot = (startOn: string, more: object = {}) => ({
  eventSlotId: 1,
  startOn: startOn as PlainDate,
  endOn: startOn as PlainDate,
  startTime: '08:00' as PlainTime,
  endTime: '12:00' as PlainTime,
  breaks: [],
  isOpen: true,
  alreadyRegistered: false,
  ...more,
})
const event = (slots: object[], more: object = {}) => ({ isEnabled: true, slots, ...more }) as GroupedEvent
const found = (...events: GroupedEvent[]) =>
  openSlots(events, 2027, '2027-02-09').map(({ slot, hours }) => [slot.startOn, hours])

test('open slots of the renewal year that are still to come are offered, the soonest first', () => {
  const later = event([slot('2027-03-09')])
  const soon = event([slot('2027-02-10'), slot('2027-02-16', { endOn: '2027-02-17' })])
  expect(found(later, soon)).toEqual([
    ['2027-02-10', 4],
    ['2027-02-16', 8],
    ['2027-03-09', 4],
  ])
})

test.each([
  ['is closed', event([slot('2027-02-10', { isOpen: false })])],
  ['is full', event([slot('2027-02-10', { seatsLeft: 0 })])],
  ['belongs to a closed event', event([slot('2027-02-10')], { isEnabled: false })],
  ['begins today', event([slot('2027-02-09')])],
  ['belongs to the next renewal year', event([slot('2027-04-01')])],
  ['belongs to an event that the person holds', event([slot('2027-02-10', { alreadyRegistered: true })])],
])('a slot that %s is not offered', (_, given) => {
  expect(found(given)).toEqual([])
})

test('a series over the end of the renewal year gives its first hours', () => {
  expect(found(event([slot('2027-03-31', { endOn: '2027-04-01' })]))).toEqual([['2027-03-31', 4]])
})
