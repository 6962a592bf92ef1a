import { expect, test } from 'vitest'
import { shownTimeslot } from './timeslot.ts'

test.each([
  ['09/03/2027 - 10/03/2027', '08:00 - 12:00', '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST'],
  ['13/07/2027 - 13/07/2027', '13:00 - 17:30', '13 Jul 2027, 1:00 PM - 5:30 PM EDT'],
])('the timeslot %s, %s is labelled by its date', (date, time, shown) => {
  expect(shownTimeslot({ 'Event Date': date, 'Event Time': time })).toBe(shown)
})
