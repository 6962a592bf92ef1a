import type { User } from '#contract/users/calls.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import type { Db, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findUserByEmail, userColumns } from './queries.ts'

/** By identity, else by the proven address: after a change of the identity provider the account is the same. */
export async function recogniseUser({ tx }: Work, proven: ProvenIdentity): Promise<User | undefined> {
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

/** The person who has signed in by this identity before. */
function findUserByIdentity(db: Db, issuer: string, subject: string): Promise<User | undefined> {
  return db
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.userId', 'userIdentities.userId')
    .select(userColumns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}
