import { expect, test } from 'vitest'
import { shownTimeslot, zoneLabel } from './timeslots.ts'

test.each([
  [
    { startOn: '2027-03-09', endOn: '2027-03-10', startTime: '08:00', endTime: '12:00' },
    '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST',
  ],
  [
    { startOn: '2027-07-13', endOn: '2027-07-13', startTime: '13:00', endTime: '17:30' },
    '13 Jul 2027, 1:00 PM - 5:30 PM EDT',
  ],
] as const)('the timeslot %j is labelled by its date', (slot, shown) => {
  expect(shownTimeslot(slot)).toBe(shown)
})

test.each([
  ['2026-01-15', 'EST'],
  ['2026-03-07', 'EST'],
  ['2026-03-08', 'EDT'],
  ['2026-07-04', 'EDT'],
  ['2026-10-31', 'EDT'],
  ['2026-11-01', 'EST'],
] as const)('the admin label on %s is %s', (date, label) => {
  expect(zoneLabel(date)).toBe(label)
})
