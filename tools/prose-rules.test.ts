import { expect, test } from 'vitest'
import { docCommentProblems, helpWordProblems, longLineProblems, screenWordProblems } from './prose-rules.ts'

const commentProblems = (text: string) =>
  docCommentProblems([{ path: 'server/people/users/users.ts', text, imports: [] }])

test.each('Who Whom Whose What When Where Which Why How That They Those Like Of By So'.split(' '))(
  "a doc comment that opens with '%s' is refused",
  (word) => {
    const problem = `: the doc comment opens with '${word}'; start with a verb ("Returns…") or with the noun.`
    expect(commentProblems(`/** ${word} is there. */`)).toEqual([`server/people/users/users.ts:1${problem}`])
    expect(commentProblems(`const a = 1\n\n/**\n * ${word} is there.\n */`)).toEqual([
      `server/people/users/users.ts:3${problem}`,
    ])
  },
)

test.each([
  '/** Returns what is there. */',
  '/** Whoever comes first. */',
  '/** However many there are. */',
  '/** Office hours, by which a call is answered. */',
  '// What follows is a plain comment.',
  "const glob = 'web/**/Where.ts'",
])('other comments are allowed: %s', (text) => {
  expect(commentProblems(text)).toEqual([])
})

const words = (count: number) => 'word '.repeat(count).trim()

test.each([
  ['which', `Returns ${words(19)} which.`, 21],
  ['that', `Returns ${words(9)}\n * that ${words(10)}. Short.`, 21],
])("a first sentence of more than 20 words with '%s' is refused", (word, comment, count) => {
  expect(commentProblems(`/**\n * ${comment}\n */`)).toEqual([
    `server/people/users/users.ts:1: the first sentence has '${word}' in ${count} words; make two sentences, or say it in 20.`,
  ])
})

test.each([`Returns ${words(18)} which.`, `Returns ${words(25)}.`, `Short. Returns ${words(20)} that.`])(
  'other sentences may be as they are: %s',
  (comment) => {
    expect(commentProblems(`/** ${comment} */`)).toEqual([])
  },
)

test.each([
  ['/** Finds the user. */', 'export async function findUser() {', 'findUser'],
  ['/** The newest versions. */', '  newestVersion: number', 'newestVersion'],
  ["/** The slot's days. */", 'export const slotDays = 1', 'slotDays'],
  ['/** Returns all of these entries. */', '/* @__NO_SIDE_EFFECTS__ */\nfunction entriesOf() {', 'entriesOf'],
  ['/**\n * A first name.\n */', "  'first-name': string", 'first-name'],
])('a doc comment that only repeats the name is refused: %s', (comment, declaration, name) => {
  expect(commentProblems(`${comment}\n${declaration}`)).toEqual([
    `server/people/users/users.ts:1: the doc comment only repeats '${name}'; say more, or delete it.`,
  ])
})

test.each([
  ['/** Finds the user, or undefined. */', 'function findUser() {'],
  ['/** The newest version of the slot. */', 'newestVersion: number'],
  ["/** '8 AM' */", 'time: string'],
])('a doc comment that says more is allowed: %s', (comment, declaration) => {
  expect(commentProblems(`${comment}\n${declaration}`)).toEqual([])
})

test.each([
  ['When', 0],
  ['How', 0],
  ['What', 1],
])("a generated file opens with '%s' as the comment of a column does: %i problems", (word, problems) => {
  const text = `/** ${word} is there. */`
  expect(docCommentProblems([{ path: 'server/tables.generated.ts', text, imports: [] }])).toHaveLength(
    problems,
  )
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

const wordProblems = (path: string, text: string) => screenWordProblems([{ path, text, imports: [] }])

test.each([
  ['mail', 'email'],
  ['mails', 'email'],
  ['mailed', 'emailed'],
  ['mailing', 'emailing'],
  ['by itself', 'automatically'],
  ['by themselves', 'automatically'],
  ['at once', 'right away'],
  ['meanwhile', 'since then'],
  ['whoever', 'anyone who'],
  ['somebody', 'someone'],
  ['holds', 'has'],
  ['stands', 'is valid'],
  ['told', 'notified'],
  ['no longer', 'not anymore'],
  ['make valid', 'apply'],
  ['made valid', 'applied'],
  ['what if', 'preview the effect'],
  ['figures of hours', 'credit rules'],
  ['credit queue', 'needs a decision'],
  ['state these', 'save these'],
  ['hours as taught', 'teaching times'],
  ['as planned', 'as scheduled'],
  ['settle now', 'mark as final'],
  ['keep report', 'import report'],
  ['fetch now', 'get report'],
  ['not one of ours', 'not registered'],
  ['to the rule', 'to automatic hours'],
  ['by the rule', 'automatic'],
  ['inspection pack', 'FAA records'],
  ['inspection packs', 'FAA records'],
  ['marked addresses', 'bounced addresses'],
  ['recount', 'nightly check'],
  ['unusable', 'missing or invalid'],
  ['take back', 'restore'],
  ['taken back', 'removed'],
  ['take it', 'claim my seat'],
  ['seat is free', 'seat is available'],
  ['offer is over', 'offer has expired'],
  ['nobody', 'no one'],
  ['at one computer', 'on a shared computer'],
  ['write to', 'email'],
  ['did not work', 'went wrong'],
])("'%s' is refused on a screen", (word, plain) => {
  const problem = `web/page.tsx:2: '${word}' is not plain on a screen or in an email; say '${plain}', or reword.`
  expect(wordProblems('web/page.tsx', `const a = 1\nconst words = 'They ${word} here'`)).toEqual([problem])
})

test.each([
  'contract/core/refusals.ts',
  'server/office/accounts/mails.ts',
  'server/core/mail/mail-layout.ts',
])('words are checked in %s, in capitals, too, and over a break of the line', (path) => {
  expect(wordProblems(path, "const a = 'Somebody came'")).toHaveLength(1)
  expect(wordProblems(path, 'const a = `It is no\n longer here`')).toHaveLength(1)
})

test.each([
  ['web/page.test.tsx', "const a = 'Somebody came'"],
  ['server/office/accounts/accounts.ts', "const a = 'Somebody came'"],
  ['server/foundation/mails/mails.ts', 'const a = `insert into mails`'],
  ['web/page.tsx', '// Somebody came'],
  ['contract/foundation/mails/calls.ts', "const route = 'GET /private/mails'"],
  ['web/page.tsx', "const a = 'An email, a mailbox, an e-mail: threshold, upholds, household, mail-order'"],
  ['web/page.tsx', "const a = 'Mailing List'"],
  ['web/page.tsx', "const a = 'Please indicate your mailing list preference'"],
])('words are not checked in %s: %s', (path, text) => {
  expect(wordProblems(path, text)).toEqual([])
})

test('words are checked in the help pages, and in no other page', () => {
  const text = '# Help\n\nSomebody came.'
  expect(helpWordProblems([{ path: 'docs/help/season.md', text }])).toEqual([
    "docs/help/season.md:3: 'Somebody' is not plain on a screen or in an email; say 'someone', or reword.",
  ])
  expect(helpWordProblems([{ path: 'docs/operations.md', text }])).toEqual([])
})
