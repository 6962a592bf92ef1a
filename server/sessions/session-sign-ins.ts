import type { PasskeyAnswer } from '#contract/passkeys/answers.ts'
import type { SecondStepWay, SignedIn } from '#contract/sessions/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { clearBounce } from '#server/bounces/bounces.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import { acceptPasskey } from '#server/passkeys/passkeys.ts'
import type { Tx } from '#server/services.ts'
import type { NewUser } from '#server/users/add-user.ts'
import { addUser } from '#server/users/add-user.ts'
import { getUser, refuseLeftEmail } from '#server/users/queries.ts'
import { recogniseUser } from '#server/users/user-identities.ts'
import type { Work } from '#server/work.ts'
import { endSession, refuseSpentProof, startSession } from './session-changes.ts'
import { roleOfSession } from './session-rules.ts'

/**
 * Takes what follows an administrator's password, before there is a session with their rights. Gives how it was taken, null
 * where nothing is asked for. Refuses where it is not taken.
 */
export type SecondStep = (work: Work, user: User) => Promise<SecondStepWay | null>

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
  return { userData: user, token, isAdmin }
}

/** The administrator who has just typed their password. Refuses with NOT_ADMINISTRATOR, and as a sign-in does. */
export async function recogniseAdministrator(
  work: Work,
  given: Pick<SignIn, 'identity' | 'proven'>,
): Promise<User> {
  const user = await recogniseProven(work, given)
  if (roleOfSession({ ...user, beganBy: given.proven.provenBy }) !== 'admin')
    throw new Refusal('NOT_ADMINISTRATOR')
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

/** Creates the account of a proven address and signs in; one that exists stays as it is. Refuses with IDENTITY_NOT_PROVEN or EMAIL_CHANGED. */
export async function createUser(work: Work, signIn: SignIn, account: NewUser): Promise<SignedIn> {
  if (signIn.proven.email !== account.email) throw new Refusal('IDENTITY_NOT_PROVEN')
  await addUser(work, account)
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
