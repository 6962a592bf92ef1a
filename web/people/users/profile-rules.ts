import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { invalidPhone } from '#contract/core/phones.ts'
import { Profile } from '#contract/people/users/profiles.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { schemaErrors } from '#web/core/ui/form.ts'

/** Checks a profile by the contract's rules, and its phone by its country's. */
export function checkProfile(profile: Profile): FieldErrors {
  const errors = schemaErrors(Profile, profile)
  if (!profile.phone || errors.phone) return errors
  return isPossiblePhoneNumber(profile.phone.replace('||', '')) ? errors : { ...errors, phone: invalidPhone }
}
