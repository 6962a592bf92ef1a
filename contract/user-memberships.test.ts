import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MembershipNumber } from './user-memberships.ts'
import { updateMembershipInfo } from './users.ts'

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
