import { describe, expect, test } from 'vitest'
import type { RecipientFacts } from './rules.ts'
import { messageVerdict } from './rules.ts'
import type { MessageKind } from './text.ts'
import { fillText, MessageText } from './text.ts'

const held = { isCanceled: false, isInPerson: false }
const facts = (given: Partial<RecipientFacts> = {}): RecipientFacts => ({
  isBounced: false,
  hasConsent: null,
  registration: held,
  ...given,
})

describe('a message about a registration', () => {
  test.each<[string, RecipientFacts, boolean, string]>([
    ['needs no consent', facts(), false, 'gets'],
    ['goes also to those who want no news', facts({ hasConsent: false }), false, 'gets'],
    ['needs a registration', facts({ registration: null }), false, 'no-registration'],
    ['skips a canceled one', facts({ registration: { ...held, isCanceled: true } }), false, 'canceled'],
    [
      'with a join link skips people in person',
      facts({ registration: { ...held, isInPerson: true } }),
      true,
      'no-join-link',
    ],
    [
      'without one goes to people in person',
      facts({ registration: { ...held, isInPerson: true } }),
      false,
      'gets',
    ],
    ['skips an address that bounces', facts({ isBounced: true }), false, 'bounced'],
  ])('%s', (_, recipient, hasJoinLink, verdict) => {
    expect(messageVerdict({ kind: 'registration', hasJoinLink }, recipient)).toBe(verdict)
  })
})

describe('news', () => {
  test.each<[string, RecipientFacts, string]>([
    ['go to people who agreed', facts({ hasConsent: true, registration: null }), 'gets'],
    ['need consent', facts(), 'no-consent'],
    ['skip people who withdrew it', facts({ hasConsent: false }), 'unsubscribed'],
    ['skip an address that bounces', facts({ hasConsent: true, isBounced: true }), 'bounced'],
  ])('%s', (_, recipient, verdict) => {
    expect(messageVerdict({ kind: 'news', hasJoinLink: false }, recipient)).toBe(verdict)
  })
})

const all = 'Use {name}, {event}, {slot}, {join link}.'

describe('the text of a message', () => {
  test.each<[string, MessageKind, string, string, Record<string, string>]>([
    ['takes every placeholder', 'registration', '{name}: {event}, {slot}', '<p>{ Join  Link }</p>', {}],
    ['takes a name in news', 'news', 'Hi {Name}', '<p>{name}</p>', {}],
    ['takes a lone brace', 'news', 'Hi', '<p>a } b {</p>', {}],
    ['needs a subject', 'news', ' ', '<p>a</p>', { subject: 'Please enter a subject' }],
    ['needs words', 'news', 'Hi', '<p>&nbsp;</p>', { html: 'Please enter a text' }],
    [
      'refuses an unknown placeholder',
      'registration',
      '{room}',
      '<p>{}</p>',
      { subject: `{room} is not a placeholder. ${all}`, html: `{} is not a placeholder. ${all}` },
    ],
    [
      'refuses the slot in news',
      'news',
      'Hi',
      '<p>{slot}</p>',
      { html: '{slot} has no value in news. Use {name}.' },
    ],
    [
      'refuses a join link in the subject',
      'registration',
      '{join link}',
      '<p>a</p>',
      { subject: "{join link} can't be in the subject." },
    ],
    [
      'refuses a placeholder in the address of a link',
      'registration',
      'Hi',
      '<p><a href="https://a.example/{name}">a</a></p>',
      { html: "The address of a link can't have placeholders." },
    ],
    [
      'refuses a placeholder that is formatted in part',
      'registration',
      'Hi',
      '<p>{join <strong>link</strong>}</p>',
      { html: 'Format a placeholder as a whole, with its braces.' },
    ],
  ])('%s', (_, kind, subject, html, problems) => {
    const issues = MessageText.safeParse({ kind, subject, html }).error?.issues ?? []
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(problems)
  })

  test('is filled outside of its tags', () => {
    expect(fillText('<p title="{name}">{NAME} {what}</p>', (name) => name.toUpperCase())).toBe(
      '<p title="{name}">NAME {what}</p>',
    )
  })
})
