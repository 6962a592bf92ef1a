import { expect, test } from 'vitest'
import { placeWords } from './place-words.ts'
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

test.each([
  [-2, 1, 'Full: 5 of 4 seats taken, 1 offered'],
  [0, 4, 'Full: 0 of 4 seats taken, 4 offered'],
  [1, 1, '1 of 4 seats left'],
])('administrators read of 4 seats with %o left and %o offered: %o', (seatsLeft, offered, words) => {
  expect(fullness({ capacity: 4, seatsLeft }, offered)).toBe(words)
})

test('a wait is shown with its place, or with the end of its offer', () => {
  expect(placeWords({ place: 3, offeredUntil: null })).toBe('#3 on the waitlist')
  expect(placeWords({ place: 0, offeredUntil: new Date('2027-01-12T15:00Z') })).toBe(
    'A seat is available, held for you until 12 Jan 2027, 10:00 AM Eastern',
  )
})
