import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { updateMembershipInfo } from './calls.ts'
import { MembershipNumber } from './memberships.ts'
import { ProfileUpdate } from './profiles.ts'

describe('memberships on the wire', () => {
  const payload = updateMembershipInfo.body as z.ZodMiniType
  const profile = {
    firstName: 'Ada',
    lastName: "O'Brien",
    country: 'Canada',
    state: 'Ontario',
    zip: 'K1A 0B1',
    companyName: 'Example Aviation',
  }

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
  ])('accept the number %o: %s', (number, taken) => {
    expect(z.safeParse(MembershipNumber, number).success).toBe(taken)
  })

  test('read 1 and true, and 0 and false, alike, and leave out absent fields', () => {
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
    [{ isAopMember: 'YES', aopNumber: '123' }, { aopaNumber: '123' }],
    [{ isAopMember: 'YES' }, {}],
    [{ isAopMember: 'NO', aopNumber: '123' }, { aopaSkipped: true }],
    [{ isAopMember: 'NO_INPUT', aopNumber: '123' }, {}],
    [{ aopNumber: '123' }, {}],
    [{ mailingConsentChoice: 1 }, { hasGivenMailingConsent: true }],
    [{ mailingConsentChoice: 0 }, { hasGivenMailingConsent: false }],
    [
      { isAopMember: 'NO', mailingConsentChoice: 0, aopaNumber: '7', hasGivenMailingConsent: 1 },
      { aopaNumber: '7', aopaSkipped: true, hasGivenMailingConsent: true },
    ],
  ])('from older clients are read from %o as %o', (sent, read) => {
    expect(z.parse(payload, sent)).toEqual(read)
    expect(z.parse(ProfileUpdate, { ...profile, ...sent })).toEqual({ ...profile, ...read })
  })

  test('with a wrong answer from an older client are refused by name', () => {
    const sent = { isAopMember: 'MAYBE', aopNumber: '9'.repeat(51), mailingConsentChoice: 'YES' }
    const issues = z.safeParse(payload, sent).error?.issues ?? []
    expect(issues.map(({ path }) => path[0])).toEqual(Object.keys(sent))
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
  ])('with %s set to %o are refused by name', (field, value) => {
    const result = z.safeParse(payload, { [field]: value })
    expect(new Set(result.error?.issues.map((issue) => issue.path.join('.')))).toEqual(new Set([field]))
  })
})
