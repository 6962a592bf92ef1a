import { decodeJwt } from 'jose'
import { paths } from '#contract/core/paths.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { People } from '#server/core/identity/identity.ts'
import type { IdentityCalls } from '#server/core/identity/identity-calls.ts'
import { newSecret } from '#server/core/identity/secrets.ts'
import type { VerifyIdToken } from '#server/core/identity/verify-id-token.ts'
import { dropPassword } from '#server/identity/identity.ts'
import { isSettled, noteSettled, voidProofs } from '#server/identity/identity-addresses.ts'
import { keepSignIn } from '#server/identity/identity-sign-ins.ts'
import { hostedAudience, signIdToken } from '#server/identity/identity-tokens.ts'
import type { Services, Tx } from '#server/services.ts'
import { write } from '#server/work.ts'
import type { Firebase } from './firebase.ts'
import { FirebaseRefused, isEmailVerified } from './firebase.ts'
import { refusing } from './firebase-refusals.ts'

/** What an identity provider works with. */
export type ProviderServices = Pick<Services, 'config' | 'db' | 'jobs' | 'notices' | 'clock' | 'log'>

export interface FirebaseServices extends ProviderServices {
  firebase: Firebase
  /** Of a token as Firebase has just given it. */
  verifyHosted: VerifyIdToken
  /** Of one that was renewed. */
  verifyRenewed: VerifyIdToken
}

/** What people ask of the portal, as Firebase answers it. */
export function firebaseCalls(services: FirebaseServices, people: People<Tx>): IdentityCalls {
  const { config, db, clock, log, firebase } = services
  // Firebase's own says neither by what nor, within a second, when it was bought: two sign-ins may give the same letters.
  const ownToken = (proof: Omit<Parameters<typeof signIdToken>[1], 'audience'>) =>
    signIdToken(services, { ...proof, audience: hostedAudience })

  return {
    sendSignInLink: (email) =>
      refusing(firebase.sendSignInLink(email, config.publicUrl + paths.signInLink()), log),

    async signInWithLink(email, code) {
      const provenAt = clock()
      const { idToken } = await refusing(firebase.signInWithLink(email, code), log, {
        INVALID_EMAIL: 'LINK_SPENT',
        USER_DISABLED: 'ACCOUNT_DISABLED',
      })
      const subject = await subjectOf(services, idToken, email)
      // Of two links that are opened at once, one takes the password away, and the token of the other with it.
      await refusing(settle(services, { idToken, email, subject }), log, {
        TOKEN_EXPIRED: 'LINK_SPENT',
        INVALID_ID_TOKEN: 'LINK_SPENT',
      })
      return ownToken({ subject, email, provenAt, provenBy: 'link' })
    },

    async signInWithPassword(email, password) {
      // Before it is asked: a new password that is chosen meanwhile voids this proof.
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
 * Has Firebase mail what lets somebody in who has forgotten how: administrators a link to a new password, everybody else one to
 * sign in. An administrator need not have an account over there before.
 */
export async function mailFirebaseReset(
  { config, firebase }: FirebaseServices,
  people: People<Tx>,
  email: string,
): Promise<void> {
  const role = await people.roleOf(email)
  if (role === 'user') await firebase.sendSignInLink(email, config.publicUrl + paths.signInLink())
  if (role !== 'admin') return
  await firebase.signUp(email, strongPassword()).catch((problem: unknown) => {
    if (!(problem instanceof FirebaseRefused && problem.code === 'EMAIL_EXISTS')) throw problem
  })
  await firebase.sendPasswordReset(email, config.publicUrl + paths.adminLogin())
}

/** Whose ID token it is that Firebase has given; believed no sooner than anybody else's. */
async function subjectOf(
  { verifyHosted }: FirebaseServices,
  idToken: string,
  email: string,
): Promise<string> {
  const proven = await verifyHosted(idToken)
  if (proven.email !== email) throw new Refusal('IDENTITY_NOT_PROVEN')
  return proven.subject
}

/**
 * Anybody may make an account of somebody else's address, with a password of theirs; it opens nothing before the mailbox is
 * proven, and everything after. So the first link that is redeemed takes such a password away.
 */
async function settle(
  { db, clock, firebase }: FirebaseServices,
  { idToken, email, subject }: { idToken: string; email: string; subject: string },
): Promise<void> {
  if (await isSettled(db, email, subject)) return
  if (await firebase.hasPassword(idToken)) await firebase.changePassword(idToken, strongPassword())
  await noteSettled(db, email, subject, clock())
}

/** Notes whose password has just been chosen by the mailbox, so that no link takes it away. */
async function keepChosenPassword(
  { db, clock, firebase }: FirebaseServices,
  email: string,
  password: string,
): Promise<void> {
  // Whatever is in the way of signing in is told when somebody does.
  const signedIn = await firebase.signInWithPassword(email, password).catch(() => undefined)
  if (signedIn) await noteSettled(db, email, decodeJwt(signedIn.idToken).sub ?? '', clock())
}

/** One that nobody will ever know, whatever a project asks of passwords. */
function strongPassword(): string {
  return `${newSecret()}aA1!`
}
