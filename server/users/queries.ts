import { sql } from 'kysely'
import { separableDays } from '#contract/accounts/merges.ts'
import { maskedEmail } from '#contract/core/email-addresses.ts'
import type { Session } from '#contract/sessions/calls.ts'
import type { Consent, User } from '#contract/users/calls.ts'
import type { AnsweredConsent } from '#contract/users/edits.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import { isAlive } from './user-session-rules.ts'

/** A person as the wire knows them. */
const userColumns = [
  'users.userId',
  'firstName',
  'lastName',
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

/** Whether somebody is registered under an email. Refuses with EMAIL_CHANGED or ACCOUNT_MERGED where they have left it lately. */
export async function isRegistered(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
): Promise<boolean> {
  if (await findUserByEmail(db, email)) return true
  await refuseLeftEmail(db, email, clock())
  return false
}

/** Refuses with EMAIL_CHANGED or ACCOUNT_MERGED an email that somebody has left, while they can come back to it. */
export async function refuseLeftEmail(db: Db, email: string, now: Date): Promise<void> {
  if (await findWhoChanged(db, email, now)) throw new Refusal('EMAIL_CHANGED')
  if (await findMerged(db, email, now)) throw new Refusal('ACCOUNT_MERGED')
}

/** The id of whoever has left this email, while they can come back to it: by a change, or by a merge of their accounts. */
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

/** Until when a change of somebody's email can be undone; undefined where none can. */
export async function findUndoableUntil(db: Db, userId: string, now: Date): Promise<Date | undefined> {
  const change = await db
    .selectFrom('userEmailChanges')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('oldEmail', 'is not', null)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst()
  return change?.expiresAt
}

/** That an email has just become somebody else's, as the database says it, is an EMAIL_TAKEN. */
export function refuseTaken(problem: { code?: string }): never {
  const isTaken = problem.code === '23505'
  throw isTaken ? new Refusal('EMAIL_TAKEN') : problem
}

/** Which account would get which email by a code that waits. Refuses with LINK_SPENT. */
export async function describeEmailChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  code: string,
): Promise<{ account: string; newEmail: string }> {
  const change = await db
    .selectFrom('userEmailChanges')
    .innerJoin('users', 'users.userId', 'userEmailChanges.userId')
    .select(['email', 'newEmail'])
    .where('codeHash', '=', hashOfSecret(code))
    .where('oldEmail', 'is', null)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  if (!change) throw new Refusal('LINK_SPENT')
  return { account: maskedEmail(change.email), newEmail: change.newEmail }
}

/** The email that somebody has asked for and not verified yet. */
export async function findAskedEmail(db: Db, userId: string): Promise<string | null> {
  const change = await db
    .selectFrom('userEmailChanges')
    .select('newEmail')
    .where('userId', '=', userId)
    .where('oldEmail', 'is', null)
    .executeTakeFirst()
  return change?.newEmail ?? null
}

/** The person of this id; refuses with USER_NOT_FOUND, also where the account has become a part of another. */
export async function getUser(db: Db, userId: string): Promise<User> {
  const user = await db
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('mergedInto', 'is', null)
    .executeTakeFirst()
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user
}

/** The same, who stays as they are until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<User> {
  const user = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('mergedInto', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user
}

/** The person who has signed in by this identity before. */
export function findUserByIdentity(db: Db, issuer: string, subject: string): Promise<User | undefined> {
  return db
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.userId', 'userIdentities.userId')
    .select(userColumns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('userId').limit(1).executeTakeFirst()) !== undefined
}

/** True only for a session with the rights of the administrator who has this very address. */
export async function hasAdminAccess(db: Db, email: string, caller: Caller | undefined): Promise<boolean> {
  return caller?.role === 'admin' && (await findUserByEmail(db, email))?.userId === caller.userId
}

/** Returns whether a session has not been ended. */
export async function hasSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return session !== undefined
}

/** Whether a session that this proof began is still there. */
export async function hasSessionOfProof(db: Db, proofHash: Buffer): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('userId')
    .where('proofHash', '=', proofHash)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** The sessions of somebody that still hold, the last used first; `tokenHash` is that of whoever asks. */
export async function listSessions(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<Session[]> {
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.userId', 'sessions.userId')
    .select(['role', 'beganBy', 'secondStep', 'createdAt', 'expiresAt', 'lastSeenAt', 'device', 'tokenHash'])
    .where('sessions.userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return sessions
    .filter((session) => isAlive(session, clock(), config.admin.needsSecondFactor))
    .map(({ createdAt: beganAt, lastSeenAt, beganBy, secondStep, device, ...session }) => {
      return {
        beganAt,
        lastSeenAt,
        beganBy,
        secondStep,
        device,
        isThisOne: session.tokenHash.equals(tokenHash),
      }
    })
}

/** Every answer of somebody about the mailing list, the newest first. */
export function findConsents(db: Db, userId: string): Promise<Consent[]> {
  return db
    .selectFrom('mailingConsents')
    .select(['isGiven', 'textShown', 'eventName', 'answeredAt'])
    .where('userId', '=', userId)
    .orderBy('mailingConsentId', 'desc')
    .execute()
}

/** The same, and who gave each answer. */
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

/** First and last name of the `users` of a query, '' where there is none. */
export const nameOfUser = sql<string>`trim(coalesce(users.first_name || ' ' || users.last_name, ''))`
