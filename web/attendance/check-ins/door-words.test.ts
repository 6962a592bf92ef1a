import { expect, test } from 'vitest'
import type { DoorResult } from './door-result.ts'
import { connectionWords, endedWords, resultWords } from './door-words.ts'

const result: DoorResult = { act: 'in', at: new Date('2027-03-16T12:05:00Z'), was: null }
const since = new Date('2027-03-16T11:52:00Z')
const slot = {
  eventSlotId: 1,
  eventId: 1,
  eventName: 'South Carolina IA Seminar 2027',
  ...({ startOn: '2027-03-17', endOn: '2027-03-17', startTime: '08:00', endTime: '17:00' } as const),
}

test.each<[string, Partial<DoorResult>, string, string]>([
  ['an arrival', {}, 'good', 'Checked in: At 8:05 AM Eastern.'],
  ['a return', { was: 'out' }, 'good', 'Checked in again: At 8:05 AM Eastern.'],
  [
    'a second arrival',
    { was: 'in', since },
    'warn',
    'Already checked in: At 7:52 AM Eastern. That time stays.',
  ],
  [
    'an arrival for another time slot of the day',
    { slot: { ...slot, startTime: '13:00' }, otherSlot: slot },
    'warn',
    'Checked in, other time slot: At 8:05 AM Eastern. Registered for 1:00 PM Eastern, not 8:00 AM.',
  ],
  ['a leaving', { act: 'out', was: 'in' }, 'good', 'Checked out: At 8:05 AM Eastern.'],
  [
    'a leaving without an arrival',
    { act: 'out' },
    'warn',
    'Checked out: At 8:05 AM Eastern. There was no check-in.',
  ],
  [
    'a second leaving',
    { act: 'out', was: 'out', since },
    'warn',
    'Already checked out: Now 8:05 AM Eastern.',
  ],
  [
    'another day',
    { refusal: 'NOT_OF_THIS_DAY', slot },
    'bad',
    'Registered for another day: The registration is for Wed 17 Mar 2027, 8:00 AM Eastern.',
  ],
  [
    'a cancellation',
    { refusal: 'REGISTRATION_CANCELED' },
    'bad',
    'Registration canceled: This registration is canceled.',
  ],
  [
    'an unknown person',
    { refusal: 'REGISTRATION_NOT_FOUND' },
    'bad',
    "Not on today's list: Search by name, or add a walk-in.",
  ],
  ['a refusal by the portal', { problem: 'Not today.' }, 'bad', 'Not checked in: Not today.'],
  ['an undo', { isUndone: true }, 'plain', 'Undone: The check-in at 8:05 AM Eastern does not count.'],
])('%s', (_, more, tone, expected) => {
  const words = resultWords({ ...result, ...more })
  expect([words.tone, `${words.title}: ${words.text}`]).toEqual([tone, expected])
})

test.each([
  [true, 0, 'Online'],
  [true, 2, 'Online: sending 2 check-ins'],
  [false, 0, 'No network'],
  [false, 1, 'No network: 1 check-in waits'],
  [false, 3, 'No network: 3 check-ins wait'],
])('the connection %s with %d', (isReachable, waiting, expected) => {
  expect(connectionWords(isReachable, waiting)).toBe(expected)
})

test.each([
  [0, "Today's list loads when this device reaches the portal."],
  [
    1,
    "1 check-in waits on this device and will be sent. Today's list loads when this device reaches the portal.",
  ],
  [
    2,
    "2 check-ins wait on this device and will be sent. Today's list loads when this device reaches the portal.",
  ],
])('after midnight without a network, %i waiting check-ins', (waiting, text) => {
  expect(endedWords('2027-03-16', waiting)).toEqual({ title: 'The list was for Tue 16 Mar 2027', text })
})
