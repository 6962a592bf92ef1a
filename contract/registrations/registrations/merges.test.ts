import { describe, expect, test } from 'vitest'
import { mergeVerdicts } from './merges.ts'

const held = (registrationId: number, eventId: number, hours = 0) => ({ registrationId, eventId, hours })

describe('merging the registrations of two accounts', () => {
  test.each([
    ['moves or keeps each event of one account', [held(1, 10)], [held(2, 20)], { 1: 'stays', 2: 'moves' }],
    [
      'prefers the kept account for an event of both',
      [held(1, 10)],
      [held(2, 10)],
      { 1: 'stays', 2: 'ends' },
    ],
    ['prefers a registration with hours', [held(1, 10)], [held(2, 10, 4)], { 1: 'ends', 2: 'moves' }],
    [
      'prefers the registration with more hours',
      [held(1, 10, 4)],
      [held(2, 10, 8)],
      { 1: 'ends', 2: 'moves' },
    ],
    [
      'prefers the kept account for equal hours',
      [held(1, 10, 8)],
      [held(2, 10, 8)],
      { 1: 'stays', 2: 'ends' },
    ],
    ['does nothing without registrations', [], [], {}],
  ])('%s', (_, kept, absorbed, verdicts) => {
    expect(Object.fromEntries(mergeVerdicts(kept, absorbed))).toEqual(verdicts)
  })
})
