import type { Country } from '#contract/core/countries.ts'
import { countries } from '#contract/core/countries.ts'

/** Returns a dial code's country, the main one if several share it: United States for +1. */
export function findCountryOfDialCode(dialCode: string): Country | undefined {
  const main = mainCodes[dialCode]
  return countries.find((country) => country.dialCode === dialCode && (main ?? country.code) === country.code)
}

/** The main countries of codes whose first country by name is another one. */
const mainCodes: Record<string, string> = {
  '+7': 'RU',
  '+44': 'GB',
  '+262': 'RE',
  '+358': 'FI',
  '+599': 'CW',
}
