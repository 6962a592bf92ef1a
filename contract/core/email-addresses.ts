/**
 * The standard address pattern of HTML's email input, with at least one dot in the domain. It names capital letters, since
 * the API's description carries no flags.
 */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

export const invalidEmail = 'Invalid Email'

/** The mailbox behind an email as it is compared: `pat+news@example.com` arrives where `pat@example.com` does. */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '')
}

/** 'p…@example.com': whose it is knows it, nobody else does. */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1…')
}

/** An email as it is compared and stored: in small letters, without the spaces around it. */
export function comparedEmail(email: string): string {
  return email.trim().toLowerCase()
}
