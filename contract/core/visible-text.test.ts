import { expect, test } from 'vitest'
import { beginningOf, shortened } from './visible-text.ts'

test.each([
  ['Texas', 5, 'Texas'],
  ['Texas', 4, 'Texa…'],
  ['Tex😀s', 4, 'Tex…'],
  ['Tex😀s', 5, 'Tex😀…'],
])('%j shortened to %d is %j', (text, most, shown) => {
  expect(shortened(text, most)).toBe(shown)
})

test('a beginning never ends in half an emoji', () => {
  expect([beginningOf('Pat😀', 4), beginningOf('Pat😀', 5)]).toEqual(['Pat', 'Pat😀'])
})
