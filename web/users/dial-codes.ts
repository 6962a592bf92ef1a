import { type Country, countries } from '#contract/core/countries.ts'

/** The country that a dial code stands for, the main one where several share it: United States for +1. */
export function findCountryOfDialCode(dialCode: string): Country | undefined {
  const main = mainCodes[dialCode]
  return countries.find((country) => country.dialCode === dialCode && (main ?? country.code) === country.code)
}

/** Where the first by name is not the one people mean. */
const mainCodes: Record<string, string> = {
  '+7': 'RU',
  '+44': 'GB',
  '+262': 'RE',
  '+358': 'FI',
  '+599': 'CW',
}
