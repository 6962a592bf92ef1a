import { findCountry, unitedStates } from '#contract/core/countries.ts'
import { defaultDialCode, invalidPhone, readPhone } from '#contract/core/phones.ts'
import { usStates } from '#contract/core/us-states.ts'
import { Profile } from '#contract/users/profiles.ts'
import { fetchCode, fetchWhenIdle } from '#web/core/code.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import { findCountryOfDialCode } from './dial-codes.ts'
import { storedPhone } from './phone-values.ts'

const loadPhoneRules = () => import('./phone-rules.ts')
fetchWhenIdle(loadPhoneRules)

/** A profile as its form holds it: the phone in two parts. */
export type ProfileValues = Omit<Profile, 'phone'> & {
  dialCode: string
  /** What was typed after the dial code: digits and '+'. */
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

/** Returns the values that the form of a profile starts with. Without a country, it starts with the United States. */
export function profileValuesOf(profile: Profile): ProfileValues {
  const { firstName, lastName, zip, companyName } = profile
  const country = profile.country || unitedStates
  const { dialCode, digits } = readPhone(profile.phone ?? null, findCountry(country)?.dialCode)
  const state = shownState(country, profile.state)
  return { firstName, lastName, country, state, zip, companyName, dialCode, phone: digits }
}

/** The profile as it is sent, also of a form that has more fields. */
export function profileOf(values: ProfileValues): Profile {
  const { firstName, lastName, country, state, zip, companyName, dialCode, phone } = values
  const stored = storedPhone({ dialCode, digits: phone.replace(/\D/g, '') })
  return { firstName, lastName, country, state, zip, companyName, phone: stored }
}

/** The contract's rules, and whether the phone is a possible number; the phone rules load when they are needed. */
export async function profileErrors(values: ProfileValues): Promise<FieldErrors> {
  const errors = schemaErrors(Profile, profileOf(values))
  if (values.phone === '' || errors.phone) return errors
  const { isPossiblePhoneNumber } = await fetchCode(loadPhoneRules)
  const isPossible = isPossiblePhoneNumber(values.dialCode + values.phone.replace(/\D/g, ''))
  return isPossible ? errors : { ...errors, phone: invalidPhone }
}

/** What a change of country changes beside it: the phone is cleared, and a state belongs to its country. */
export function withCountry(values: ProfileValues, country: string): Partial<ProfileValues> {
  const dialCode = findCountry(country)?.dialCode ?? defaultDialCode
  const phone = country === values.country ? values.phone : ''
  return { country, dialCode, phone, ...withoutForeignState(values, country) }
}

/** What the choice of a dial code changes: the country is the one of that entry. */
export function withDialCode(values: ProfileValues, country: string): Partial<ProfileValues> {
  const dialCode = findCountry(country)?.dialCode ?? defaultDialCode
  return { country, dialCode, ...withoutForeignState(values, country) }
}

/** The country whose entry the dial code picker shows. */
export function countryOfDialCode({ country, dialCode }: ProfileValues): string {
  const own = findCountry(country)
  return (own?.dialCode === dialCode ? own : findCountryOfDialCode(dialCode))?.name ?? unitedStates
}

function withoutForeignState(values: ProfileValues, country: string): Partial<ProfileValues> {
  return (values.country === unitedStates) === (country === unitedStates) ? {} : { state: '' }
}

// Stored by name, but the two letters are taken, too; the picker knows names.
function shownState(country: string, state: string): string {
  if (country !== unitedStates) return state
  return usStates.find(({ abbreviation }) => abbreviation === state.toUpperCase())?.name ?? state
}
