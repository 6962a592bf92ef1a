import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { findCountry } from '#contract/core/countries.ts'
import { invalidPhone, readPhone } from '#contract/core/phones.ts'
import type { ProfileUpdate } from '#contract/people/users/profiles.ts'
import type { User } from '#contract/people/users/user.ts'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { lockUser } from './queries.ts'
import { changeUser } from './user-changes.ts'
import { writeMemberships } from './user-memberships.ts'
import { refuseUnprintable, unprintableLetters } from './user-printed-names.ts'

/** Changes a person's profile, and the given memberships and consent. Refuses an impossible phone. */
export async function updateProfile(work: Work, userId: string, profile: ProfileUpdate): Promise<User> {
  refuseImpossiblePhone(profile)
  await refuseUnprintable(profile.printedName)
  return updateLocked(work, await lockUser(work.tx, userId), profile)
}

/** Changes only a person's first and last name. Refuses with USER_NOT_FOUND. */
export async function changeOwnName(
  work: Work,
  userId: string,
  { firstName, lastName }: Pick<User, 'firstName' | 'lastName'>,
): Promise<User> {
  const before = await lockUser(work.tx, userId)
  return changeUser(work, before, async () => {
    const letters = await unprintableLetters({ firstName, lastName, printedName: before.printedName })
    await work.tx
      .updateTable('users')
      .set({ firstName, lastName, unprintableLetters: letters })
      .where('userId', '=', userId)
      .execute()
  })
}

/** Changes a locked person's profile. Issues certificates that waited for a printable name. */
export function updateLocked(work: Work, before: User, profile: ProfileUpdate): Promise<User> {
  const { firstName, lastName, country, state, zip, companyName, phone = '' } = profile
  const { userId } = before
  const printedName = profile.printedName ?? before.printedName
  const faaSafetyEmail = profile.faaSafetyEmail ?? before.faaSafetyEmail
  return changeUser(work, before, async () => {
    const letters = await unprintableLetters({ firstName, lastName, printedName })
    await work.tx
      .updateTable('users')
      .set({ firstName, lastName, printedName, country, state, zip, companyName, phone })
      .set({ unprintableLetters: letters, faaSafetyEmail })
      .where('userId', '=', userId)
      .execute()
    await writeMemberships(work, before, profile)
    if (before.unprintableLetters && !letters) await work.addJobs('issue-named', [{ userId }])
  })
}

interface Phone {
  phone?: string | undefined
  country?: string | undefined
}

/** Refuses a phone that is impossible for its dial code, or else its country's. A phone is optional. */
export function refuseImpossiblePhone(given: Phone): void {
  if (isImpossiblePhone(given)) refuseFields({ phone: invalidPhone })
}

export function isImpossiblePhone({ phone = '', country = '' }: Phone): boolean {
  const { dialCode, digits } = readPhone(phone, findCountry(country)?.dialCode)
  return phone !== '' && !isPossiblePhoneNumber(`${dialCode}${digits}`)
}
