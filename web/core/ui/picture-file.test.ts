import { expect, test } from 'vitest'
import { pictureProblem } from './picture-file.ts'

const limit = 2 * 1024 * 1024

test.each([
  ['a PNG', 'logo.png', 'image/png', 1000, undefined],
  ['a JPEG of exactly 2 MB', 'logo.jpg', 'image/jpeg', limit, undefined],
  ['a WebP', 'logo.webp', 'image/webp', 1, undefined],
  ['a GIF', 'logo.gif', 'image/gif', 1, undefined],
  [
    'one byte too many',
    'logo.png',
    'image/png',
    limit + 1,
    'logo.png has 2.1 MB. Pictures can be up to 2 MB.',
  ],
  [
    'an SVG',
    'logo.svg',
    'image/svg+xml',
    10,
    'logo.svg is not a PNG, JPEG, WebP or GIF file. Please choose another file.',
  ],
  [
    'a file without a type',
    'logo',
    '',
    10,
    'logo is not a PNG, JPEG, WebP or GIF file. Please choose another file.',
  ],
  ['an empty file', 'logo.png', 'image/png', 0, 'logo.png is empty. Please choose another file.'],
])('%s is accepted or refused by its type and size', (_, name, type, size, problem) => {
  expect(pictureProblem({ name, type, size })).toBe(problem)
})
