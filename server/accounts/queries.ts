import type { Selectable } from 'kysely'
import type { UserData } from '#contract/accounts.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/services.ts'
import type { Tables } from '#server/tables.ts'

export type User = Omit<Selectable<Tables['users']>, 'search_text'>

const columns = [
  'user_id',
  'email',
  'role',
  'first_name',
  'last_name',
  'country',
  'state',
  'zip',
  'company_name',
  'phone',
  'registered_at',
  'is_aop_member',
  'aopa_number',
  'aopa_skipped',
  'nbaa_number',
  'nbaa_skipped',
  'vai_number',
  'vai_skipped',
  'has_given_mailing_consent',
  'mailing_consent_at',
  'mailing_consent_event_name',
] as const satisfies (keyof User)[]

export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst()
}

/** The person of this id; refuses with USER_NOT_FOUND. */
export async function getUser(db: Db, userId: string): Promise<User> {
  const user = await db.selectFrom('users').select(columns).where('user_id', '=', userId).executeTakeFirst()
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user
}

/** The person who has signed in by this identity before. */
export function findUserByIdentity(db: Db, issuer: string, subject: string): Promise<User | undefined> {
  return db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.user_id', 'user_identities.user_id')
    .select(columns.map((column) => `users.${column}` as const))
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()) !== undefined
}

/** A person as the wire writes one. */
export function userDataOf(user: User): UserData {
  const { registered_at, has_given_mailing_consent, mailing_consent_at, ...same } = user
  return {
    ...same,
    registered_at: registered_at.toISOString(),
    has_given_mailing_consent: has_given_mailing_consent === null ? null : has_given_mailing_consent ? 1 : 0,
    mailing_consent_timestamp: mailing_consent_at?.getTime() ?? null,
  }
}
