/** A phone number as people enter it: a country's dial code and the digits after it. */
export interface Phone {
  /** '+1' */
  dialCode: string
  /** Digits only; empty when no phone was given. */
  digits: string
}

/** The most digits of a number, without its dial code. */
export const longestPhone = 20

export const defaultDialCode = '+1'
export const invalidPhone = 'Please provide a valid phone number'

/** Reads a stored value. Without pipes it is only the number; its dial code comes from the country, default +1. */
export function readPhone(stored: string | null, countryDialCode: string = defaultDialCode): Phone {
  const [dialCode, digits] = (stored ?? '').split('||')
  if (dialCode !== undefined && digits !== undefined) {
    return { dialCode: dialCode === '' ? defaultDialCode : dialCode, digits: onlyDigits(digits) }
  }
  return { dialCode: countryDialCode, digits: onlyDigits(stored ?? '') }
}

const number = `[\\d+]{1,${longestPhone}}`

/** The shape only; both sides ask libphonenumber whether the number is possible in its country. */
export const storedPhonePattern = new RegExp(`^(\\+\\d{1,4}\\|\\|${number}|${number})?$`)

function onlyDigits(value: string): string {
  return value.replace(/\D/g, '')
}
