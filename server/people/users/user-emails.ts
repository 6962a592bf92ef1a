import { sql } from 'kysely'
import type { Db } from '#server/services.ts'

interface PersonEmail {
  userId: string
  email: string
}

/**
 * Returns the emails by which these people are known. These are their own, and earlier ones of theirs and of accounts merged into
 * theirs, unless another account has them now.
 */
export async function findEmails(db: Db, userIds: readonly string[]): Promise<PersonEmail[]> {
  const standing = sql`select merged_into, user_id from users where merged_into = any(${userIds}::uuid[])`
  const { rows } = await sql<PersonEmail>`
    select had.user_id, had.email from (${emailsOf(userIds, standing)}) had left join users holder on holder.email = had.email
    where holder.user_id is null or holder.user_id = had.user_id
    order by email`.execute(db)
  return rows
}

/** Returns all emails these people ever had. Includes those of accounts once merged with theirs, even if separated again. */
export async function findEmailsEver(db: Db, userIds: readonly string[]): Promise<PersonEmail[]> {
  const ever = sql`select kept_id, absorbed_id from account_merges where kept_id = any(${userIds}::uuid[])
    union select absorbed_id, kept_id from account_merges where absorbed_id = any(${userIds}::uuid[])`
  return (await emailsOf(userIds, ever).execute(db)).rows
}

function emailsOf(userIds: readonly string[], merged: ReturnType<typeof sql>) {
  return sql<PersonEmail>`
    with account (user_id, account_id) as (select id, id from unnest(${userIds}::uuid[]) id union ${merged})
    select account.user_id, email from account join users on users.user_id = account_id where merged_into is null
    union select account.user_id, absorbed_email from account join account_merges on absorbed_id = account_id
    union select account.user_id, jsonb_array_elements_text(details->'changes'->'email')
      from account join activities on activities.user_id = account_id and activity = 'email-changed'`
}
