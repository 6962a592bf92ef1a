import { describe, expect, test } from 'vitest'
import type { User } from '#contract/users/calls.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { isEdited, mergedValues, userEditErrors, userEditOf, userEditValuesOf } from './user-edit-values.ts'

const user: User = {
  ...completeProfile,
  userId: '7d3c9b5e-0000-4000-8000-000000000000',
  email: 'pat@example.com',
  role: 'user',
  registeredAt: new Date('2026-01-01T00:00:00Z'),
  isAopMember: 'NO_INPUT',
  aopaNumber: null,
  aopaSkipped: false,
  nbaaNumber: 'N1',
  nbaaSkipped: false,
  vaiNumber: null,
  vaiSkipped: true,
  hasGivenMailingConsent: true,
  mailingConsentAt: new Date('2026-01-01T00:00:00Z'),
  mailingConsentEventName: 'Piston 2026',
  version: 3,
}

test('a person who was only looked at is not edited, and what would be sent is what is stored', () => {
  const values = userEditValuesOf(user)
  expect(isEdited(values, user)).toBe(false)
  expect(userEditOf(values, user)).toEqual({
    ...completeProfile,
    userId: user.userId,
    version: 3,
    aopaNumber: '',
    aopaSkipped: false,
    nbaaNumber: 'N1',
    nbaaSkipped: false,
    vaiNumber: '',
    vaiSkipped: true,
  })
})

test.each([
  ['a name', { lastName: 'Mended' }, { lastName: 'Mended' }],
  ['an email', { email: 'new@example.com' }, { email: 'new@example.com' }],
  ['an agreement', { consent: 'given' }, { hasGivenMailingConsent: true }],
  ['a refusal', { consent: 'refused' }, { hasGivenMailingConsent: false }],
] as const)('%s that was changed is sent', (_, typed, sent) => {
  const values = { ...userEditValuesOf(user), ...typed }
  expect(isEdited(values, user)).toBe(true)
  expect(userEditOf(values, user)).toMatchObject(sent)
})

describe('on top of a newer version', () => {
  const newer = { ...user, lastName: 'By somebody else', companyName: 'Newer Company', version: 4 }

  test.each([
    [
      'what nobody typed is as it is by now',
      {},
      { lastName: 'By somebody else', companyName: 'Newer Company' },
    ],
    ['what was typed is kept', { zip: '29202' }, { zip: '29202', companyName: 'Newer Company' }],
    ['also where both have changed the same', { lastName: 'Mine' }, { lastName: 'Mine' }],
  ])('%s', (_, typed, expected) => {
    const values = { ...userEditValuesOf(user), ...typed }
    expect(mergedValues(values, user, newer)).toMatchObject(expected)
  })
})

test('an email that is none is told with the other problems', async () => {
  const values = { ...userEditValuesOf(user), email: 'pat', firstName: '' }
  expect(await userEditErrors(values)).toEqual({
    email: 'Invalid Email',
    firstName: 'First name is required',
  })
})
