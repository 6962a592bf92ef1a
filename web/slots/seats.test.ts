import { expect, test } from 'vitest'
import { fullness, seatsWords } from './seats.ts'

test.each([
  [null, ''],
  [20, '20 seats left'],
  [1, '1 seat left'],
  [0, 'Full'],
])('%o seats left are shown as %o', (seatsLeft, words) => {
  expect(seatsWords(seatsLeft)).toBe(words)
})

test.each([
  [null, null, ''],
  [40, 28, '28 of 40 seats left'],
  [1, 1, '1 of 1 seat left'],
  [40, 0, 'Full: 40 of 40 seats'],
  [1000, -200, 'Full: 1,200 of 1,000 seats'],
])('administrators read of %o seats with %o left: %o', (capacity, seatsLeft, words) => {
  expect(fullness({ capacity, seatsLeft })).toBe(words)
})
