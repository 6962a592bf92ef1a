import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { FoundAccount } from '#contract/office/accounts/merges.ts'
import { mostFound } from '#contract/office/accounts/merges.ts'
import { findDecisionsAbout } from '#server/attendance/attendance-decisions/queries.ts'
import { findScansOf } from '#server/attendance/check-ins/queries.ts'
import { findPollAnswersOf } from '#server/attendance/poll-codes/queries.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { findCertificates } from '#server/counting/certificates/queries.ts'
import {
  findAttendancesOf,
  findFindingsOf,
} from '#server/counting/credit-findings/credit-finding-attendances.ts'
import { findReviewsOf } from '#server/counting/credit-reviews/queries.ts'
import { findMakeUpsOf } from '#server/counting/make-ups/queries.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import { withMerged } from '#server/foundation/activities/queries.ts'
import { findBounce } from '#server/foundation/bounces/queries.ts'
import { findMailsOf } from '#server/foundation/mails/queries.ts'
import { isStanding } from '#server/ledger/credits/queries.ts'
import { findMessagesTo } from '#server/outreach/messages/queries.ts'
import { findPasskeys } from '#server/people/passkeys/queries.ts'
import { findFactor } from '#server/people/second-factors/queries.ts'
import { listSessions } from '#server/people/sessions/queries.ts'
import { findConsents, getUser, nameOfUser } from '#server/people/users/queries.ts'
import { hasReminders } from '#server/people/users/user-reminders.ts'
import { findReplacedTicketsOf } from '#server/registrations/tickets/queries.ts'
import { findWaitsOf } from '#server/registrations/waitlists/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { findJoinOpenings, findPlatformIdentities } from '#server/webinars/webinars/queries.ts'
import { findInspectionsOf } from './account-inspections.ts'

export type AccountData = Awaited<ReturnType<typeof findAccountData>>

/** Returns a person's registrations for `mergeVerdicts`. */
export function findHeld(db: Db, userId: string) {
  return db
    .selectFrom('registrations')
    .select(['registrationId', 'eventId', 'hours'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .execute()
}

/** Returns the accounts that were merged into a person's, with their old emails, newest first. */
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

/** Returns everything stored about the caller. Of tokens, codes and secret addresses, it tells only that they exist. */
export async function findAccountData(services: Pick<Services, 'db' | 'config' | 'clock'>, caller: Caller) {
  const { db, config, clock } = services
  const { userId } = caller
  const [user, registrations, certificates] = await Promise.all([
    getUser(db, userId),
    findRegistrations(db, userId, clock()),
    findCertificates(services, userId),
  ])
  const { email, firstName, lastName, companyName, country, state, zip, phone, role, registeredAt } = user
  const { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped } = user
  const registrationIds = registrations.map(({ registrationId }) => registrationId)
  const mails = await findMailsOf(db, { email, registrationIds, support: config.mail.support })
  return {
    portal: config.publicUrl,
    writtenAt: clock(),
    profile: {
      userId,
      email,
      firstName,
      lastName,
      companyName,
      country,
      state,
      zip,
      phone,
      role,
      registeredAt,
    },
    emailChanges: await findEmailChanges(db, userId),
    mergedAccounts: await findMergedAccounts(db, userId),
    memberships: { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped },
    consents: await findConsents(db, userId),
    registrations,
    waitlists: await findWaitsOf(db, userId),
    makeUps: await findMakeUpsOf(db, userId),
    webinars: await findWebinars(db, registrations),
    attendances: (await findAttendancesOf(db, userId)).map(({ eventSlotId: _, ...attendance }) => attendance),
    pollAnswers: await findPollAnswersOf(db, userId),
    doorScans: await findScansOf(db, userId),
    replacedTickets: await findReplacedTicketsOf(db, userId),
    attendanceDecisions: await findDecisionsAbout(db, registrationIds),
    creditReviews: await findReviewsOf(db, userId),
    findings: await findFindingsOf(db, userId),
    credits: await creditsOf(db, userId).select('credits.registrationId').execute(),
    certificates: certificates.map((certificate) => ({
      ...certificate,
      verification: config.publicUrl + paths.certificateVerification({ code: certificate.code }),
    })),
    inspectionPacks: await findInspectionsOf(db, userId),
    activities: await findActivities(db, userId, registrationIds),
    mails: mails.map(({ mailId: _, ...mail }) => mail),
    messages: await findMessagesTo(db, userId),
    returnedMails: await findBounce(db, email),
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

/** Returns the query of a person's registrations, latest first. */
export function registrationsOf(db: Db, userId: string) {
  return db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'eventName', 'focusName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .select(['registeredAt', 'cancelledAt as canceledAt', 'hours', 'creditedDays as byDay'])
    .where('userId', '=', userId)
    .orderBy('startOn', 'desc')
    .orderBy('registrationId', 'desc')
}

/** Returns the query of a person's credits, newest first. */
export function creditsOf(db: Db, userId: string) {
  return db
    .selectFrom('credits')
    .innerJoin('registrations', 'registrations.registrationId', 'credits.registrationId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['eventName', 'act', 'minutes', 'byDay', 'source', 'reason', 'decidedAt'])
    .select(isStanding.as('isStanding'))
    .where('registrations.userId', '=', userId)
    .orderBy('creditId', 'desc')
}

async function findRegistrations(db: Db, userId: string, now: Date) {
  const rows = await registrationsOf(db, userId)
    .select(['focuses.focusId', 'venue', 'isInPerson', 'moves'])
    .select(sql<string | null>`case when cancelled_at is null then ${joinUrlOf()} end`.as('joinUrl'))
    .execute()
  return rows.map((row) => {
    const state = row.canceledAt ? 'canceled' : hasEnded(row, now) ? 'past' : 'coming'
    return { ...row, state } as const
  })
}

/** Returns what is known of each registration at webinar platforms, and when its join link was opened. */
async function findWebinars(db: Db, registrations: Awaited<ReturnType<typeof findRegistrations>>) {
  const webinars = await Promise.all(
    registrations.map(async ({ registrationId, eventName }) => ({
      registrationId,
      eventName,
      identities: await findPlatformIdentities(db, registrationId),
      openings: await findJoinOpenings(db, registrationId),
    })),
  )
  return webinars.filter(({ identities, openings }) => identities.length + openings.length > 0)
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
      // With lists instead of subqueries, PostgreSQL reads two indexes instead of the whole history.
      .where(
        sql<boolean>`(activities.user_id = any(${userIds}::uuid[]) or activities.registration_id = any(${registrationIds}::int[]))`,
      )
      .orderBy('activityId', 'desc')
      .execute()
  )
}

/** Returns the data that only merged accounts have. */
async function findMergedAccounts(db: Db, userId: string) {
  const merges = await findMerges(db, userId)
  return Promise.all(
    merges.map(async ({ absorbedId, absorbedEmail: email, mergedAt }) => {
      return { email, mergedAt, consents: await findConsents(db, absorbedId) }
    }),
  )
}

/** Returns a person's changes of email. A pending one has no old email; `expiresAt` ends it, or its undo. */
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
