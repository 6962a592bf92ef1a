import { expect, test } from 'vitest'
import { isNight, offerEnds, offerHours } from './rules.ts'

test.each([
  ['in winter before nine in the evening', '2027-01-12T01:59Z', false],
  ['in winter at nine in the evening', '2027-01-12T02:00Z', true],
  ['in winter before seven in the morning', '2027-01-12T11:59Z', true],
  ['in winter at seven in the morning', '2027-01-12T12:00Z', false],
  ['in summer at nine in the evening', '2027-07-12T01:00Z', true],
  ['in summer at seven in the morning', '2027-07-12T11:00Z', false],
])('it is night %s Eastern: %s is %o', (_, at, expected) => {
  expect(isNight(new Date(at))).toBe(expected)
})

// 8:00 AM Eastern on February 9, 2027, is 13:00 UTC.
test.each([
  ['24 hours', '2027-01-11T15:00Z', '2027-01-12T15:00Z'],
  ['24 hours until shortly before the last two days', '2027-02-07T12:59Z', '2027-02-08T12:59Z'],
  ['4 hours in the last two days', '2027-02-07T13:01Z', '2027-02-07T17:01Z'],
  ['the rest of 4 hours in the morning', '2027-02-07T23:30Z', '2027-02-08T13:30Z'],
  ['4 hours that end as the night begins', '2027-02-07T21:59Z', '2027-02-08T01:59Z'],
  ['only until the slot starts', '2027-02-08T23:00Z', '2027-02-09T13:00Z'],
  ['4 hours from the morning, for an offer made at night', '2027-02-08T04:00Z', '2027-02-08T16:00Z'],
  ['24 hours from the morning, for an offer made at night', '2027-01-11T04:00Z', '2027-01-12T12:00Z'],
])('an offer lasts %s', (_, at, until) => {
  expect(offerEnds(new Date(at), new Date('2027-02-09T13:00Z'))).toEqual(new Date(until))
})

test.each([
  ['forward', '2027-03-14T01:30Z', '2027-03-15T00:30Z'],
  ['back', '2026-10-31T11:30Z', '2026-11-01T12:30Z'],
])('an offer over the night when the clocks go %s ends at the same time of the next day', (_, at, until) => {
  const ends = offerEnds(new Date(at), new Date('2027-05-01T12:00Z'))
  expect(ends).toEqual(new Date(until))
})

test('an offer whose email leaves late keeps its hours from then, as many as the email says', () => {
  const [offeredAt, startsAt] = [new Date('2027-02-07T12:59Z'), new Date('2027-02-09T13:00Z')]
  expect(offerHours(offeredAt, startsAt)).toBe(24)
  expect(offerEnds(offeredAt, startsAt, new Date('2027-02-07T15:00Z'))).toEqual(new Date('2027-02-08T15:00Z'))
})
