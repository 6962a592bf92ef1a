import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { findCountry } from '#contract/core/countries.ts'
import { invalidPhone, readPhone } from '#contract/core/phones.ts'
import type { User } from '#contract/users/calls.ts'
import type { ProfileUpdate } from '#contract/users/profiles.ts'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { lockUser } from './queries.ts'
import { changeUser } from './user-changes.ts'
import { writeMemberships } from './user-memberships.ts'

/** Changes somebody's profile, and of memberships and consent what is given. Refuses a phone that can't be one. */
export async function updateUser(work: Work, userId: string, profile: ProfileUpdate): Promise<User> {
  refuseImpossiblePhone(profile)
  return updateLocked(work, await lockUser(work.tx, userId), profile)
}

/** The same of a person who is locked. */
export function updateLocked(work: Work, before: User, profile: ProfileUpdate): Promise<User> {
  const { firstName, lastName, country, state, zip, companyName, phone = '' } = profile
  return changeUser(work, before, async () => {
    await work.tx
      .updateTable('users')
      .set({ firstName, lastName, country, state, zip, companyName, phone })
      .where('userId', '=', before.userId)
      .execute()
    await writeMemberships(work, before, profile)
  })
}

/** A phone is optional; what is given has to be possible for its dial code, which may be its country's. */
export function refuseImpossiblePhone({
  phone = '',
  country = '',
}: {
  phone?: string | undefined
  country?: string | undefined
}): void {
  const { dialCode, digits } = readPhone(phone, findCountry(country)?.dialCode)
  if (phone !== '' && !isPossiblePhoneNumber(`${dialCode}${digits}`)) refuseFields({ phone: invalidPhone })
}
