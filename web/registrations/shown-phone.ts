import { readPhone } from '#contract/phones.ts'

/** '+1 8035550100', for people to read; '' when there is none. */
export function shownPhone(stored: string | null): string {
  const phone = readPhone(stored)
  return phone.digits === '' ? '' : `${phone.dialCode} ${phone.digits}`
}
