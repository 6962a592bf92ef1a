import type { Phone } from '#contract/core/phones.ts'

/** Stored as dial code, a double pipe, then digits; no digits, no phone: ''. */
export function storedPhone(phone: Phone): string {
  return phone.digits === '' ? '' : `${phone.dialCode}||${phone.digits}`
}

/** What the phone input keeps of what is typed. */
export function typedPhone(typed: string): string {
  return typed.replace(/[^\d+]/g, '')
}
