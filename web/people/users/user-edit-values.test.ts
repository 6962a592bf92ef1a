import { expect, test } from 'vitest'
import type { User } from '#contract/people/users/user.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { UserEditValues } from './user-edit-values.ts'
import { userEditErrors, userEditKind, userEditOf } from './user-edit-values.ts'

const user: User = {
  ...completeProfile,
  userId: '7d3c9b5e-0000-4000-8000-000000000000',
  printedName: '',
  faaSafetyEmail: '',
  unprintableLetters: '',
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

const start: UserEditValues = userEditKind.valuesOf(user)

test('a person who was only opened has no changes, and the form would send the stored values', () => {
  expect(userEditKind.isChanged({ ...start }, start)).toBe(false)
  expect(userEditOf(start, user)).toEqual({
    ...completeProfile,
    printedName: '',
    faaSafetyEmail: '',
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
  const values = { ...start, ...typed }
  expect(userEditKind.isChanged(values, start)).toBe(true)
  expect(userEditOf(values, user)).toMatchObject(sent)
})

test("a colleague's changes are merged with the typed ones, and a field that both changed is a conflict", () => {
  const newest = { ...user, lastName: 'By somebody else', companyName: 'Newer Company', version: 4 }
  const typed = { ...start, zip: '29202', lastName: 'Mine', aopaSkipped: true }
  const sides = { typed, older: start, base: user, newest }
  expect(userEditKind.isOutdated(user, newest)).toBe(true)
  expect(userEditKind.merge(sides, new Map())).toEqual({
    values: { ...typed, companyName: 'Newer Company' },
    conflicts: [{ id: 'lastName', what: 'Last name', mine: 'Mine', theirs: 'By somebody else' }],
  })
})

test('an invalid email is listed with the other problems', async () => {
  const values = { ...start, email: 'pat', firstName: '' }
  expect(await userEditErrors(values)).toEqual({
    email: 'Invalid Email',
    firstName: 'First name is required',
  })
})
