import { findCountry } from '#contract/countries.ts'
import { readPhone } from '#contract/phones.ts'

/** '+1 8035550100', for people to read, with the country's dial code where none was stored; '' when there is none. */
export function shownPhone(stored: string | null, country: string): string {
  const phone = readPhone(stored, findCountry(country)?.dialCode)
  return phone.digits === '' ? '' : `${phone.dialCode} ${phone.digits}`
}
