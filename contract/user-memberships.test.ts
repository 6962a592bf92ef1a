import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Association, MembershipSection } from './memberships.ts'
import {
  associationsOf,
  consentPreview,
  dialogTitle,
  MembershipNumber,
  membershipOf,
  membershipPreview,
  openSections,
  unansweredSections,
  updateMembershipInfo,
} from './memberships.ts'

type Person = Parameters<typeof openSections>[0]

/** Somebody who was asked everything in the old portal and in this one, and said no to all. */
const answered: Person = {
  is_aop_member: 'NO',
  aopa_number: null,
  aopa_skipped: true,
  nbaa_number: null,
  nbaa_skipped: true,
  vai_number: null,
  vai_skipped: true,
  has_given_mailing_consent: 1,
}

function person(changes: Partial<Person>): Person {
  return { ...answered, ...changes }
}

const newcomer = person({
  is_aop_member: 'NO_INPUT',
  aopa_skipped: false,
  nbaa_skipped: false,
  vai_skipped: false,
  has_given_mailing_consent: null,
})

describe('the association an event asks for follows from its name', () => {
  test.each<[string, Association[]]>([
    ['Piston IA Renewal Series 2026', ['AOPA']],
    ['PISTON', ['AOPA']],
    ['The pIsToN days', ['AOPA']],
    ['Turbine IA Renewal Series 2026', ['NBAA']],
    ['TURBINES', ['NBAA']],
    ['Rotorcraft IA Renewal Series 2026', ['VAI']],
    ['rotorcraft', ['VAI']],
    ['South Carolina IA Seminar 2026', []],
    ['', []],
    ['Pist on', []],
    ['Turbine and Piston', ['AOPA', 'NBAA']],
    ['Rotorcraft, turbine, piston', ['AOPA', 'NBAA', 'VAI']],
  ])('%j asks for %j', (name, expected) => {
    expect(associationsOf(name)).toEqual(expected)
  })
})

describe('the dialog has a section only for what is still open', () => {
  const piston = 'Piston IA Renewal Series 2026'
  const turbine = 'Turbine IA Renewal Series 2026'
  const rotorcraft = 'Rotorcraft IA Renewal Series 2026'
  const carolina = 'South Carolina IA Seminar 2026'

  test.each<[string, Person, string, MembershipSection[]]>([
    ['a newcomer at Piston', newcomer, piston, ['AOPA', 'CONSENT']],
    ['a newcomer at Turbine', newcomer, turbine, ['NBAA', 'CONSENT']],
    ['a newcomer at Rotorcraft', newcomer, rotorcraft, ['VAI', 'CONSENT']],
    ['a newcomer in South Carolina', newcomer, carolina, ['CONSENT']],
    ['who answered all at Piston', answered, piston, []],
    ['who answered all at Turbine', answered, turbine, []],
    ['who answered all at Rotorcraft', answered, rotorcraft, []],
    ['who answered all in South Carolina', answered, carolina, []],
    ['who never was asked for consent', person({ has_given_mailing_consent: null }), piston, ['CONSENT']],
    ['who refused consent', person({ has_given_mailing_consent: 0 }), piston, []],
    ['a legacy YES with its number', person({ is_aop_member: 'YES', aopa_number: '123' }), piston, []],
    ['a legacy YES not yet migrated', person({ is_aop_member: 'YES', aopa_skipped: false }), piston, []],
    ['a legacy NO not yet migrated', person({ is_aop_member: 'NO', aopa_skipped: false }), piston, []],
    ['NO_INPUT with a number', person({ is_aop_member: 'NO_INPUT', aopa_number: '1' }), piston, ['AOPA']],
    ['NO_INPUT with a skip', person({ is_aop_member: 'NO_INPUT' }), piston, ['AOPA']],
    ['NO_INPUT elsewhere', person({ is_aop_member: 'NO_INPUT' }), turbine, []],
    [
      'NO_INPUT with a legacy number',
      person({ is_aop_member: 'NO_INPUT', aop_number: '1' }),
      piston,
      ['AOPA'],
    ],
    ['an NBAA number, not skipped', person({ nbaa_number: 'N-1', nbaa_skipped: false }), turbine, []],
    ['an empty NBAA number', person({ nbaa_number: '', nbaa_skipped: false }), turbine, ['NBAA']],
    ['no NBAA answer', person({ nbaa_skipped: false }), turbine, ['NBAA']],
    ['no NBAA answer, at Piston', person({ nbaa_skipped: false }), piston, []],
    ['a VAI number, not skipped', person({ vai_number: '9', vai_skipped: false }), rotorcraft, []],
    ['no VAI answer', person({ vai_skipped: false }), rotorcraft, ['VAI']],
    ['no VAI answer, at Turbine', person({ vai_skipped: false }), turbine, []],
    [
      'nothing answered at an event of all three',
      newcomer,
      'Piston, Turbine and Rotorcraft',
      ['AOPA', 'NBAA', 'VAI', 'CONSENT'],
    ],
  ])('%s', (_case, user, eventName, sections) => {
    expect(openSections(user, eventName)).toEqual(sections)
  })
})

describe('a membership is read with its legacy fields', () => {
  test.each<[string, Partial<Person>, { number: string; skipped: boolean }]>([
    ['YES with a number', { is_aop_member: 'YES', aopa_number: '77' }, { number: '77', skipped: true }],
    ['YES with a legacy number', { is_aop_member: 'YES', aop_number: '55' }, { number: '55', skipped: true }],
    [
      'the new number before the legacy one',
      { is_aop_member: 'YES', aopa_number: '77', aop_number: '55' },
      { number: '77', skipped: true },
    ],
    [
      'an empty new number',
      { is_aop_member: 'YES', aopa_number: '', aop_number: '5' },
      { number: '5', skipped: true },
    ],
    ['NO', { is_aop_member: 'NO' }, { number: '', skipped: true }],
    ['NO with a legacy number', { is_aop_member: 'NO', aop_number: '55' }, { number: '', skipped: true }],
    [
      'NO with a number given since',
      { is_aop_member: 'NO', aopa_number: '77' },
      { number: '77', skipped: true },
    ],
    [
      'NO_INPUT with a number',
      { is_aop_member: 'NO_INPUT', aopa_number: '77' },
      { number: '77', skipped: false },
    ],
    [
      'NO_INPUT and a legacy number',
      { is_aop_member: 'NO_INPUT', aop_number: '5' },
      { number: '5', skipped: false },
    ],
    ['NO_INPUT alone', { is_aop_member: 'NO_INPUT' }, { number: '', skipped: false }],
    [
      'a legacy number of null',
      { is_aop_member: 'NO_INPUT', aop_number: null },
      { number: '', skipped: false },
    ],
  ])('%s', (_case, changes, expected) => {
    expect(membershipOf(person({ aopa_skipped: false, ...changes }), 'AOPA')).toEqual(expected)
  })

  test('NBAA and VAI have no legacy fields', () => {
    const user = person({ aop_number: '5', nbaa_number: '6', nbaa_skipped: false, vai_number: null })
    expect(membershipOf(user, 'NBAA')).toEqual({ number: '6', skipped: false })
    expect(membershipOf(user, 'VAI')).toEqual({ number: '', skipped: true })
  })
})

describe("the dialog's title", () => {
  test.each<[MembershipSection[], string]>([
    [['AOPA'], 'AOPA Membership'],
    [['NBAA'], 'NBAA Membership'],
    [['VAI'], 'VAI Membership'],
    [['CONSENT'], 'Mailing List'],
    [['AOPA', 'CONSENT'], 'Membership & Preferences'],
    [['AOPA', 'NBAA'], 'Membership & Preferences'],
    [['AOPA', 'NBAA', 'VAI', 'CONSENT'], 'Membership & Preferences'],
    [[], 'Information'],
  ])('of %j is %j', (sections, title) => {
    expect(dialogTitle(sections)).toBe(title)
  })
})

describe('an answered section is a preview', () => {
  test.each<[Association, string, string]>([
    ['AOPA', '', 'Not an AOPA member'],
    ['NBAA', '', 'Not an NBAA member'],
    ['VAI', '', 'Not an VAI member'],
    ['AOPA', '01234567', '01234567'],
    ['VAI', 'V-9', 'V-9'],
  ])('%s with the number %j reads %j', (association, number, expected) => {
    expect(membershipPreview(association, { number, skipped: true })).toBe(expected)
  })

  test('the consent reads as opted in or out', () => {
    expect(consentPreview).toEqual({
      given: 'Opted in to receive communications',
      refused: 'Opted out of marketing communications',
    })
  })
})

describe('going on needs an answer to every open section', () => {
  const nobody = { number: '', skipped: false }
  const nothing = {
    memberships: { AOPA: nobody, NBAA: nobody, VAI: nobody },
    mailingList: false,
    release: false,
  }
  const messages = {
    AOPA: 'Please provide your AOPA number or choose to skip',
    NBAA: 'Please provide your NBAA number or choose to skip',
    VAI: 'Please provide your VAI number or choose to skip',
    CONSENT: 'Both consent checkboxes must be checked to proceed with registration',
  } as const

  test.each(['AOPA', 'NBAA', 'VAI', 'CONSENT'] as const)('%s alone, without an answer', (section) => {
    expect(unansweredSections([section], nothing)).toEqual({ [section]: messages[section] })
  })

  test('every section has its own message', () => {
    expect(unansweredSections(['AOPA', 'NBAA', 'VAI', 'CONSENT'], nothing)).toEqual(messages)
  })

  test('what is not open is not asked', () => {
    expect(unansweredSections([], nothing)).toEqual({})
  })

  test.each([
    ['a number', { number: '1', skipped: false }, {}],
    ['a skip', { number: '', skipped: true }, {}],
    ['a blank number', { number: '  ', skipped: false }, { AOPA: messages.AOPA }],
  ])('%s answers a membership or not', (_case, AOPA, missing) => {
    const answers = { ...nothing, memberships: { ...nothing.memberships, AOPA } }
    expect(unansweredSections(['AOPA'], answers)).toEqual(missing)
  })

  test.each([
    [true, true, {}],
    [true, false, { CONSENT: messages.CONSENT }],
    [false, true, { CONSENT: messages.CONSENT }],
    [false, false, { CONSENT: messages.CONSENT }],
  ])('mailing list %s and release %s', (mailingList, release, missing) => {
    expect(unansweredSections(['CONSENT'], { ...nothing, mailingList, release })).toEqual(missing)
  })
})

describe('on the wire', () => {
  const payload = updateMembershipInfo.body as z.ZodMiniType

  test.each([
    ['', true],
    [null, true],
    ['01234567', true],
    ['AOPA #12 345', true],
    ["O'Brien ✈ שלום", true],
    ['9'.repeat(50), true],
    ['9'.repeat(51), false],
    ['1'.repeat(1 << 20), false],
    [' '.repeat(1 << 20), false],
    ['12\u000034', false],
    ['12\r\nBcc: x@example.com', false],
    ['\ud800', false],
    [12, false],
    [true, false],
    [{}, false],
  ])('the number %o is taken: %s', (number, taken) => {
    expect(z.safeParse(MembershipNumber, number).success).toBe(taken)
  })

  test('1 and 0, true and false are read alike, and what is absent stays absent', () => {
    const body = {
      aopaSkipped: 1,
      nbaaSkipped: false,
      hasGivenMailingConsent: 0,
      mailingConsentTimestamp: null,
    }
    expect(z.parse(payload, body)).toEqual({
      aopaSkipped: true,
      nbaaSkipped: false,
      hasGivenMailingConsent: false,
      mailingConsentTimestamp: null,
    })
  })

  test.each([
    ['aopaSkipped', 'YES'],
    ['vaiSkipped', 2],
    ['nbaaSkipped', null],
    ['hasGivenMailingConsent', '1'],
    ['mailingConsentTimestamp', '2026-01-01'],
    ['mailingConsentTimestamp', 1.5],
    ['mailingConsentTimestamp', -1],
    ['mailingConsentTimestamp', 1e300],
    ['mailingConsentEventId', 0],
    ['mailingConsentEventId', 2 ** 31],
    ['mailingConsentEventId', '1'],
    ['mailingConsentEventName', 'x'.repeat(201)],
  ])('%s of %o is refused by name', (field, value) => {
    const result = z.safeParse(payload, { [field]: value })
    expect(new Set(result.error?.issues.map((issue) => issue.path.join('.')))).toEqual(new Set([field]))
  })
})
