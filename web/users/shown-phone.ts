import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { findCountry } from '#contract/core/countries.ts'
import { readPhone } from '#contract/core/phones.ts'

/** '+1 803 555 0100', for people to read, with the country's dial code where none was stored; '' when there is none. */
export function shownPhone(stored: string | null, country: string): string {
  const { dialCode, digits } = readPhone(stored, findCountry(country)?.dialCode)
  if (digits === '') return ''
  const number = dialCode + digits
  const shown = formatted.get(number) ?? parsePhoneNumberFromString(number)?.formatInternational()
  formatted.set(number, shown ?? `${dialCode} ${digits}`)
  return formatted.get(number) as string
}

// Each is shown again and again while a table is scrolled.
const formatted = new Map<string, string>()
