import { codeDigits, minutesValid } from '#contract/identity/calls.ts'

/**
 * What a sign-in mail has in it that the portal writes itself. undefined: Firebase writes it, without digits, and how long its link
 * works is Google's to say.
 */
export function ownMail(): { digits: number; minutes: number } | undefined {
  const isElsewhere = globalThis.document?.querySelector('meta[name="identity"][content="firebase"]')
  return isElsewhere ? undefined : { digits: codeDigits, minutes: minutesValid['sign-in'] }
}

/** How a mailed link works: 'once, for 15 minutes'. */
export function lifeOfLink(): string {
  const own = ownMail()
  return own ? `once, for ${own.minutes} minutes` : 'once, and not for long'
}
