import { holderOf, isHolder } from '#server/counting/certificates/certificate-holder.ts'
import { findEmailsEver } from '#server/people/users/user-emails.ts'
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
  const emails = await findEmailsEver(db, [...new Set(moved.map(({ userId }) => userId))])
  return new Map(
    moved.flatMap(({ registrationId, userId, holder }) => {
      const email = emails.find((each) => each.userId === userId && isHolder(holder, each.email))?.email
      return email ? [[registrationId, email]] : []
    }),
  )
}

function payloadOf(jws: string): unknown {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
}
