import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { creditableHours, creditRefusal, isDecidedAlready, releaseRefusal } from './rules.ts'

const credit = generateCertificate.body as z.ZodMiniType
const person = { hours: 0, isProfileComplete: true, isProviderComplete: true }

describe('crediting hours:', () => {
  test.each(creditableHours.map((hours) => [hours, hours === 0 ? 'HOURS_ZERO' : undefined]))(
    '%i without a certificate gets the refusal %s',
    (hours, refusal) => {
      expect(creditRefusal(Number(hours), person)).toBe(refusal)
    },
  )

  test.each(creditableHours)('%i with a certificate replaces it, and 0 withdraws it', (hours) => {
    expect(creditRefusal(hours, { ...person, hours: 8 })).toBeUndefined()
  })

  test.each(creditableHours.slice(1))('%i to an incomplete profile is refused', (hours) => {
    for (const before of [0, 8]) {
      expect(creditRefusal(hours, { ...person, hours: before, isProfileComplete: false })).toBe(
        'PROFILE_INCOMPLETE',
      )
    }
  })

  test.each(['', ' ', "Wasn't there"])('0 without a certificate for the reason %o', (reason) => {
    expect(creditRefusal(0, person, reason)).toBe(reason.trim() ? undefined : 'HOURS_ZERO')
  })

  test('0 withdraws even from an incomplete profile', () => {
    expect(creditRefusal(0, { ...person, hours: 8, isProfileComplete: false })).toBeUndefined()
  })

  test.each(creditableHours.slice(1))('%i is refused before the training provider is complete', (hours) => {
    const isProviderComplete = false
    expect(creditRefusal(hours, { ...person, isProviderComplete })).toBe('PROVIDER_INCOMPLETE')
    expect(creditRefusal(hours, { hours: 0, isProfileComplete: false, isProviderComplete })).toBe(
      'PROVIDER_INCOMPLETE',
    )
  })

  test.each(creditableHours)('%i corrects or withdraws a certificate from before', (hours) => {
    expect(creditRefusal(hours, { ...person, hours: 8, isProviderComplete: false })).toBeUndefined()
  })
})

test.each<[number, number, boolean, string, boolean]>([
  [8, 8, true, '', true],
  [8, 8, true, 'Checked', true],
  [8, 8, false, '', false],
  [8, 6, true, '', false],
  [0, 0, true, 'Absent', true],
  [0, 0, false, 'Absent', false],
  [0, 0, false, '', true],
])(
  'a decision of %i over %i hours, decided: %s, for the reason %o: nothing new is %s',
  (hours, before, isDecided, reason, expected) => {
    expect(isDecidedAlready(hours, { hours: before, isDecided }, reason)).toBe(expected)
  },
)

test.each([
  [null, true, 'NOT_DECIDED'],
  [8, true, undefined],
  [8, false, 'PROFILE_INCOMPLETE'],
  [0, false, undefined],
])(
  'a release to %o hours of the rule, profile complete: %s, gets the refusal %s',
  (ruleHours, isProfileComplete, refusal) => {
    expect(releaseRefusal({ ...person, ruleHours, isProfileComplete })).toBe(refusal)
  },
)

test.each([
  [0, 8, 'PROVIDER_INCOMPLETE'],
  [8, 4, undefined],
  [0, 0, undefined],
])(
  'before the training provider is complete, a release from %i to %i hours gets the refusal %s',
  (hours, ruleHours, refusal) => {
    expect(releaseRefusal({ ...person, hours, ruleHours, isProviderComplete: false })).toBe(refusal)
  },
)

test('hours are whole numbers from 0 to 8', () => {
  expect(creditableHours).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  for (const hours of creditableHours) {
    expect(z.safeParse(credit, { registrationId: 1, hours }).success).toBe(true)
  }
})

test.each([-1, 9, 7.5, '8', null, undefined, true, 1e300])('%o hours is refused', (hours) => {
  const issues = z.safeParse(credit, { registrationId: 1, hours }).error?.issues
  const messages = new Set(issues?.map((issue) => `${issue.path}: ${issue.message}`))
  expect([...messages]).toEqual(['hours: Hours are a whole number from 0 to 8'])
})
