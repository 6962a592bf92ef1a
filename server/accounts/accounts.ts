import type { SignedIn } from '#contract/accounts.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { ProvenIdentity } from '#server/platform/identity/verify-id-token.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import { startSession } from './account-sessions.ts'
import type { User } from './queries.ts'
import { findUserByEmail, findUserByIdentity, userDataOf } from './queries.ts'

/** Turns an ID token into a session. Refuses with IDENTITY_NOT_PROVEN, or USER_NOT_FOUND for somebody new. */
export async function exchangeToken(services: Services, authToken: string): Promise<SignedIn> {
  const identity = await services.verifyIdToken(authToken)
  const user = await recogniseUser(services.db, identity)
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return signIn(services, user)
}

/** What a new account starts with; '' where nothing was given. */
export type NewUser = Pick<
  User,
  'email' | 'first_name' | 'last_name' | 'country' | 'state' | 'zip' | 'company_name' | 'phone'
>

/** Creates the account of a proven address and signs in; one that exists stays as it is. */
export async function createUser(services: Services, authToken: string, account: NewUser): Promise<SignedIn> {
  const identity = await services.verifyIdToken(authToken)
  if (identity.email !== account.email) throw new Refusal('IDENTITY_NOT_PROVEN')
  await services.db
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return exchangeToken(services, authToken)
}

/** True only for the session of the administrator who has this very address. */
export async function hasAdminAccess(db: Db, email: string, userId: string | undefined): Promise<boolean> {
  const user = await findUserByEmail(db, email)
  return user !== undefined && user.role === 'admin' && user.user_id === userId
}

/** Makes the first administrator when nobody has that address. */
export async function ensureAdministrator(db: Db, email: string): Promise<{ isNew: boolean }> {
  const known = await findUserByEmail(db, email)
  if (known) return { isNew: false }
  await db
    .insertInto('users')
    .values({ email, role: 'admin', first_name: 'Portal', last_name: 'Administrator' })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return { isNew: true }
}

/** Ends every session of an address; the database tells all processes. */
export async function endSessionsOf(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', tx.selectFrom('users').select('user_id').where('email', '=', email))
    .execute()
}

/** By identity, else by the proven address: after a change of the identity provider the account is the same. */
async function recogniseUser(db: Db, { issuer, subject, email }: ProvenIdentity): Promise<User | undefined> {
  const known = await findUserByIdentity(db, issuer, subject)
  if (known) return known
  const user = await findUserByEmail(db, email)
  if (!user) return undefined
  await db
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: user.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return user
}

async function signIn(services: Services, user: User): Promise<SignedIn> {
  const token = await startSession(services, user.user_id)
  return { userData: userDataOf(user), token, isAdmin: user.role === 'admin' }
}
