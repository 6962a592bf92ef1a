import type { Phone } from '#contract/core/phones.ts'

/** Returns a phone as it is stored: dial code, '||' and digits, or '' without digits. */
export function storedPhone(phone: Phone): string {
  return phone.digits === '' ? '' : `${phone.dialCode}||${phone.digits}`
}

/** Drops what a phone number cannot have. */
export function typedPhone(typed: string): string {
  return typed.replace(/[^\d+]/g, '')
}
