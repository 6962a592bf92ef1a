import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test.each([
  ['/private/registered-events', '/private/registered-events'],
  ['/private/upcoming-events?event=2', '/private/upcoming-events?event=2'],
  ['/private/../login', '/login'],
])('a page of the portal is a path to return to: %s', (path, expected) => {
  expect(safeReturnPath(path)).toBe(expected)
})

test.each([
  null,
  '',
  'private/profile',
  'https://example.com/private/profile',
  '//example.com/private/profile',
  '/\\example.com',
  '/private\\..\\..',
  '/\t/example.com',
  '/ /example.com',
  'javascript:alert(1)',
  '/.//example.com',
  '/..//example.com/private/profile',
  '/private/..//example.com',
  '/private/../..//example.com',
  '/%2e//example.com',
  '/.%2E//example.com',
  '/./\\example.com',
  '/\\\\example.com',
  '///example.com',
])('a path that could lead out of the portal is refused: %j', (path) => {
  expect(safeReturnPath(path)).toBeUndefined()
})
