import { expect, test } from 'vitest'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { awaitsJoinUrl } from './awaiting-join-url.ts'

const slot: Slot = {
  eventSlotId: 1,
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '12:00',
  breaks: [],
  isOpen: true,
  seatsLeft: null,
  alreadyRegistered: true,
  registrationId: 1,
  joinUrl: null,
  certificateLink: null,
  hours: 0,
}
const joinUrl = 'https://portal.example/join/1/code'
// The last of its days ends at noon Eastern.
const [lastMinute, noon] = [new Date('2027-02-10T16:59:00Z'), new Date('2027-02-10T17:00:00Z')]

test.each<[string, boolean, number, Partial<Slot>[], Date]>([
  ['of a registered virtual slot', true, 2, [{}], lastMinute],
  ['of a registered slot that is over', false, 2, [{}], noon],
  ['that has arrived', false, 2, [{ joinUrl }], lastMinute],
  ['of the event in person', false, inPersonFocusId, [{}], lastMinute],
  ['of slots without a registration', false, 2, [{ alreadyRegistered: false }], lastMinute],
  ['of one slot among several', true, 2, [{ joinUrl }, { alreadyRegistered: false }, {}], lastMinute],
  ['of no slot at all', false, 2, [], lastMinute],
])('the page waits for a join URL %s: %s', (_, isAwaited, focusId, slots, now) => {
  const event = { focusId, slots: slots.map((each) => ({ ...slot, ...each })) } as GroupedEvent
  expect(awaitsJoinUrl([event], now)).toBe(isAwaited)
})
