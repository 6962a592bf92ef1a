import { countries } from './countries.ts'

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

/**
 * Reads a stored or typed value. Without pipes it is only the number; its dial code comes from the country, default +1. A number that
 * repeats its dial code, or begins with another one after a plus, has that dial code once.
 */
export function readPhone(stored: string | null, countryDialCode: string = defaultDialCode): Phone {
  const [before = '', after] = (stored ?? '').split('||')
  const typed = after ?? before
  const dialCode = after === undefined ? countryDialCode : before || defaultDialCode
  return typed.trim().startsWith('+')
    ? internationalPhone(onlyDigits(typed), dialCode)
    : { dialCode, digits: onlyDigits(typed).replace(dialCode === '+1' ? repeatedOne : '', '') }
}

/** Returns a phone as it is stored: dial code, '||' and digits, or '' without digits. */
export function storedPhone({ dialCode, digits }: Phone): string {
  return digits === '' ? '' : `${dialCode}||${digits}`
}

/**
 * Returns a stored value with its dial code once. A number without pipes and plus stays: its dial code is that of the country. So does a
 * value without digits, which is refused as it is.
 */
export function storedOnce(value: string): string {
  return (value.includes('+') && storedPhone(readPhone(value))) || value
}

/** In North America, no number of ten digits has a 1 before it but the dial code. */
const repeatedOne = /^1(?=\d{10}$)/

function internationalPhone(digits: string, dialCode: string): Phone {
  const [own] = [dialCode, ...dialCodes].filter((code) => `+${digits}`.startsWith(code))
  return own === undefined ? { dialCode, digits } : { dialCode: own, digits: digits.slice(own.length - 1) }
}

const dialCodes = [...new Set(countries.map((country) => country.dialCode))].sort(
  (a, b) => b.length - a.length,
)

const number = `[\\d+]{1,${longestPhone}}`

/** The shape only; both sides ask libphonenumber whether the number is possible in its country. */
export const storedPhonePattern = new RegExp(`^(\\+\\d{1,4}\\|\\|${number}|${number})?$`)

function onlyDigits(value: string): string {
  return value.replace(/\D/g, '')
}
