import { decodeJwt } from 'jose'
import { paths } from '#contract/core/paths.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { People } from '#server/core/identity/identity.ts'
import type { IdentityCalls } from '#server/core/identity/identity-calls.ts'
import { newSecret } from '#server/core/identity/secrets.ts'
import type { VerifyIdToken } from '#server/core/identity/verify-id-token.ts'
import { dropPassword } from '#server/people/identity/identity.ts'
import { isSettled, noteSettled, voidProofs } from '#server/people/identity/identity-addresses.ts'
import { keepSignIn } from '#server/people/identity/identity-sign-ins.ts'
import { hostedAudience, openSigner } from '#server/people/identity/identity-tokens.ts'
import type { Services, Tx } from '#server/services.ts'
import { write } from '#server/work.ts'
import type { Firebase } from './firebase.ts'
import { FirebaseRefused, isEmailVerified } from './firebase.ts'
import { refusing } from './firebase-refusals.ts'

/** The services that an identity provider needs. */
export type ProviderServices = Pick<
  Services,
  'config' | 'db' | 'jobs' | 'follow' | 'notifications' | 'clock' | 'log'
>

export interface FirebaseServices extends ProviderServices {
  firebase: Firebase
  /** Verifies a token of a new sign-in. */
  verifyHosted: VerifyIdToken
  /** Verifies a renewed token. */
  verifyRenewed: VerifyIdToken
}

/** Returns the portal's identity calls, answered by Firebase. */
export function firebaseCalls(services: FirebaseServices, people: People<Tx>): IdentityCalls {
  const { config, db, clock, log, firebase } = services
  // Firebase's tokens don't tell a link from a password, and two sign-ins within a second may get the same token.
  const ownToken = openSigner(services, hostedAudience)

  return {
    sendSignInLink: (email, { eventSlotId } = {}) => {
      const slot = eventSlotId === undefined ? '' : `?slot=${eventSlotId}`
      return refusing(firebase.sendSignInLink(email, config.publicUrl + paths.signInLink() + slot), log)
    },

    async signInWithLink(email, code) {
      const provenAt = clock()
      const { idToken } = await refusing(firebase.signInWithLink(email, code), log, {
        INVALID_EMAIL: 'LINK_SPENT',
        USER_DISABLED: 'ACCOUNT_DISABLED',
      })
      const subject = await subjectOf(services, idToken, email)
      // If two links are opened concurrently, one removes the password, and with it the other's token.
      await refusing(settle(services, { idToken, email, subject }), log, {
        TOKEN_EXPIRED: 'LINK_SPENT',
        INVALID_ID_TOKEN: 'LINK_SPENT',
      })
      return { idToken: await ownToken({ subject, email, provenAt, provenBy: 'link' }) }
    },

    async signInWithPassword(email, password) {
      // Read before the call, so that a password chosen during it voids this proof.
      const provenAt = clock()
      const hosted = await refusing(firebase.signInWithPassword(email, password), log, {
        INVALID_EMAIL: 'WRONG_PASSWORD',
        USER_DISABLED: 'WRONG_PASSWORD',
      })
      if (!isEmailVerified(hosted.idToken)) {
        await refusing(firebase.sendPasswordReset(email, config.publicUrl + paths.adminLogin()), log)
        throw new Refusal('EMAIL_NOT_VERIFIED')
      }
      const subject = await subjectOf(services, hosted.idToken, email)
      const idToken = await ownToken({ subject, email, provenAt, provenBy: 'password' })
      await noteSettled(db, email, subject, clock())
      await keepSignIn(db, { idToken, email, provenAt, refreshToken: hosted.refreshToken })
      return idToken
    },

    async sendPasswordReset(email) {
      if (!firebase.isReachable()) throw new Refusal('IDENTITY_AWAY')
      await write(services, undefined, (work) => work.addJobs('mail-password-reset', [{ email }]))
    },

    async resetPassword({ email, code, password }) {
      const owner = await refusing(firebase.readResetCode(code), log)
      if (owner.toLowerCase() !== email) throw new Refusal('LINK_SPENT')
      await refusing(firebase.resetPassword(code, password), log, {
        EMAIL_NOT_FOUND: 'LINK_SPENT',
        USER_DISABLED: 'ACCOUNT_DISABLED',
      })
      await keepChosenPassword(services, email, password)
      await write(services, undefined, async (work) => {
        await voidProofs(work.tx, email, clock())
        await dropPassword(work.tx, email)
        await people.endSessions(work, email)
      })
    },
  }
}

/**
 * Lets Firebase email administrators a link to a new password, and others a sign-in link. Creates an
 * administrator's Firebase account if missing.
 */
export async function mailFirebaseReset(
  { config, firebase }: FirebaseServices,
  people: People<Tx>,
  email: string,
) {
  const role = await people.roleOf(email)
  if (role === 'user') await firebase.sendSignInLink(email, config.publicUrl + paths.signInLink())
  if (role !== 'admin') return
  await firebase.signUp(email, strongPassword()).catch((problem: unknown) => {
    if (!(problem instanceof FirebaseRefused && problem.code === 'EMAIL_EXISTS')) throw problem
  })
  await firebase.sendPasswordReset(email, config.publicUrl + paths.adminLogin())
}

/** Verifies a token from Firebase, like any other, and returns its subject. */
async function subjectOf({ verifyHosted }: FirebaseServices, idToken: string, email: string) {
  const proven = await verifyHosted(idToken)
  if (proven.email !== email) throw new Refusal('IDENTITY_NOT_PROVEN')
  return proven.subject
}

/**
 * Replaces a password older than the mailbox's proof. A stranger may have created the account with a
 * password, which would open it.
 */
async function settle(
  { db, clock, firebase }: FirebaseServices,
  { idToken, email, subject }: { idToken: string; email: string; subject: string },
) {
  if (await isSettled(db, email, subject)) return
  if (await firebase.hasPassword(idToken)) await firebase.changePassword(idToken, strongPassword())
  await noteSettled(db, email, subject, clock())
}

/** Records that the mailbox's owner chose the password, so that no link replaces it. */
async function keepChosenPassword(
  { db, clock, firebase }: FirebaseServices,
  email: string,
  password: string,
) {
  // A problem is reported at the next sign-in.
  const signedIn = await firebase.signInWithPassword(email, password).catch(() => undefined)
  if (signedIn) await noteSettled(db, email, decodeJwt(signedIn.idToken).sub ?? '', clock())
}

/** Returns an unknown password that meets any project's rules. */
function strongPassword() {
  return `${newSecret()}aA1!`
}
