import type { PasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import type { SecondStepWay, SignedIn } from '#contract/people/sessions/calls.ts'
import type { DemoAccount } from '#contract/people/sessions/demo-accounts.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import type { User } from '#contract/people/users/user.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import { refusesPassword } from '#server/core/single-sign-on/single-sign-on-config.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { clearBounce } from '#server/foundation/bounces/bounces.ts'
import { acceptPasskey } from '#server/people/passkeys/passkeys.ts'
import type { NewUser } from '#server/people/users/add-user.ts'
import { addUser } from '#server/people/users/add-user.ts'
import { findUserByEmail, getUser, lockUser, refuseLeftEmail } from '#server/people/users/queries.ts'
import { recognizeUser } from '#server/people/users/user-identities.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { endSession, findProof, startSession } from './session-changes.ts'
import { roleOfSession } from './session-rules.ts'

/**
 * Takes the second step after an administrator's password, before a session with their rights exists. Returns
 * its kind, or null if none is required. Refuses a missing or wrong one.
 */
export type SecondStep = (work: Work, user: User) => Promise<SecondStepWay | null>

export interface SignIn {
  identity: Pick<Identity<Tx>, 'confirm'>
  proven: ProvenIdentity
  /** Browser and system in words. */
  device: string
  /** The browser's previous session, which ends. */
  replacedHash: Buffer | undefined
  secondStep: SecondStep
}

/**
 * Starts a session for a proven address. Refuses with USER_NOT_FOUND for a new person, with EMAIL_CHANGED or
 * ACCOUNT_MERGED for an address just left, with IDENTITY_NOT_PROVEN for a spent or voided proof, and like the
 * second step.
 */
export async function signInUser(work: Work, signIn: SignIn): Promise<SignedIn> {
  return admitUser(work, await recognizeProven(work, signIn), signIn)
}

/** Starts a session for a recognized person. Refuses an administrator's password with SINGLE_SIGN_ON_REQUIRED. */
export async function admitUser(
  work: Work,
  user: User,
  {
    proven,
    device,
    replacedHash,
    secondStep: take,
  }: Omit<SignIn, 'identity' | 'proven'> & { proven: Pick<ProvenIdentity, 'provenBy' | 'proofHash'> },
): Promise<SignedIn> {
  const { provenBy: beganBy, proofHash } = proven
  const isAdmin = roleOfSession({ ...user, beganBy }) === 'admin'
  if (isAdmin) refusePassword(work, user)
  const secondStep = isAdmin ? await take(work, user) : null
  if (replacedHash) await endSession(work, replacedHash)
  const token = await startSession(work, user.userId, { beganBy, proofHash, device, secondStep })
  return { userData: user, token, isAdmin }
}

/** Refuses with SINGLE_SIGN_ON_REQUIRED the password of an administrator with this email. */
export function refusePassword({ config }: Work, { email }: Pick<User, 'email'>) {
  if (refusesPassword(config.singleSignOn, email)) throw new Refusal('SINGLE_SIGN_ON_REQUIRED')
}

/** Returns the administrator who just typed their password. Refuses with NOT_ADMINISTRATOR, and like a sign-in. */
export async function recognizeAdministrator(
  work: Work,
  given: Pick<SignIn, 'identity' | 'proven'>,
): Promise<User> {
  const user = await recognizeProven(work, given)
  if (roleOfSession({ ...user, beganBy: given.proven.provenBy }) !== 'admin')
    throw new Refusal('NOT_ADMINISTRATOR')
  refusePassword(work, user)
  return user
}

/** Starts a session with a person's rights for a passkey's signature. Refuses with PASSKEY_REFUSED. */
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

/**
 * Starts a session of an account of the demo, as its own way in would. Refuses with NOT_FOUND if there is none, and like the second
 * step.
 */
export async function lookAround(
  work: Work,
  as: DemoAccount,
  signIn: Pick<SignIn, 'device' | 'replacedHash' | 'secondStep'>,
): Promise<SignedIn> {
  const { email, role } = demoAccounts[as]
  const known = await findUserByEmail(work.tx, email)
  if (!known) throw new Refusal('NOT_FOUND')
  const user = await lockUser(work.tx, known.userId)
  const provenBy = role === null ? ('link' as const) : ('password' as const)
  return admitUser(work, user, {
    ...signIn,
    proven: { provenBy, proofHash: hashOfSecret(newSecret()) },
  })
}

/** Creates a proven address's account if missing, and signs in. Refuses with IDENTITY_NOT_PROVEN or EMAIL_CHANGED. */
export async function createUser(work: Work, signIn: SignIn, account: NewUser): Promise<SignedIn> {
  if (signIn.proven.email !== account.email) throw new Refusal('IDENTITY_NOT_PROVEN')
  await addUser(work, account)
  return signInUser(work, signIn)
}

/** Returns an ID token's person. Refuses like `signInUser`. */
export async function recognizeProven(
  work: Work,
  { identity, proven }: Pick<SignIn, 'identity' | 'proven'>,
): Promise<User> {
  await identity.confirm(work.tx, proven)
  const user = await recognizeUser(work, proven)
  // Checks under the person's lock. A concurrent end of their sessions has spent the proof, or waits and ends
  // this session, too.
  const { isSpent, isBounced } = await findProof(work, proven)
  if (isSpent) throw new Refusal('IDENTITY_NOT_PROVEN')
  // The mail with the link arrived.
  if (user && isBounced && proven.provenBy === 'link')
    await clearBounce({ ...work, actingUserId: user.userId }, proven.email)
  if (user) return user
  await refuseLeftEmail(work.tx, proven.email, work.clock())
  throw new Refusal('USER_NOT_FOUND')
}
