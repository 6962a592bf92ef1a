import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isPictureLink, secureLink, website } from './links.ts'

const problemOf = (text: unknown) => secureLink().safeParse(text).error?.issues[0]?.message

describe('a link is accepted', () => {
  test.each([
    'https://example.com',
    'https://example.com/a/b?c=d#e',
    'https://www.youtube.com/watch?v=abcdefghijk',
    'https://xn--bcher-kva.example/',
    'https://example.com:8443/',
    '',
  ])('as %j', (text) => {
    expect(problemOf(text)).toBeUndefined()
  })
})

describe('a link is refused if it', () => {
  test.each([
    ['is not https', 'http://example.com'],
    ['has no scheme', 'example.com'],
    ['runs a script', 'javascript:alert(1)'],
    ['runs a script after a line break', 'https://example.com\njavascript:alert(1)'],
    ['carries its own content', 'data:text/html,hello'],
    ['has no host', 'https://'],
    ['has a host without a dot', 'https://intranet/'],
    ['imitates another host with a user name', 'https://example.com@evil.example/'],
    ['has backslashes', 'https:\\\\example.com'],
    ['has a space', 'https://example.com/a b'],
    ['is a number', 5],
  ])('%s', (_, text) => {
    expect(problemOf(text)).toBe('Enter a full link that starts with https://')
  })

  test('is too long', () => {
    expect(problemOf(`https://example.com/${'a'.repeat(500)}`)).toBe('Please use 500 characters at most')
  })
})

test.each([
  ['lycoming.example', 'https://lycoming.example'],
  [' www.lycoming.example/parts?a=b ', 'https://www.lycoming.example/parts?a=b'],
  ['lycoming.example:8443', 'https://lycoming.example:8443'],
  ['https://lycoming.example', 'https://lycoming.example'],
  ['', ''],
  ['http://lycoming.example', undefined],
  ['javascript:alert(1)', undefined],
  ['lycoming.example@evil.example', undefined],
  ['intranet', undefined],
])('the website %j is kept as %j', (typed, kept) => {
  expect(website().safeParse(typed).data).toBe(kept)
  if (kept !== undefined) expect(z.safeEncode(website(), typed).data).toBe(kept)
})

test.each([
  [`/api/files/${'a1'.repeat(32)}`, true],
  [`/api/files/${'A1'.repeat(32)}`, false],
  [`/api/files/${'a1'.repeat(31)}`, false],
  [`https://example.com/api/files/${'a1'.repeat(32)}`, false],
  [`/api/files/${'a1'.repeat(32)}/../../x`, false],
])('%s is a picture stored by us: %s', (text, expected) => {
  expect(isPictureLink(text)).toBe(expected)
})
