import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Logger } from '#server/core/log.ts'
import { FirebaseAway, FirebaseRefused } from './firebase.ts'

/** What Google's words mean to a person. An unknown email is told like a wrong password, so that nobody learns of it. */
const meanings: Record<string, RefusalCode> = {
  INVALID_OOB_CODE: 'LINK_SPENT',
  EXPIRED_OOB_CODE: 'LINK_SPENT',
  EMAIL_NOT_FOUND: 'WRONG_PASSWORD',
  INVALID_PASSWORD: 'WRONG_PASSWORD',
  INVALID_LOGIN_CREDENTIALS: 'WRONG_PASSWORD',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'TOO_MANY',
  QUOTA_EXCEEDED: 'TOO_MANY',
  RESOURCE_EXHAUSTED: 'TOO_MANY',
  RATE_LIMIT_EXCEEDED: 'TOO_MANY',
}

/** Passwords that Google does not take, by the rules of the project. */
const weak = ['WEAK_PASSWORD', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS']

/**
 * Makes a refusal of what Firebase says no to; `also` says what a word means in this call. What only whoever runs the portal can mend is
 * logged by its word, and told like a Firebase that is away.
 */
export async function refusing<Result>(
  call: Promise<Result>,
  log: Logger,
  also: Record<string, RefusalCode> = {},
): Promise<Result> {
  try {
    return await call
  } catch (problem) {
    if (problem instanceof FirebaseAway) {
      log.warn({ reason: problem.message }, 'nobody can be signed in: Firebase is away')
      throw new Refusal('IDENTITY_AWAY')
    }
    if (!(problem instanceof FirebaseRefused)) throw problem
    const { code } = problem
    if (weak.includes(code)) refuseFields({ password: 'Please choose a stronger password' })
    const meaning = also[code] ?? meanings[code]
    if (meaning) throw new Refusal(meaning)
    log.error({ code }, 'Firebase does not do what it is asked for: see docs/firebase.md')
    throw new Refusal('IDENTITY_AWAY')
  }
}
