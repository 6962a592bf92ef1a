import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createUser } from '#contract/people/sessions/calls.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { isProfileComplete, Profile, ProfileUpdate } from './profiles.ts'

const american = completeProfile
const canadian = { ...american, country: 'Canada', state: 'Ontario', zip: 'K1A 0B1' }

/** Returns the first message of each field; {} if all are valid. */
function messagesOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of z.safeParse(schema, value).error?.issues ?? []) {
    messages[path.join('.')] ??= message
  }
  return messages
}

const required = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  country: 'Please select a valid country',
  state: 'State/Province is required',
  zip: 'ZIP/Postal code is required',
  companyName: 'Company name is required',
} as const
const wrongZip = 'Enter a 5-digit ZIP code'
const requiredFields = Object.entries(required)
const freeText = ['firstName', 'lastName', 'state', 'companyName'] as const

describe.each([
  ['the profile', Profile],
  ['the profile update', ProfileUpdate],
])('%s', (_name, schema) => {
  test('is accepted whole and kept exactly as typed', () => {
    expect(z.parse(schema, american)).toEqual(american)
  })

  test('is stored without the spaces typed around the ZIP code, and with the dial code of the phone once', () => {
    const { zip, phone } = z.parse(schema, { ...american, zip: ' 29201\u00a0', phone: '+1||+18035550100' })
    expect([zip, phone]).toEqual(['29201', '+1||8035550100'])
  })

  test('names every missing field at once if nothing is given, but not the phone', () => {
    expect(messagesOf(schema, {})).toEqual(required)
  })

  test.each(requiredFields)('refuses a missing, blank or wrongly typed %s: %s', (field, message) => {
    for (const value of [undefined, '', '   ', '\u00a0', null, 1, true, [], {}, ['Ada']]) {
      expect(messagesOf(schema, { ...american, [field]: value })).toEqual({ [field]: message })
    }
  })

  test.each([undefined, '', '+1||8035550100', '8035550100', '+380||441234567'])(
    'accepts the phone %j',
    (phone) => {
      expect(messagesOf(schema, { ...american, phone })).toEqual({})
    },
  )

  test.each([
    null,
    8035550100,
    [],
    'call me',
    '+1||',
    '+1||803-555-0100',
    '📞',
    '+1||\u0000',
    '5'.repeat(1 << 20),
  ])('refuses the phone %o', (phone) => {
    expect(messagesOf(schema, { ...american, phone })).toEqual({
      phone: 'Please provide a valid phone number',
    })
  })

  test('is accepted without a phone', () => {
    const { phone: _, ...without } = american
    expect(z.parse(schema, without)).toEqual(without)
  })

  test.each([
    ['29201', true],
    ['29201-1234', true],
    [' 29201 ', true],
    ['00501', true],
    ['2920', false],
    ['292011', false],
    ['29201-', false],
    ['29201-123', false],
    ['29201-12345', false],
    ['292011234', false],
    ['29201 1234', false],
    ['K1A 0B1', false],
    ['٢٩٢٠١', false],
    ['29201\n', false],
  ])('accepts the US ZIP %j: %s', (zip, fine) => {
    expect(messagesOf(schema, { ...american, zip })).toEqual(
      fine ? {} : { zip: fine || zip.includes('\n') ? unreadable : wrongZip },
    )
  })

  test.each(['K1A 0B1', 'SW1A 1AA', '1010', 'none', '〒100-0001'])(
    'accepts the ZIP %j in other countries',
    (zip) => {
      expect(messagesOf(schema, { ...canadian, zip })).toEqual({})
    },
  )

  test.each([
    ['United States', 'SC', {}],
    ['United States', 'District of Columbia', {}],
    ['United States', 'Ontario', { state: required.state }],
    ['United States', 'south carolina', { state: required.state }],
    ['Canada', 'Ontario', {}],
    ['Germany', 'Baden-Württemberg', {}],
    ['Georgia', 'თბილისი', {}],
  ])('for %s with the state %j gives %o', (country, state, messages) => {
    expect(messagesOf(schema, { ...american, country, state })).toEqual(messages)
  })

  test.each(['USA', 'united states', 'Atlantis', 'United States ', '__proto__', 'x'.repeat(1 << 20)])(
    'refuses a country that is not in the list',
    (country) => {
      expect(messagesOf(schema, { ...canadian, country })).toEqual({ country: required.country })
    },
  )

  test('names every wrong field in one answer, in the address and in the name', () => {
    const wrong = {
      ...american,
      firstName: undefined,
      companyName: 7,
      state: 'Ontario',
      zip: 'K1A 0B1',
      phone: 'x',
    }
    expect(messagesOf(schema, wrong)).toEqual({
      firstName: required.firstName,
      companyName: required.companyName,
      state: required.state,
      zip: wrongZip,
      phone: 'Please provide a valid phone number',
    })
  })

  test.each([
    "O'Brien",
    'Zoë "Zed" Müller-Łukasz',
    '👩🏽‍🔧 Ada 🛩️',
    'יוסי כהן',
    'عبد الله',
    '\u202eevitcerid\u202c',
    '山田太郎',
    '<script>alert(1)</script>',
    "'; drop table users; --",
    '=HYPERLINK("https://example.com")',
    'a'.repeat(100),
  ])('keeps %j as typed in every free field', (text) => {
    for (const field of freeText) {
      expect(z.parse(schema, { ...canadian, [field]: text })).toEqual({ ...canadian, [field]: text })
    }
  })

  test('keeps the spaces around every free field but the names', () => {
    const names = ['firstName', 'lastName'] as string[]
    for (const field of freeText) {
      const kept = names.includes(field) ? 'Ada B' : ' Ada  B '
      expect(z.parse(schema, { ...canadian, [field]: ' Ada  B ' })).toEqual({ ...canadian, [field]: kept })
    }
  })

  test.each([
    ['NUL', 'Ada\u0000'],
    ['escape', 'Ada\u001b[31m'],
    ['delete', 'Ada\u007f'],
    ['a C1 control', 'Ada\u009b'],
    ['a tab', 'Ada\tB'],
    ['a line break that could start a mail header', 'Ada\r\nBcc: x@example.com'],
    ['a line feed', 'Ada\nB'],
    ['a line separator', 'Ada\u2028B'],
    ['a paragraph separator', 'Ada\u2029B'],
    ['a lone high surrogate', 'Ada\ud83d'],
    ['a lone low surrogate', '\ude80Ada'],
  ])('refuses %s in every free field', (_case, text) => {
    for (const field of freeText) {
      expect(messagesOf(schema, { ...canadian, [field]: text })).toEqual({ [field]: unreadable })
    }
  })

  test.each([
    ['firstName', 100],
    ['lastName', 100],
    ['state', 100],
    ['zip', 20],
    ['companyName', 200],
  ])('limits %s to %i characters, and refuses a megabyte in it', (field, most) => {
    const message = { [field]: `Please use ${most} characters at most` }
    expect(messagesOf(schema, { ...canadian, [field]: 'x'.repeat(most) })).toEqual({})
    expect(messagesOf(schema, { ...canadian, [field]: 'x'.repeat(most + 1) })).toEqual(message)
    expect(messagesOf(schema, { ...canadian, [field]: 'x'.repeat(1 << 20) })).toEqual(message)
  })

  test('drops unknown fields and cannot be given a prototype', () => {
    const sent = JSON.parse(
      JSON.stringify({ ...american, role: 'admin' }).replace('{', '{"__proto__":{"isAdmin":true},'),
    )
    expect(z.parse(schema, sent)).toEqual(american)
    expect(Object.hasOwn(z.parse(schema, sent) as object, '__proto__')).toBe(false)
  })

  test.each([null, undefined, [], 'profile', 1])('refuses %o instead of an object', (value) => {
    expect(z.safeParse(schema, value).success).toBe(false)
  })
})

const unreadable = 'Contains characters that cannot be stored'

describe('memberships and consent on the profile form', () => {
  test('stay absent if absent, so that the stored ones are kept', () => {
    expect(z.parse(ProfileUpdate, american)).not.toHaveProperty('aopaNumber')
    expect(z.parse(ProfileUpdate, american)).not.toHaveProperty('hasGivenMailingConsent')
  })

  test("are read from the specification's payload", () => {
    const memberships = { aopaNumber: '123', aopaSkipped: false, nbaaNumber: '', nbaaSkipped: true }
    const sent = { ...american, ...memberships, vaiNumber: null, hasGivenMailingConsent: 1 }
    expect(z.parse(ProfileUpdate, { ...sent, mailingConsentTimestamp: 1_767_225_600_000 })).toEqual({
      ...american,
      ...memberships,
      vaiNumber: null,
      hasGivenMailingConsent: true,
      mailingConsentTimestamp: new Date(1_767_225_600_000),
    })
  })

  test.each(['', '01234567', 'AOPA 12/34', 'n/a', '—'])('accept %j as a number', (number) => {
    const sent = { ...american, aopaNumber: number, nbaaNumber: number, vaiNumber: number }
    expect(messagesOf(ProfileUpdate, sent)).toEqual({})
  })
})

describe('creating a person', () => {
  const body = createUser.body as z.ZodMiniType
  const proof = { authToken: 'header.payload.signature', email: 'ada@example.com' }

  test('accepts a blank profile, as after a sign-in with a link', () => {
    const blank = Object.fromEntries(Object.keys(american).map((field) => [field, '']))
    expect(z.parse(body, proof)).toEqual(proof)
    expect(z.parse(body, { ...blank, ...proof })).toEqual({ ...blank, ...proof })
  })

  test('accepts a complete profile', () => {
    expect(z.parse(body, { ...american, ...proof })).toEqual({ ...american, ...proof })
  })

  test('stores the email in lower case, without blanks around it', () => {
    expect(z.parse(body, { ...proof, email: ' Ada@Example.COM ' })).toMatchObject(proof)
  })

  test.each([
    [{ email: 'ada' }, { email: 'Please provide valid email' }],
    [{ email: undefined }, { email: 'Please provide valid email' }],
    [{ authToken: '' }, { authToken: 'The sign-in token is missing' }],
    [{ authToken: 'x'.repeat(1 << 20) }, { authToken: 'The sign-in token is too long' }],
    [{ country: 'Atlantis' }, { country: 'Please select a valid country' }],
    [{ country: 'United States', state: 'Ontario' }, { state: 'State/Province is required' }],
    [
      { country: 'United States', state: 'Puerto Rico' },
      { state: 'For Puerto Rico, choose the country Puerto Rico' },
    ],
    [{ country: 'United States', state: ' gu ' }, { state: 'For Guam, choose the country Guam' }],
    [{ country: 'United States', zip: 'K1A 0B1' }, { zip: wrongZip }],
    [{ phone: 'x' }, { phone: 'Please provide a valid phone number' }],
    [{ firstName: 'Ada\u0000' }, { firstName: unreadable }],
    [{ firstName: 1 }, { firstName: 'Has to be text' }],
    [{ companyName: 'x'.repeat(201) }, { companyName: 'Please use 200 characters at most' }],
  ])('refuses %o with %o', (changes, messages) => {
    expect(messagesOf(body, { ...proof, ...changes })).toEqual(messages)
  })
})

describe('a profile is complete', () => {
  test('with everything that a certificate needs, even without a phone', () => {
    expect(isProfileComplete(american)).toBe(true)
    expect(isProfileComplete({ ...american, phone: '' } as typeof american)).toBe(true)
  })

  test.each(requiredFields)('only with the field %s', (field) => {
    for (const value of ['', '   ', '\u00a0', null]) {
      expect(isProfileComplete({ ...american, [field]: value })).toBe(false)
    }
  })
})
