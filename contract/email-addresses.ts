/** The standard address pattern of HTML's email input, with at least one dot in the domain. */
export const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

export const invalidEmail = 'Invalid Email'

/** An email as it is compared and stored: in small letters, without the spaces around it. */
export function comparedEmail(email: string): string {
  return email.trim().toLowerCase()
}
