import { expect, test } from 'vitest'
import { fitWords } from './fitted-words.ts'

/** Each letter is half as wide as high. */
const measure = (text: string) => text.length / 2
const place = { style: 'body', color: '', x: 0, y: 0, width: 100, size: 20, minSize: 10 } as const
const wrapped = { size: 10, minSize: 5 }

test.each([
  ['a short text keeps its size', 'ten letter', place, ['ten letter'], 20],
  ['a longer one gets smaller', 'sixteen letters,', place, ['sixteen letters,'], 12.5],
  [
    'one that would get too small is cut',
    'x'.repeat(30),
    { ...place, minSize: 10 },
    [`${'x'.repeat(19)}…`],
    10,
  ],
  [
    'or goes on two lines, parted where they are about equal',
    'some words that want two lines',
    { ...place, wrapped },
    ['some words that', 'want two lines'],
    10,
  ],
  ['also within a word', 'x'.repeat(40), { ...place, wrapped }, ['x'.repeat(20), 'x'.repeat(20)], 10],
  [
    'and is cut at the end of the second',
    'x'.repeat(200),
    { ...place, wrapped },
    ['x'.repeat(40), `${'x'.repeat(39)}…`],
    5,
  ],
  [
    'an address fills its lines',
    'x'.repeat(25),
    { ...place, filled: 3 },
    ['x'.repeat(10), 'x'.repeat(10), 'xxxxx'],
    20,
  ],
  [
    'parted at a separator where there is one',
    'http://a/verify/CODE',
    { ...place, filled: 3 },
    ['http://a/', 'verify/', 'CODE'],
    20,
  ],
  ['space between letters is counted', 'ten letter', { ...place, tracking: 5 }, ['ten letter'], 10],
  ['nothing is nothing', '', place, [''], 20],
])('%s', (_, text, where, lines, size) => {
  const fitted = fitWords(text, where, measure)
  expect(fitted.lines).toEqual(lines)
  expect(fitted.size).toBeCloseTo(size)
})
