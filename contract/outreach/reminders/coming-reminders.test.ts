import { expect, test } from 'vitest'
import { comingReminders } from './coming-reminders.ts'

// 8 AM Eastern is 13:00 UTC in February, and 12:00 UTC from March 14, 2027.
const february = '2027-02-09'
const march = '2027-03-15'

test.each([
  ['a week before, the day before, and an hour before', february, '2027-02-02T12:59Z'],
  ['the day before and an hour before', february, '2027-02-02T13:00Z'],
  ['the day before and an hour before', february, '2027-02-08T12:59Z'],
  ['an hour before', february, '2027-02-08T13:00Z'],
  ['an hour before', february, '2027-02-09T11:59Z'],
  [undefined, february, '2027-02-09T12:00Z'],
  [undefined, february, '2027-02-09T13:20Z'],
  ['a week before, the day before, and an hour before', march, '2027-03-08T12:59Z'],
  ['the day before and an hour before', march, '2027-03-08T13:00Z'],
] as const)('promises the reminders %s: of %s at %s', (expected, startOn, now) => {
  const slot = { startOn, endOn: '2027-03-16', startTime: '08:00', endTime: '12:00' } as const
  const sentence = expected && `We'll remind you by email ${expected}.`
  expect(comingReminders(slot, new Date(now))).toBe(sentence)
})
