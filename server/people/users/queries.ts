import { sql } from 'kysely'
import { separableDays } from '#contract/office/accounts/merges.ts'
import type { Consent } from '#contract/people/users/calls.ts'
import type { AnsweredConsent } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services, Tx } from '#server/services.ts'

export const userColumns = [
  'users.userId',
  'firstName',
  'lastName',
  'printedName',
  'unprintableLetters',
  'faaSafetyEmail',
  'email',
  'state',
  'zip',
  'country',
  'companyName',
  'phone',
  'role',
  'registeredAt',
  'isAopMember',
  'aopaNumber',
  'aopaSkipped',
  'nbaaNumber',
  'nbaaSkipped',
  'vaiNumber',
  'vaiSkipped',
  'hasGivenMailingConsent',
  'mailingConsentAt',
  'mailingConsentEventName',
  'version',
] as const

export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst()
}

/**
 * Returns true if an account has this email. Refuses with EMAIL_CHANGED or ACCOUNT_MERGED if its former owner
 * can still return to it.
 */
export async function isRegistered(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
): Promise<boolean> {
  if (await findUserByEmail(db, email)) return true
  await refuseLeftEmail(db, email, clock())
  return false
}

/** Refuses with EMAIL_CHANGED or ACCOUNT_MERGED an email to which its former owner can still return. */
export async function refuseLeftEmail(db: Db, email: string, now: Date) {
  if (await findWhoChanged(db, email, now)) throw new Refusal('EMAIL_CHANGED')
  if (await findMerged(db, email, now)) throw new Refusal('ACCOUNT_MERGED')
}

/** Returns the user who can still return to this email, after a change of email or a merge. */
export async function findWhoLeft(db: Db, email: string, now: Date): Promise<string | undefined> {
  return (await findWhoChanged(db, email, now)) ?? (await findMerged(db, email, now))
}

async function findWhoChanged(db: Db, email: string, now: Date): Promise<string | undefined> {
  const change = await db
    .selectFrom('userEmailChanges')
    .select('userId')
    .where('oldEmail', '=', email)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return change?.userId
}

async function findMerged(db: Db, email: string, now: Date): Promise<string | undefined> {
  const merge = await db
    .selectFrom('accountMerges')
    .select('absorbedId')
    .where('absorbedEmail', '=', email)
    .where('undoneAt', 'is', null)
    .where('mergedAt', '>', new Date(now.getTime() - separableDays * 86_400_000))
    .executeTakeFirst()
  return merge?.absorbedId
}

/** Turns the database's unique violation into EMAIL_TAKEN; rethrows anything else. */
export function refuseTaken(problem: { code?: string }): never {
  const isTaken = problem.code === '23505'
  throw isTaken ? new Refusal('EMAIL_TAKEN') : problem
}

/** Returns a user. Refuses with USER_NOT_FOUND, also after a merge into another account. */
export async function getUser(db: Db, userId: string): Promise<User> {
  return found(await userQuery(db, userId).executeTakeFirst())
}

/** Returns a user like `getUser`, locked until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<User> {
  return found(await userQuery(tx, userId).forUpdate().executeTakeFirst())
}

function userQuery(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('mergedInto', 'is', null)
}

function found(user: User | undefined): User {
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('userId').limit(1).executeTakeFirst()) !== undefined
}

/** Returns a person's answers about the mailing list, newest first. */
export function findConsents(db: Db, userId: string): Promise<Consent[]> {
  return db
    .selectFrom('mailingConsents')
    .select(['isGiven', 'textShown', 'eventName', 'answeredAt'])
    .where('userId', '=', userId)
    .orderBy('mailingConsentId', 'desc')
    .execute()
}

/** Returns the same, with the administrator who recorded each answer, if any. */
export async function findAnsweredConsents(db: Db, userId: string): Promise<AnsweredConsent[]> {
  const rows = await db
    .selectFrom('mailingConsents')
    .leftJoin('users', 'users.userId', 'answeredBy')
    .select(['isGiven', 'textShown', 'eventName', 'answeredAt', 'email', nameOfUser.as('name')])
    .where('mailingConsents.userId', '=', userId)
    .orderBy('mailingConsentId', 'desc')
    .execute()
  return rows.map(({ email, name, ...consent }) => ({
    ...consent,
    answeredBy: email === null ? null : { name, email },
  }))
}

/** First and last name of a query's `users`; '' if missing. */
export const nameOfUser = sql<string>`trim(coalesce(users.first_name || ' ' || users.last_name, ''))`

/** Selects the name of a row of `users`, under that alias, or the email without one; null without a row. */
export function nameOrEmailOf<Name extends string | null = string | null>(users = 'users') {
  const [firstName, lastName, email] = ['firstName', 'lastName', 'email'].map((column) =>
    sql.ref(`${users}.${column}`),
  )
  return sql<Name>`coalesce(nullif(trim(${firstName} || ' ' || ${lastName}), ''), ${email})`
}

/** Selects the name for lists without emails. */
export const nameWithoutEmail = sql<string>`coalesce(nullif(${nameOfUser}, ''), 'No name')`

/** Returns a person's identities at identity providers. */
export function findIdentities(db: Db, userId: string) {
  return db.selectFrom('userIdentities').select(['issuer', 'subject']).where('userId', '=', userId).execute()
}
