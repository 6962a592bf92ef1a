import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test.each([
  [4, 'Hello'],
  [5, 'Good Morning'],
  [11, 'Good Morning'],
  [12, 'Good Afternoon'],
  [17, 'Good Afternoon'],
  [18, 'Good Evening'],
  [19, 'Good Evening'],
  [20, 'Hello'],
  [0, 'Hello'],
])('at hour %i the greeting is %j', (hour, said) => {
  expect(greeting(hour)).toBe(said)
})
