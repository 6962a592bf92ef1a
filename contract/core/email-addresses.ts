/**
 * The pattern of HTML's email input, with at least one dot in the domain. It lists capital letters, because
 * the API's description has no flags.
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

/** Returns an email as it is compared and stored: in lower case, without surrounding spaces. */
export function comparedEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Returns an email as another system spelled it, for comparison: without invisible characters, which copying adds. */
export function visibleEmail(email: string): string {
  return comparedEmail(email.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}]/gu, ''))
}
