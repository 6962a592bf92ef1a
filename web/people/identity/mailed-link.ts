import { codeDigits, minutesValid } from '#contract/people/identity/calls.ts'

/**
 * Returns the contents of the portal's sign-in email; undefined if Firebase writes it, without digits and
 * with its own expiry.
 */
export function ownMail(): { digits: number; minutes: number } | undefined {
  const isElsewhere = globalThis.document?.querySelector('meta[name="identity"][content="firebase"]')
  return isElsewhere ? undefined : { digits: codeDigits, minutes: minutesValid['sign-in'] }
}

/** Says how long an emailed link works: 'once and expires in 15 minutes'. */
export function lifeOfLink(): string {
  const own = ownMail()
  return own ? `once and expires in ${own.minutes} minutes` : 'once and expires soon'
}
