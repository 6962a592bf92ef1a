import { expect, test } from 'vitest'
import { shownBulkTimeslot, shownTimeslot, zoneLabel } from './timeslots.ts'

test.each([
  [
    { startOn: '2027-03-09', endOn: '2027-03-10', startTime: '08:00', endTime: '12:00' },
    '09 Mar 2027 – 10 Mar 2027, 8:00 AM - 12:00 PM EST',
  ],
  [
    { startOn: '2027-07-13', endOn: '2027-07-13', startTime: '13:00', endTime: '17:30' },
    '13 Jul 2027, 1:00 PM - 5:30 PM EDT',
  ],
  [
    { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '08:00', endTime: '12:00' },
    '13 Mar 2027 – 14 Mar 2027, 8:00 AM - 12:00 PM EST/EDT',
  ],
  [
    { startOn: '2026-10-31', endOn: '2026-11-01', startTime: '08:00', endTime: '12:00' },
    '31 Oct 2026 – 01 Nov 2026, 8:00 AM - 12:00 PM EDT/EST',
  ],
] as const)('the timeslot %j is labelled by the date of each day', (slot, shown) => {
  expect(shownTimeslot(slot)).toBe(shown)
})

test.each([
  [
    { startOn: '2027-03-09', endOn: '2027-03-10', startTime: '08:00', endTime: '12:00' },
    '03/09/2027 – 03/10/2027, 8:00 AM - 12:00 PM EST',
  ],
  [
    { startOn: '2027-07-03', endOn: '2027-07-03', startTime: '13:00', endTime: '17:30' },
    '07/03/2027, 1:00 PM - 5:30 PM EDT',
  ],
] as const)('bulk pickers show the month of %j first', (slot, shown) => {
  expect(shownBulkTimeslot(slot)).toBe(shown)
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
