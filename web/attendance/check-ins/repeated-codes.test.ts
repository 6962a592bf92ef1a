import { expect, test } from 'vitest'
import { watchCodes } from './repeated-codes.ts'

test('a code counts once while it is in the picture, and again after three seconds without it', () => {
  const isNew = watchCodes()
  const seen = [
    ['a', 0],
    ['a', 1000],
    ['a', 3900],
    ['b', 4000],
    ['b', 7100],
  ] as const
  expect(seen.map(([text, ms]) => isNew(text, ms))).toEqual([true, false, false, true, true])
})
