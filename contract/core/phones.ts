import { countries } from './countries.ts'

/** A phone number as entered: a country's dial code and further digits. */
export interface Phone {
  /** '+1' */
  dialCode: string
  /** Digits only; '' without a phone. */
  digits: string
}

/** The most digits of a number without its dial code. */
export const longestPhone = 20

export const defaultDialCode = '+1'
export const invalidPhone = 'Please provide a valid phone number'

/**
 * Reads a stored or typed phone. Without pipes, the dial code comes from the country (default +1). A number
 * that repeats its dial code, or starts with '+' and another one, keeps it once.
 */
export function readPhone(stored: string | null, countryDialCode: string = defaultDialCode): Phone {
  const [before = '', after] = (stored ?? '').split('||')
  const typed = after ?? before
  const dialCode = after === undefined ? countryDialCode : before || defaultDialCode
  return typed.trim().startsWith('+')
    ? internationalPhone(onlyDigits(typed), dialCode)
    : { dialCode, digits: onlyDigits(typed).replace(dialCode === '+1' ? repeatedOne : '', '') }
}

/** Returns a phone for storage: dial code, '||' and digits, or '' without digits. */
export function storedPhone({ dialCode, digits }: Phone): string {
  return digits === '' ? '' : `${dialCode}||${digits}`
}

/**
 * Returns a stored phone with its dial code once. Leaves numbers without pipes and plus, which use the
 * country's dial code, and values without digits, which are refused.
 */
export function storedOnce(value: string): string {
  return (value.includes('+') && storedPhone(readPhone(value))) || value
}

/** No North American number of ten digits has a 1 before it other than the dial code. */
const repeatedOne = /^1(?=\d{10}$)/

function internationalPhone(digits: string, dialCode: string): Phone {
  const [own] = [dialCode, ...dialCodes].filter((code) => `+${digits}`.startsWith(code))
  return own === undefined ? { dialCode, digits } : { dialCode: own, digits: digits.slice(own.length - 1) }
}

const dialCodes = [...new Set(countries.map((country) => country.dialCode))].sort(
  (a, b) => b.length - a.length,
)

const number = `[\\d+]{1,${longestPhone}}`

/** Checks the shape only. Both sides ask libphonenumber if the country has such numbers. */
export const storedPhonePattern = new RegExp(`^(\\+\\d{1,4}\\|\\|${number}|${number})?$`)

function onlyDigits(value: string): string {
  return value.replace(/\D/g, '')
}
