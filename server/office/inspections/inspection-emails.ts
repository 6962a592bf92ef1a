import { sql } from 'kysely'
import { holderOf, isHolder } from '#server/counting/certificates/certificate-holder.ts'
import type { Db } from '#server/services.ts'

/** A registration with its person and its newest certificate's signed credential. */
interface Certified {
  registrationId: number
  userId: string | null
  email: string | null
  jws: string | null
}

/**
 * Returns the email on each certificate, by registration, if the person has another one since. It changed by
 * a change of email, or by a merge or separation of accounts.
 */
export async function findEarlierEmails(
  db: Db,
  certified: readonly Certified[],
): Promise<Map<number, string>> {
  const moved = certified.flatMap(({ registrationId, userId, email, jws }) => {
    const holder = jws ? holderOf(payloadOf(jws)) : undefined
    return userId && email && holder && !isHolder(holder, email) ? [{ registrationId, userId, holder }] : []
  })
  if (moved.length === 0) return new Map()
  const emails = await findAllEmails(db, [...new Set(moved.map(({ userId }) => userId))])
  return new Map(
    moved.flatMap(({ registrationId, userId, holder }) => {
      const email = emails.find((each) => each.userId === userId && isHolder(holder, each.email))?.email
      return email ? [[registrationId, email]] : []
    }),
  )
}

/** Returns every email that these people ever had, including those of merged accounts. */
async function findAllEmails(db: Db, userIds: string[]): Promise<{ userId: string; email: string }[]> {
  const { rows } = await sql<{ userId: string; email: string }>`
    with account as (
      select id as user_id, id as account_id from unnest(${userIds}::uuid[]) id
      union select kept_id, absorbed_id from account_merges where kept_id = any(${userIds}::uuid[])
      union select absorbed_id, kept_id from account_merges where absorbed_id = any(${userIds}::uuid[])
    )
    select account.user_id, email from account join users on users.user_id = account_id
    union select account.user_id, absorbed_email from account join account_merges on absorbed_id = account_id
    union select account.user_id, jsonb_array_elements_text(details->'changes'->'email')
      from account join activities on activities.user_id = account_id and activity = 'email-changed'`.execute(
    db,
  )
  return rows
}

function payloadOf(jws: string): unknown {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
}
