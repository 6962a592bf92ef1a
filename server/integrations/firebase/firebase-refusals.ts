import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Logger } from '#server/core/log.ts'
import { FirebaseAway, FirebaseRefused } from './firebase.ts'

/** Our refusals for Google's codes. An unknown email looks like a wrong password, so it reveals no account. */
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

/** Google's codes for a password that breaks the project's rules. */
const weak = ['WEAK_PASSWORD', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS']

/**
 * Turns Firebase's problems into refusals; `also` adds codes for this call. A code for the operator is
 * logged, and answered as if Firebase were away.
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
      log.warn({ reason: problem.message }, 'Firebase is away, so nobody can sign in')
      throw new Refusal('IDENTITY_AWAY')
    }
    if (!(problem instanceof FirebaseRefused)) throw problem
    const { code } = problem
    if (weak.includes(code)) refuseFields({ password: 'Please choose a stronger password' })
    const meaning = also[code] ?? meanings[code]
    if (meaning) throw new Refusal(meaning)
    log.error({ code }, 'Firebase refuses the portal: see docs/firebase.md')
    throw new Refusal('IDENTITY_AWAY')
  }
}
