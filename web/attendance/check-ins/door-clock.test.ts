import { expect, test } from 'vitest'
import type { ClockReading } from './door-clock.ts'
import { clockSkew, withReading } from './door-clock.ts'

/** An answer: the milliseconds of its ways there and back. `behind`: those of the clock. */
type Answered = [there: number, back: number, behind: number]

test.each<[string, Answered[], number]>([
  ['without an answer', [], 0],
  ['that is right, by a slow answer', [[200, 4000, 0]], 0],
  ['five minutes slow', [[0, 0, 300_000]], 300_000],
  ['a minute fast, by an answer of which both ways are equal', [[1000, 1000, -60_000]], -60_000],
  [
    'known best by the quickest answer before',
    [
      [10, 30, 5000],
      [100, 3000, 5000],
    ],
    4990,
  ],
  [
    'known best by the quickest answer after',
    [
      [100, 3000, 5000],
      [10, 30, 5000],
    ],
    4990,
  ],
  [
    'set in between',
    [
      [5, 5, 300_000],
      [500, 1500, 0],
    ],
    0,
  ],
  [
    'set while an answer is on its way',
    [
      [5, 5, 5000],
      [-400_000, 100, 5000],
    ],
    5000,
  ],
])('the skew of a clock %s', (_, answers, skew) => {
  expect(clockSkew(readingsOf(answers))).toBe(skew)
})

test('an old answer goes, however quick it was: clocks drift', () => {
  const slow = Array.from({ length: 8 }, (): Answered => [500, 500, 5001])
  expect(clockSkew(readingsOf([[5, 5, 5000], ...slow]))).toBe(5001)
})

function readingsOf(answers: Answered[]) {
  let at = Date.parse('2027-03-16T12:00:00Z')
  return answers.reduce<readonly ClockReading[]>((before, [there, back, behind]) => {
    at += 5000
    const portalNow = new Date(at + there + behind)
    return withReading(before, { portalNow, sentMs: at, receivedMs: at + there + back })
  }, [])
}
