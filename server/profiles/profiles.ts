import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { findCountry } from '#contract/countries.ts'
import { invalidPhone, readPhone } from '#contract/phones.ts'
import type { ProfileUpdate } from '#contract/profiles.ts'
import type { User } from '#server/accounts/queries.ts'
import { recordMemberships } from '#server/memberships/memberships.ts'
import { refuseFields } from '#server/platform/http/refusal.ts'
import type { Services } from '#server/services.ts'

/** Changes somebody's profile, and of memberships and consent what is given. Refuses a phone that can't be one. */
export async function updateProfile(
  services: Services,
  userId: string,
  profile: ProfileUpdate,
): Promise<User> {
  refuseImpossiblePhone(profile)
  return services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({
        first_name: profile.firstName,
        last_name: profile.lastName,
        country: profile.country,
        state: profile.state,
        zip: profile.zip,
        company_name: profile.companyName,
        phone: profile.phone,
      })
      .where('user_id', '=', userId)
      .execute()
    return recordMemberships(tx, services, userId, profile)
  })
}

/** A phone is optional; what is given has to be possible for its dial code, which may be its country's. */
export function refuseImpossiblePhone({ phone, country }: { phone: string; country: string }): void {
  const { dialCode, digits } = readPhone(phone, findCountry(country)?.dial_code)
  if (phone !== '' && !isPossiblePhoneNumber(`${dialCode}${digits}`)) refuseFields({ phone: invalidPhone })
}
