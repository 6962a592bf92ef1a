import { expect, test } from 'vitest'
import { externalUrl } from './external-url.ts'

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com/'],
  ['www.example.com', 'https://www.example.com/'],
  [' example.com ', 'https://example.com/'],
])('an address becomes a link: %s', (address, expected) => {
  expect(externalUrl(address)).toBe(expected)
})

test.each([
  null,
  undefined,
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  ' JavaScript:alert(1)',
  'not an address',
])('any other text becomes no link: %j', (address) => {
  expect(externalUrl(address)).toBeUndefined()
})
