import { expect, test } from 'vitest'
import { isHeldOtherwise, shownHeldTimes, wantedTimes } from './times.ts'

const oneDay = { startOn: '2027-03-13', endOn: '2027-03-13', startTime: '08:00', endTime: '12:00' } as const
// The clocks change between the days of this slot.
const twoDays = { ...oneDay, endOn: '2027-03-14' } as const
const held = (startsAt: string, endsAt: string) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})
const first = held('2027-03-13T13:00Z', '2027-03-13T17:00Z')
const second = held('2027-03-14T12:00Z', '2027-03-14T16:00Z')
const later = held('2027-03-20T12:00Z', '2027-03-20T16:00Z')

test.each([
  ['the same time', oneDay, [first], false],
  ['another day', oneDay, [later], true],
  ['another end', oneDay, [{ ...first, endsAt: later.endsAt }], true],
  ['no time of its own', oneDay, [], false],
  ['the first of two days, on each of which the host starts the webinar', twoDays, [first], false],
  ['both days, across the change of clocks', twoDays, [first, second], false],
  ['another second day', twoDays, [first, later], true],
  ['more times than there are days', twoDays, [first, second, later], true],
])('a webinar platform with %s is compared with the slot', (_, slot, times, isOtherwise) => {
  expect(isHeldOtherwise(slot, times)).toBe(isOtherwise)
})

test('the portal writes as many times as the webinar platform has: the first day, or each day', () => {
  expect(wantedTimes(twoDays, 1)).toEqual([first])
  expect(wantedTimes(twoDays, 2)).toEqual([first, second])
  expect([wantedTimes(twoDays, 3), wantedTimes(twoDays, 0)]).toEqual([undefined, undefined])
})

test('times are shown with the time zone of their date', () => {
  expect(shownHeldTimes([first, second])).toBe(
    '13 Mar 2027, 8:00 AM - 12:00 PM EST; 14 Mar 2027, 8:00 AM - 12:00 PM EDT',
  )
})
