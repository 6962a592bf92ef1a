import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { findCountry } from '#contract/core/countries.ts'
import { readPhone } from '#contract/core/phones.ts'

/** Writes a phone for people: '+1 803 555 0100'. Adds the country's dial code if none is stored; '' without a phone. */
export function shownPhone(stored: string | null, country: string): string {
  const { dialCode, digits } = readPhone(stored, findCountry(country)?.dialCode)
  if (digits === '') return ''
  const number = dialCode + digits
  const shown = formatted.get(number) ?? parsePhoneNumberFromString(number)?.formatInternational()
  formatted.set(number, shown ?? `${dialCode} ${digits}`)
  return formatted.get(number) as string
}

// A table shows the same numbers repeatedly while it scrolls.
const formatted = new Map<string, string>()
