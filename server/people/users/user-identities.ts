import type { User } from '#contract/people/users/user.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import type { Db, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findUserByEmail, userColumns } from './queries.ts'

type Known = Pick<ProvenIdentity, 'issuer' | 'subject' | 'email'>

/** Finds a person by identity, else by the proven address. So accounts survive a change of the identity provider. */
export async function recognizeUser({ tx }: Work, proven: Known): Promise<User | undefined> {
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

/** Forgets a person's identities at one issuer, so that their email may belong to another account there. */
export async function forgetIdentities({ tx }: Work, userId: string, issuer: string) {
  const bare = issuer.replace(/\/$/, '')
  await tx
    .deleteFrom('userIdentities')
    .where('userId', '=', userId)
    .where('issuer', 'in', [bare, `${bare}/`])
    .execute()
}

/** Locks the person, so that changes of their email and sign-outs wait for the session, or are visible here. */
async function holdEmail(tx: Tx, { issuer, subject, email }: Known) {
  const known = tx
    .selectFrom('userIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
  await tx
    .selectFrom('users')
    .select('userId')
    .where((user) => user.or([user('email', '=', email), user('userId', '=', known)]))
    .forKeyShare()
    .execute()
}

function findUserByIdentity(db: Db, issuer: string, subject: string): Promise<User | undefined> {
  return db
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.userId', 'userIdentities.userId')
    .select(userColumns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}
