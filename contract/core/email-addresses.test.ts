import { expect, test } from 'vitest'
import { comparedEmail, pastedEmail, visibleEmail } from './email-addresses.ts'

const pat = 'pat@example.com'
const invisible = [
  ' Pat@Example.COM\n',
  '\u200bpat@example.com',
  'pat@example.com\u200e',
  '\ufeffpat\u00ad@exam\u2060ple.com',
  '\u202apat@example.com\u202c',
  '\u00a0pat@example.com\u3000',
]
const pasted = [
  'Pat Lee <pat@example.com>',
  'Pat Lee<pat@example.com>',
  '"Lee, Pat" <Pat@Example.com>',
  '<pat@example.com>',
  '\u200bPat \u200e< pat@example.com >\u00a0',
  'Pat Lee <pat@example.com>; ',
  'pat@example.com <pat@example.com>',
  'pat@example.com<mailto:pat@example.com>',
  'mailto:pat@example.com',
  'MAILTO:pat@example.com',
]

test.each(invisible)('%j is compared without its invisible characters', (email) => {
  expect([comparedEmail(email), pastedEmail(email), visibleEmail(email)]).toEqual([pat, pat, pat])
})

test.each(pasted)('%j is pasted as its address', (text) => {
  expect([pastedEmail(text), visibleEmail(text)]).toEqual([pat, pat])
})

test.each([
  'pat@example.com.',
  'pat@example.com (pat)',
  'a <pat@example.com>, b <bo@example.com>',
  'pat@example.com>',
  '<<pat@example.com>>',
  'pat',
])('%j is no other address', (text) => {
  expect(pastedEmail(text)).toBe(text)
})

test('spaces within an email are left out for a comparison only', () => {
  expect(pastedEmail('pat @ex\u00a0ample.com')).toBe('pat @ex\u00a0ample.com')
  expect(visibleEmail('pat @ex\u00a0ample\r\n.com')).toBe(pat)
})
