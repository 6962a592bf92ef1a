import { expect, test } from 'vitest'
import { docCommentProblems, longLineProblems } from './prose-rules.ts'

const commentProblems = (text: string) =>
  docCommentProblems([{ path: 'server/users/users.ts', text, imports: [] }])

test.each(['Who', 'Whom', 'Whose', 'What', 'Where', 'Of', 'By', 'So'])(
  "a doc comment that opens with '%s' is refused",
  (word) => {
    const problem = `: the doc comment opens with '${word}'; start with a verb ("Returns…") or with the noun.`
    expect(commentProblems(`/** ${word} is there. */`)).toEqual([`server/users/users.ts:1${problem}`])
    expect(commentProblems(`const a = 1\n\n/**\n * ${word} is there.\n */`)).toEqual([
      `server/users/users.ts:3${problem}`,
    ])
  },
)

test.each([
  '/** Returns what is there. */',
  '/** Whoever comes first. */',
  '/** Office hours, by which a call is answered. */',
  '// What follows is a plain comment.',
  "const glob = 'web/**/Where.ts'",
])('other comments are allowed: %s', (text) => {
  expect(commentProblems(text)).toEqual([])
})

const long = 'word '.repeat(41).trim()
const lineProblems = (...lines: string[]) =>
  longLineProblems([{ path: 'docs/page.md', text: lines.join('\n') }])

test('a line of prose has 200 characters at most', () => {
  expect(lineProblems('# Page', '', long.slice(0, 200))).toEqual([])
  expect(lineProblems('# Page', '', long)).toEqual([
    'docs/page.md:3: 204 characters, the limit is 200; wrap the line.',
  ])
})

test('tables and code may be longer, but prose after them may not', () => {
  expect(lineProblems(`| ${long} |`, '```', long, '```', '  ```sh', long, '  ```')).toEqual([])
  expect(lineProblems('```', long, '```', long)).toHaveLength(1)
})
