import { describe, expect, test } from 'vitest'
import type { MembershipSection } from './dialog-sections.ts'
import {
  associationsOf,
  consentPreview,
  dialogTitle,
  membershipPreview,
  openSections,
  unansweredSections,
} from './dialog-sections.ts'
import type { Association } from './memberships.ts'
import { membershipOf } from './memberships.ts'

type Person = Parameters<typeof openSections>[0]

/** A person who answered no to everything, in the old portal and in this one. */
const answered: Person = {
  isAopMember: 'NO',
  aopaNumber: null,
  aopaSkipped: true,
  nbaaNumber: null,
  nbaaSkipped: true,
  vaiNumber: null,
  vaiSkipped: true,
  hasGivenMailingConsent: true,
}

function person(changes: Partial<Person>): Person {
  return { ...answered, ...changes }
}

const newcomer = person({
  isAopMember: 'NO_INPUT',
  aopaSkipped: false,
  nbaaSkipped: false,
  vaiSkipped: false,
  hasGivenMailingConsent: null,
})

/** A person of the old portal without answers in this one. */
const legacy = (isAopMember: 'YES' | 'NO') =>
  person({ isAopMember, aopaSkipped: false, hasGivenMailingConsent: null })

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

describe('the dialog asks only for missing answers:', () => {
  const piston = 'Piston IA Renewal Series 2026'
  const turbine = 'Turbine IA Renewal Series 2026'
  const rotorcraft = 'Rotorcraft IA Renewal Series 2026'
  const carolina = 'South Carolina IA Seminar 2026'

  test.each<[string, Person, string, MembershipSection[]]>([
    ['a newcomer at Piston', newcomer, piston, ['AOPA', 'CONSENT']],
    ['a newcomer at Turbine', newcomer, turbine, ['NBAA', 'CONSENT']],
    ['a newcomer at Rotorcraft', newcomer, rotorcraft, ['VAI', 'CONSENT']],
    ['a newcomer in South Carolina', newcomer, carolina, ['CONSENT']],
    ['somebody who answered all at Piston', answered, piston, []],
    ['somebody who answered all at Turbine', answered, turbine, []],
    ['somebody who answered all at Rotorcraft', answered, rotorcraft, []],
    ['somebody who answered all in South Carolina', answered, carolina, []],
    ['somebody never asked for consent', person({ hasGivenMailingConsent: null }), piston, ['CONSENT']],
    ['somebody who refused consent', person({ hasGivenMailingConsent: false }), piston, []],
    ['a legacy YES with its number', person({ isAopMember: 'YES', aopaNumber: '123' }), piston, []],
    ['a legacy YES not yet migrated', person({ isAopMember: 'YES', aopaSkipped: false }), piston, []],
    ['a legacy NO not yet migrated', person({ isAopMember: 'NO', aopaSkipped: false }), piston, []],
    ['a legacy YES never asked for consent', legacy('YES'), piston, ['CONSENT']],
    ['a legacy NO never asked for consent', legacy('NO'), piston, ['CONSENT']],
    ['NO_INPUT with a number', person({ isAopMember: 'NO_INPUT', aopaNumber: '1' }), piston, ['AOPA']],
    ['NO_INPUT with a skip', person({ isAopMember: 'NO_INPUT' }), piston, ['AOPA']],
    ['NO_INPUT at Turbine', person({ isAopMember: 'NO_INPUT' }), turbine, []],
    ['NO_INPUT with a legacy number', person({ isAopMember: 'NO_INPUT', aopNumber: '1' }), piston, ['AOPA']],
    ['an NBAA number, not skipped', person({ nbaaNumber: 'N-1', nbaaSkipped: false }), turbine, []],
    ['an empty NBAA number', person({ nbaaNumber: '', nbaaSkipped: false }), turbine, ['NBAA']],
    ['no NBAA answer', person({ nbaaSkipped: false }), turbine, ['NBAA']],
    ['no NBAA answer, at Piston', person({ nbaaSkipped: false }), piston, []],
    ['a VAI number, not skipped', person({ vaiNumber: '9', vaiSkipped: false }), rotorcraft, []],
    ['no VAI answer', person({ vaiSkipped: false }), rotorcraft, ['VAI']],
    ['no VAI answer, at Turbine', person({ vaiSkipped: false }), turbine, []],
    [
      'a newcomer at an event of all three',
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
    ['YES with a number', { isAopMember: 'YES', aopaNumber: '77' }, { number: '77', skipped: true }],
    ['YES with a legacy number', { isAopMember: 'YES', aopNumber: '55' }, { number: '55', skipped: true }],
    [
      'the new number before the legacy one',
      { isAopMember: 'YES', aopaNumber: '77', aopNumber: '55' },
      { number: '77', skipped: true },
    ],
    [
      'an empty new number',
      { isAopMember: 'YES', aopaNumber: '', aopNumber: '5' },
      { number: '5', skipped: true },
    ],
    ['NO', { isAopMember: 'NO' }, { number: '', skipped: true }],
    ['NO with a legacy number', { isAopMember: 'NO', aopNumber: '55' }, { number: '', skipped: true }],
    [
      'NO with a number given since',
      { isAopMember: 'NO', aopaNumber: '77' },
      { number: '77', skipped: true },
    ],
    [
      'NO_INPUT with a number',
      { isAopMember: 'NO_INPUT', aopaNumber: '77' },
      { number: '77', skipped: false },
    ],
    [
      'NO_INPUT and a legacy number',
      { isAopMember: 'NO_INPUT', aopNumber: '5' },
      { number: '5', skipped: false },
    ],
    ['NO_INPUT alone', { isAopMember: 'NO_INPUT' }, { number: '', skipped: false }],
    ['a legacy number of null', { isAopMember: 'NO_INPUT', aopNumber: null }, { number: '', skipped: false }],
  ])('%s', (_case, changes, expected) => {
    expect(membershipOf(person({ aopaSkipped: false, ...changes }), 'AOPA')).toEqual(expected)
  })

  test('NBAA and VAI have no legacy fields', () => {
    const user = person({ aopNumber: '5', nbaaNumber: '6', nbaaSkipped: false, vaiNumber: null })
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
    expect(membershipPreview(association, { number })).toBe(expected)
  })

  test('the consent reads as opted in or out', () => {
    expect(consentPreview).toEqual({
      given: 'Opted in to receive communications',
      refused: 'Opted out of marketing communications',
    })
  })
})

describe('continuing needs an answer to every open section', () => {
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

  test('a section that is not open needs no answer', () => {
    expect(unansweredSections([], nothing)).toEqual({})
  })

  test.each([
    ['a number', { number: '1', skipped: false }, {}],
    ['a skip', { number: '', skipped: true }, {}],
    ['a blank number', { number: '  ', skipped: false }, { AOPA: messages.AOPA }],
  ])('only a number or a skip answers a membership: %s', (_case, AOPA, missing) => {
    const answers = { ...nothing, memberships: { ...nothing.memberships, AOPA } }
    expect(unansweredSections(['AOPA'], answers)).toEqual(missing)
  })

  test.each([
    [true, true, {}],
    [true, false, { CONSENT: messages.CONSENT }],
    [false, true, { CONSENT: messages.CONSENT }],
    [false, false, { CONSENT: messages.CONSENT }],
  ])('both consents are needed: mailing list %s and release %s', (mailingList, release, missing) => {
    expect(unansweredSections(['CONSENT'], { ...nothing, mailingList, release })).toEqual(missing)
  })
})
