import { describe, expect, test } from 'vitest'
import type { ReviewFacts } from './rules.ts'
import { reviewDeadline, reviewRefusal } from './rules.ts'

const slot = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' } as const
const counted: ReviewFacts = { slot, isCounted: true, hours: 7, possibleHours: 8, reviews: [] }
const open = { answer: null }
const stays = { answer: { hours: null } }
const given = { answer: { hours: 7 } }
const after = '2027-02-10T18:00:00Z'

test.each([
  ['in autumn, March 31', '2026-11-10', '2027-04-01T04:00:00.000Z'],
  ['on February 28, March 31', '2027-02-28', '2027-04-01T04:00:00.000Z'],
  ['on March 1, 30 days later, which is March 31', '2027-03-01', '2027-04-01T04:00:00.000Z'],
  ['on March 2, 30 days later', '2027-03-02', '2027-04-02T04:00:00.000Z'],
  ['on March 31, 30 days later', '2027-03-31', '2027-05-01T04:00:00.000Z'],
  ['on April 1, March 31 of the next year', '2027-04-01', '2028-04-01T04:00:00.000Z'],
] as const)('the last day of a review is for an event that ends %s', (_, endOn, deadline) => {
  expect(reviewDeadline({ endOn }).toISOString()).toBe(deadline)
})

describe('a review', () => {
  test.each([
    ['can be asked for as soon as hours are counted', {}, after, undefined],
    ['waits for the end of the event', {}, '2027-02-10T16:59:00Z', 'REVIEW_EARLY'],
    ['waits for the count', { isCounted: false }, '2027-02-11T16:59:00Z', 'REVIEW_EARLY'],
    ['waits for the count a day at most', { isCounted: false }, '2027-02-11T17:00:00Z', undefined],
    ['can be asked for until the deadline', {}, '2027-04-01T03:59:59Z', undefined],
    ['cannot be asked for later', {}, '2027-04-01T04:00:00Z', 'REVIEW_OVER'],
    ['is needless where all hours stand', { hours: 8 }, after, 'REVIEW_NEEDLESS'],
    ['is open until it is answered', { reviews: [open] }, after, 'REVIEW_OPEN'],
    ['can be asked for once more after a refusal', { reviews: [stays] }, after, undefined],
    ['is open the second time, too', { reviews: [stays, open] }, after, 'REVIEW_OPEN'],
    ['cannot be asked for a third time', { reviews: [stays, stays] }, after, 'REVIEW_ANSWERED'],
    ['cannot be asked for again after hours were given', { reviews: [given] }, after, 'REVIEW_ANSWERED'],
  ] as const)('%s', (_, change, now, refusal) => {
    expect(reviewRefusal({ ...counted, ...change }, new Date(now))).toBe(refusal)
  })
})
