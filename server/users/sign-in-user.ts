import type { Input } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/users.ts'
import type { SignedIn, User } from '#contract/users.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { ProvenIdentity } from '#server/platform/identity/verify-id-token.ts'
import type { Work } from '#server/work.ts'
import { findUserByEmail, findUserByIdentity } from './queries.ts'
import { startSession } from './user-sessions.ts'

/** Starts a session for whoever has proven an address. Refuses with USER_NOT_FOUND for somebody new. */
export async function signInUser(work: Work, identity: ProvenIdentity): Promise<SignedIn> {
  const user = await recogniseUser(work, identity)
  if (!user) throw new Refusal('USER_NOT_FOUND')
  const token = await startSession(work, user.userId)
  return { userData: user, token, isAdmin: user.role === 'admin' }
}

/** What a new account starts with; what is absent is blank. */
export type NewUser = Omit<Input<typeof endpoints.createUser>['body'], 'authToken'>

/** Creates the account of a proven address and signs in; one that exists stays as it is. Refuses with IDENTITY_NOT_PROVEN. */
export async function createUser(work: Work, identity: ProvenIdentity, account: NewUser): Promise<SignedIn> {
  if (identity.email !== account.email) throw new Refusal('IDENTITY_NOT_PROVEN')
  await work.tx
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return signInUser(work, identity)
}

/** By identity, else by the proven address: after a change of the identity provider the account is the same. */
async function recogniseUser(
  { tx }: Work,
  { issuer, subject, email }: ProvenIdentity,
): Promise<User | undefined> {
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
