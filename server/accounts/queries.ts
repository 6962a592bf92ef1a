import { sql } from 'kysely'
import type { FoundAccount } from '#contract/accounts/merges.ts'
import { mostFound } from '#contract/accounts/merges.ts'
import { paths } from '#contract/core/paths.ts'
import { hasEnded } from '#contract/slots/times.ts'
import { withMerged } from '#server/activities/queries.ts'
import { findAttendancesOf } from '#server/attendances/queries.ts'
import { findBounce } from '#server/bounces/queries.ts'
import { findCertificates } from '#server/certificates/queries.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { findMailsOf } from '#server/mails/queries.ts'
import { findPasskeys } from '#server/passkeys/queries.ts'
import { findFactor } from '#server/second-factors/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { listSessions } from '#server/sessions/queries.ts'
import { findConsents, getUser, nameOfUser } from '#server/users/queries.ts'
import { hasReminders } from '#server/users/user-reminders.ts'

export type AccountData = Awaited<ReturnType<typeof findAccountData>>

/** What somebody holds, as `mergeVerdicts` reads it. */
export function findHeld(db: Db, userId: string) {
  return db
    .selectFrom('registrations')
    .select(['registrationId', 'eventId', 'hours'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .execute()
}

/** The accounts that have become a part of somebody's, and what was signed in to them with, the newest first. */
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

/** The id of the account that one has become a part of, or its own. */
export async function findAccountId(db: Db, userId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('mergedInto')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return user?.mergedInto ?? userId
}

/** The first accounts that a search finds, in the order of their names. */
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

/** Everything that the portal keeps about whoever calls. What would let others in (tokens, codes, secret addresses) is told of, not given. */
export async function findAccountData(services: Pick<Services, 'db' | 'config' | 'clock'>, caller: Caller) {
  const { db, config, clock } = services
  const { userId } = caller
  const [user, registrations, certificates] = await Promise.all([
    getUser(db, userId),
    findRegistrations(db, userId, clock()),
    findCertificates(services, userId),
  ])
  const { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped } = user
  const registrationIds = registrations.map(({ registrationId }) => registrationId)
  return {
    portal: config.publicUrl,
    writtenAt: clock(),
    profile: {
      userId,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      companyName: user.companyName,
      country: user.country,
      state: user.state,
      zip: user.zip,
      phone: user.phone,
      role: user.role,
      registeredAt: user.registeredAt,
    },
    emailChanges: await findEmailChanges(db, userId),
    mergedAccounts: await findMergedAccounts(db, userId),
    memberships: { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped },
    consents: await findConsents(db, userId),
    registrations,
    attendances: (await findAttendancesOf(db, userId)).map(({ eventSlotId: _, ...attendance }) => attendance),
    credits: await findCredits(db, userId),
    certificates: certificates.map((certificate) => ({
      ...certificate,
      verification: config.publicUrl + paths.certificateVerification({ code: certificate.code }),
    })),
    activities: await findActivities(db, userId, registrationIds),
    mails: await findMailsOf(db, { email: user.email, registrationIds, support: config.mail.support }),
    returnedMails: await findBounce(db, user.email),
    reminders: { areOn: await hasReminders(db, userId) },
    calendar: { hasSecretAddress: await hasCalendar(db, userId) },
    sessions: (await listSessions(services, caller)).map(({ isThisOne: _, ...session }) => session),
    passkeys: [
      ...(await findPasskeys(db, userId, 'own')),
      ...(await findPasskeys(db, userId, 'factors')),
    ].map(({ passkeyId: _, ...passkey }) => passkey),
    secondFactor: { switchedOnAt: (await findFactor(db, userId))?.switchedOnAt ?? null },
    identities: await findIdentities(db, userId),
  }
}

async function findRegistrations(db: Db, userId: string, now: Date) {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'eventName', 'focusName', 'focuses.focusId', 'venue', 'isInPerson'])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'registeredAt'])
    .select(['cancelledAt as canceledAt', 'moves', 'hours', 'joinUrl'])
    .where('userId', '=', userId)
    .orderBy('startOn', 'desc')
    .orderBy('registrationId', 'desc')
    .execute()
  return rows.map((row) => {
    const state = row.canceledAt ? 'canceled' : hasEnded(row, now) ? 'past' : 'coming'
    return { ...row, state } as const
  })
}

function findCredits(db: Db, userId: string) {
  return db
    .selectFrom('credits')
    .innerJoin('registrations', 'registrations.registrationId', 'credits.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['credits.registrationId', 'eventName', 'minutes', 'source', 'reason', 'decidedAt'])
    .where('userId', '=', userId)
    .orderBy('creditId', 'desc')
    .execute()
}

async function findActivities(db: Db, userId: string, registrationIds: number[]) {
  const userIds = await withMerged(db, [userId])
  return (
    db
      .selectFrom('activities')
      .leftJoin('events', 'events.eventId', 'activities.eventId')
      .select(['activities.registrationId', 'eventName', 'activity', 'details', 'actedAt'])
      .select(
        sql<'you' | 'the portal' | 'an administrator'>`case
        when acted_by is null then 'the portal' when acted_by = ${userId} then 'you' else 'an administrator' end`.as(
          'by',
        ),
      )
      // Lists, not subqueries: with these PostgreSQL reads two indexes, else the whole history.
      .where(
        sql<boolean>`(activities.user_id = any(${userIds}::uuid[]) or activities.registration_id = any(${registrationIds}::int[]))`,
      )
      .orderBy('activityId', 'desc')
      .execute()
  )
}

/** What is kept of the accounts that have become a part of this one, and of nothing else. */
async function findMergedAccounts(db: Db, userId: string) {
  const merges = await findMerges(db, userId)
  return Promise.all(
    merges.map(async ({ absorbedId, absorbedEmail: email, mergedAt }) => {
      return { email, mergedAt, consents: await findConsents(db, absorbedId) }
    }),
  )
}

/** What the new email has not confirmed yet has no old one; what it has can be undone until then. */
function findEmailChanges(db: Db, userId: string) {
  return db
    .selectFrom('userEmailChanges')
    .select(['oldEmail', 'newEmail', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('userEmailChangeId', 'desc')
    .execute()
}

async function hasCalendar(db: Db, userId: string): Promise<boolean> {
  const calendar = await db
    .selectFrom('calendars')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return calendar !== undefined
}

function findIdentities(db: Db, userId: string) {
  return db.selectFrom('userIdentities').select(['issuer', 'subject']).where('userId', '=', userId).execute()
}
