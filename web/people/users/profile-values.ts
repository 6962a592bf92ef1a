import { findCountry, unitedStates } from '#contract/core/countries.ts'
import { emailPattern, invalidEmail } from '#contract/core/email-addresses.ts'
import { defaultDialCode, readPhone, storedPhone } from '#contract/core/phones.ts'
import { usStates } from '#contract/core/us-states.ts'
import type { Profile } from '#contract/people/users/profiles.ts'
import { fetchCode, onFirstUse, tryCode } from '#web/core/code.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { findCountryOfDialCode } from './dial-codes.ts'

const loadRules = () => import('./profile-rules.ts')

/** Fetches a profile's rules when its form is first used. Returns a function that stops this. */
export function expectProfile(): () => void {
  return onFirstUse(() => void tryCode(loadRules).catch(() => undefined))
}

/** A profile in its form, which has the phone in two parts. */
export type ProfileValues = Omit<Profile, 'phone'> & {
  dialCode: string
  /** The text after the dial code: digits and '+'. */
  phone: string
}

export const blankProfile: ProfileValues = {
  firstName: '',
  lastName: '',
  country: unitedStates,
  state: '',
  zip: '',
  companyName: '',
  dialCode: defaultDialCode,
  phone: '',
}

/** Returns a profile form's initial values; the default country is the United States. */
export function profileValuesOf(profile: Profile): ProfileValues {
  const { firstName, lastName, zip, companyName } = profile
  const country = profile.country || unitedStates
  const { dialCode, digits } = readPhone(profile.phone ?? null, findCountry(country)?.dialCode)
  const state = shownState(country, profile.state)
  return { firstName, lastName, country, state, zip, companyName, dialCode, phone: digits }
}

/** Returns a profile for sending, from a form that may have more fields. */
export function profileOf(values: ProfileValues): Profile {
  const { firstName, lastName, country, state, zip, companyName, dialCode, phone } = values
  const stored = storedPhone(readPhone(`${dialCode}||${phone}`))
  return { firstName, lastName, country, state, zip, companyName, phone: stored }
}

/** Checks a profile. The rules are fetched when needed, because they weigh more than the form. */
export async function profileErrors(values: ProfileValues): Promise<FieldErrors> {
  const { checkProfile } = await fetchCode(loadRules)
  return checkProfile(profileOf(values))
}

/** Checks the email of a FAASafety.gov account; '' means the same email. */
export function faaSafetyEmailErrors({ faaSafetyEmail }: { faaSafetyEmail: string }): FieldErrors {
  const email = faaSafetyEmail.trim()
  return email === '' || emailPattern.test(email) ? {} : { faaSafetyEmail: invalidEmail }
}

/** Returns what changes with the country: clears the phone, and a state of another country. */
export function withCountry(values: ProfileValues, country: string): Partial<ProfileValues> {
  const dialCode = findCountry(country)?.dialCode ?? defaultDialCode
  const phone = country === values.country ? values.phone : ''
  return { country, dialCode, phone, ...withoutForeignState(values, country) }
}

/** Returns what changes with the dial code: the chosen entry's country. */
export function withDialCode(values: ProfileValues, country: string): Partial<ProfileValues> {
  const dialCode = findCountry(country)?.dialCode ?? defaultDialCode
  return { country, dialCode, ...withoutForeignState(values, country) }
}

/** Returns the country that the dial code picker shows. */
export function countryOfDialCode({ country, dialCode }: ProfileValues): string {
  const own = findCountry(country)
  return (own?.dialCode === dialCode ? own : findCountryOfDialCode(dialCode))?.name ?? unitedStates
}

function withoutForeignState(values: ProfileValues, country: string): Partial<ProfileValues> {
  return (values.country === unitedStates) === (country === unitedStates) ? {} : { state: '' }
}

// States are stored by name, but the API also accepts two letters. The picker knows names.
function shownState(country: string, state: string) {
  if (country !== unitedStates) return state
  return usStates.find(({ abbreviation }) => abbreviation === state.toUpperCase())?.name ?? state
}
