import { sql } from 'kysely'
import type { FoundAccount } from '#contract/office/accounts/merges.ts'
import { mostFound, separableDays } from '#contract/office/accounts/merges.ts'
import { findConsents, nameOfUser } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns the accounts merged into a person's, with their old emails, newest first. */
export function findMerges(db: Db, userId: string) {
  return db
    .selectFrom('accountMerges')
    .innerJoin('users as absorbed', 'absorbed.userId', 'absorbedId')
    .leftJoin('users', 'users.userId', 'mergedBy')
    .select(['accountMergeId', 'absorbedId', 'absorbedEmail', 'mergedAt'])
    .select(['users.email as mergedByEmail', nameOfUser.as('mergedByName')])
    .where('absorbed.mergedInto', '=', userId)
    .where('undoneAt', 'is', null)
    .orderBy('accountMergeId', 'desc')
    .execute()
}

/** Returns those accounts as administrators see them. */
export async function findMergeRecord(db: Db, userId: string) {
  const merges = await findMerges(db, userId)
  return merges.map(({ accountMergeId, absorbedEmail: email, mergedAt, mergedByName, mergedByEmail }) => ({
    accountMergeId,
    email,
    mergedAt,
    mergedBy: mergedByName || (mergedByEmail ?? ''),
    separableUntil: new Date(mergedAt.getTime() + separableDays * 86_400_000),
  }))
}

/** Returns the id of the account into which this one was merged, or its own. */
export async function findAccountId(db: Db, userId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('mergedInto')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return user?.mergedInto ?? userId
}

/** Returns the first accounts that a search finds, by name. */
export async function findAccounts(db: Db, search: string): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select user_id, trim(first_name || ' ' || last_name) as name, email, company_name, (
      select count(*) from registrations r where r.user_id = found.user_id and cancelled_at is null
    ) as registrations
    from (
      select user_id, first_name, last_name, email, company_name from users
      where ${search} <> '' and merged_into is null and search_text like all (search_patterns(${search}))
      order by lower(first_name || ' ' || last_name), user_id limit ${mostFound}
    ) found`.execute(db)
  return rows
}

/** Returns the data that only merged accounts have. */
export async function findMergedAccounts(db: Db, userId: string) {
  const merges = await findMerges(db, userId)
  return Promise.all(
    merges.map(async ({ absorbedId, absorbedEmail: email, mergedAt }) => {
      return { email, mergedAt, consents: await findConsents(db, absorbedId) }
    }),
  )
}
