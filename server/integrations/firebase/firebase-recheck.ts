import { Refusal } from '#server/core/http/refusal.ts'
import type { People } from '#server/core/identity/identity.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { findSignIns, forgetSignIn, renewSignIn } from '#server/people/identity/identity-sign-ins.ts'
import type { Tx } from '#server/services.ts'
import { write } from '#server/work.ts'
import { FirebaseAway, FirebaseRefused } from './firebase.ts'
import type { FirebaseServices } from './firebase-calls.ts'

const minute = 60_000
/** A proof that began no session within this time never will. */
const beginsWithin = 15 * minute

/** Google's codes for an invalid sign-in. */
const endings = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN', 'INVALID_GRANT']

type SignIn = Awaited<ReturnType<typeof findSignIns>>[number]

/**
 * Renews the ID token of every session begun by a password. Ends those whose token is refused, because the
 * account was disabled or deleted, or its password changed on Google's page. While Firebase is away, all
 * sessions continue.
 */
export async function recheckSignIns(services: FirebaseServices, people: People<Tx>): Promise<void> {
  const { log, firebase } = services
  // Without sign-ins, this call finds out that Firebase is back.
  if (firebase.health().awaySince) await firebase.fetchKeys().catch(() => undefined)
  for (const signIn of await findSignIns(services.db)) {
    if (!(await people.hasSession(signIn.proofHash))) {
      await forgetUnused(services, signIn)
      continue
    }
    const outcome = await renewed(services, signIn)
    if (outcome === 'ended') await endSessions(services, people, signIn)
    if (outcome === 'unknown') return log.warn('could not ask Firebase whether passwords are still valid')
  }
}

async function renewed(
  { db, clock, log, firebase, verifyRenewed }: FirebaseServices,
  { proofHash, addressHash, refreshToken }: SignIn,
): Promise<'holds' | 'ended' | 'unknown'> {
  try {
    const tokens = await firebase.renew(refreshToken)
    const { email } = await verifyRenewed(tokens.idToken)
    if (!hashOfSecret(email).equals(addressHash)) return 'ended'
    await renewSignIn(db, proofHash, { refreshToken: tokens.refreshToken, renewedAt: clock() })
    return 'holds'
  } catch (problem) {
    if (problem instanceof FirebaseAway) return 'unknown'
    if (problem instanceof Refusal) return problem.code === 'IDENTITY_NOT_PROVEN' ? 'ended' : 'unknown'
    if (!(problem instanceof FirebaseRefused)) throw problem
    if (endings.includes(problem.code)) return 'ended'
    log.error({ code: problem.code }, 'Firebase renews no ID token: see docs/firebase.md')
    return 'unknown'
  }
}

async function endSessions(services: FirebaseServices, people: People<Tx>, { proofHash }: SignIn) {
  await write(services, undefined, async (work) => {
    await forgetSignIn(work.tx, proofHash)
    await people.endSessionsOfProof(work, proofHash)
  })
}

async function forgetUnused({ db, clock }: FirebaseServices, { proofHash, provenAt }: SignIn) {
  if (provenAt.getTime() > clock().getTime() - beginsWithin) return
  await forgetSignIn(db, proofHash)
}
