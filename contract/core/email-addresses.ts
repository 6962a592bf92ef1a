import { withoutInvisible } from './visible-text.ts'

/**
 * The pattern of HTML's email input, with a dot in the domain. It lists capital letters, because the API's
 * description has no flags.
 */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

export const invalidEmail = 'Invalid Email'
/** The message of the form for a new account; reading.md, section 2. */
export const invalidNewEmail = 'Please provide valid email'

/** Returns the mailbox of an email for comparison: `pat+news@example.com` arrives at `pat@example.com`. */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '')
}

/** Returns 'p…@example.com', which only its owner recognizes. */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1…')
}

/** Returns an email as we store and compare it: in lower case, without invisible characters or surrounding spaces. */
export function comparedEmail(email: string): string {
  return withoutInvisible(email).trim().toLowerCase()
}

/** Returns the address in a pasted text, such as 'Pat Lee <pat@example.com>' or 'mailto:pat@example.com'. */
export function pastedEmail(text: string): string {
  const pasted = comparedEmail(text)
  const [, address = pasted] = /^[^<>]*<([^<>]*)>[\s,;]*$/.exec(pasted) ?? []
  return address.trim().replace(/^mailto:/, '')
}

/** Returns an email from a file or another system, ready to compare with ours: as `pastedEmail`, without spaces. */
export function visibleEmail(text: string): string {
  return pastedEmail(text).replaceAll(/[\p{Cc}\p{Z}]/gu, '')
}
