import type { Input } from '#contract/core/endpoint.ts'
import type { PasskeyAnswer } from '#contract/passkeys/answers.ts'
import type * as endpoints from '#contract/sessions/calls.ts'
import type { SignedIn } from '#contract/sessions/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { clearBounce } from '#server/bounces/bounces.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import { acceptPasskey } from '#server/passkeys/passkeys.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findUserByEmail, findUserByIdentity, getUser, refuseLeftEmail } from './queries.ts'
import { noteSignIn } from './user-administrators.ts'
import type { SecondStep } from './user-second-steps.ts'
import { endSession, refuseSpentProof, startSession } from './user-session-changes.ts'
import { roleOfSession } from './user-session-rules.ts'

/** Who signs in, by what, and from where. */
export interface SignIn {
  identity: Pick<Identity<Tx>, 'confirm'>
  proven: ProvenIdentity
  /** Browser and system in plain words. */
  device: string
  /** The session that this browser had before: it ends. */
  replacedHash: Buffer | undefined
  /** What an administrator's password is followed by. */
  secondStep: SecondStep
}

/**
 * Starts a session for whoever has proven an address. Refuses with USER_NOT_FOUND for somebody new, with
 * EMAIL_CHANGED or ACCOUNT_MERGED for an address that its person has left lately, with IDENTITY_NOT_PROVEN where the proof was spent or voided,
 * and as the second step does.
 */
export async function signInUser(work: Work, signIn: SignIn): Promise<SignedIn> {
  return admitUser(work, await recogniseProven(work, signIn), signIn)
}

/** The same for somebody who is recognised already. */
export async function admitUser(
  work: Work,
  user: User,
  { proven, device, replacedHash, secondStep: take }: Omit<SignIn, 'identity'>,
): Promise<SignedIn> {
  const { provenBy: beganBy, proofHash } = proven
  const isAdmin = roleOfSession({ ...user, beganBy }) === 'admin'
  const secondStep = isAdmin ? await take(work, user) : null
  if (replacedHash) await endSession(work, replacedHash)
  const token = await startSession(work, user.userId, { beganBy, proofHash, device, secondStep })
  // The mail that it was in has arrived.
  if (beganBy === 'link') await clearBounce({ ...work, actingUserId: user.userId }, proven.email)
  if (isAdmin) await noteSignIn(work, user.userId)
  return { userData: user, token, isAdmin }
}

/** The administrator who has just typed their password. Refuses with NOT_ADMINISTRATOR, and as a sign-in does. */
export async function recogniseAdministrator(
  work: Work,
  given: Pick<SignIn, 'identity' | 'proven'>,
): Promise<User> {
  const user = await recogniseProven(work, given)
  if (roleOfSession({ ...user, beganBy: given.proven.provenBy }) !== 'admin') throw new Refusal('NOT_ADMINISTRATOR')
  return user
}

/** Starts a session of whose passkey has signed, with a person's rights. Refuses with PASSKEY_REFUSED. */
export async function signInWithPasskey(
  work: Work,
  passkey: PasskeyAnswer,
  { device, replacedHash }: Pick<SignIn, 'device' | 'replacedHash'>,
): Promise<SignedIn> {
  const userId = await acceptPasskey(work, passkey)
  const userData = await getUser(work.tx, userId)
  if (replacedHash) await endSession(work, replacedHash)
  const token = await startSession(work, userId, { beganBy: 'passkey', device })
  await happened(work, [{ activity: 'passkey-used', userId, actedBy: userId }])
  return { userData, token, isAdmin: false }
}

/** What a new account starts with; what is absent is blank. */
export type NewUser = Omit<Input<typeof endpoints.createUser>['body'], 'authToken'>

/** Creates the account of a proven address and signs in; one that exists stays as it is. Refuses with IDENTITY_NOT_PROVEN or EMAIL_CHANGED. */
export async function createUser(work: Work, signIn: SignIn, account: NewUser): Promise<SignedIn> {
  if (signIn.proven.email !== account.email) throw new Refusal('IDENTITY_NOT_PROVEN')
  const made = await work.tx
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (made) {
    // Asked afterwards: whoever had it until just now has left it before this looks.
    await refuseLeftEmail(work.tx, account.email, work.clock())
    await happened(work, [{ activity: 'signed-up', userId: made.userId, actedBy: made.userId }])
  }
  return signInUser(work, signIn)
}

/** The person that an ID token proves. Refuses as `signInUser` does. */
export async function recogniseProven(
  work: Work,
  { identity, proven }: Pick<SignIn, 'identity' | 'proven'>,
): Promise<User> {
  await identity.confirm(work.tx, proven)
  const user = await recogniseUser(work, proven)
  // Asked once this person is held: whoever ends their sessions has spent it before, or waits and ends this one, too.
  await refuseSpentProof(work, proven)
  if (user) return user
  await refuseLeftEmail(work.tx, proven.email, work.clock())
  throw new Refusal('USER_NOT_FOUND')
}

/** By identity, else by the proven address: after a change of the identity provider the account is the same. */
async function recogniseUser({ tx }: Work, proven: ProvenIdentity): Promise<User | undefined> {
  const { issuer, subject, email } = proven
  await holdEmail(tx, proven)
  const known = await findUserByIdentity(tx, issuer, subject)
  if (known) return known
  const user = await findUserByEmail(tx, email)
  if (!user) return undefined
  await tx
    .insertInto('userIdentities')
    .values({ issuer, subject, userId: user.userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return user
}

/** Whoever changes this person's email or signs them out waits until the session has begun; where somebody just has, it is seen from here on. */
async function holdEmail(tx: Tx, { issuer, subject, email }: ProvenIdentity): Promise<void> {
  await tx
    .selectFrom('users')
    .select('userId')
    .where((user) =>
      user.or([
        user('email', '=', email),
        user(
          'userId',
          '=',
          user
            .selectFrom('userIdentities')
            .select('userIdentities.userId')
            .where('issuer', '=', issuer)
            .where('subject', '=', subject),
        ),
      ]),
    )
    .forKeyShare()
    .execute()
}
