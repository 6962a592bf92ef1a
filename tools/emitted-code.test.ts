import { expect, test } from 'vitest'
import { codeProblems, styleProblems } from './emitted-code.ts'

test.each([
  ['const a = /[\\p{L}--[a-z]]/v', '/[\\p{L}--[a-z]]/ has the flag v'],
  ["RegExp('[a]', 'v')", '/[a]/ has the flag v'],
  ['const a = /(?<=x)y/', '/(?<=x)y/ looks behind'],
  ['new RegExp(`(?<!\\\\d)`, "g")', '/(?<!\\d)/ looks behind'],
  ['/(?i:a)/', '/(?i:a)/ has a flag inside'],
  ['class A { static { this.b = 1 } }', 'a class has a static block'],
  ['Array.fromAsync(a)', 'uses Array.fromAsync'],
  ['const { promise } = Promise.withResolvers()', 'uses Promise.withResolvers'],
  ['URL.canParse(a) && b', 'uses URL.canParse'],
  ['a.b?.checkVisibility()', 'uses .checkVisibility'],
])('%s is refused', (code, problem) => {
  expect(codeProblems(code)).toEqual([problem])
})

test.each([
  'Map.groupBy(a, b); a.toSorted(); a.union(b); URL.parse(a)',
  '/(?<year>\\d+)(?=x)(?!y)(?:z)/u.test(a)',
  'z.union([a]); promise.any(); b["fromAsync"]',
])('%s works in the oldest browsers', (code) => {
  expect(codeProblems(code)).toEqual([])
})

test('a careful library may look for what it lacks, but has to be readable', () => {
  expect(codeProblems('Promise.try ??= b; /(?<=x)y/.test(c)', true)).toEqual(['/(?<=x)y/ looks behind'])
})

test.each([
  ['.a{color:red;& .b{color:blue}}', ['styles use nested rules']],
  ['.a{color:light-dark(red,blue)}', ['styles use light-dark()']],
  ['@media (width<=608px){.a{color:red}}', ['styles use a range with < or >']],
  ['@media (max-width:608px){.a>.b{color:red}}', []],
])('of the styles %s is refused: %j', (css, problems) => {
  expect(styleProblems(css)).toEqual(problems)
})
