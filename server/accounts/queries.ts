import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { hasEnded } from '#contract/slots.ts'
import { findCertificates } from '#server/certificates/queries.ts'
import { findMailsOf } from '#server/mails/queries.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Db, Services } from '#server/services.ts'
import { findConsents, getUser, listSessions } from '#server/users/queries.ts'
import { hasReminders } from '#server/users/user-reminders.ts'

export type AccountData = Awaited<ReturnType<typeof findAccountData>>

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
    memberships: { aopaNumber, aopaSkipped, nbaaNumber, nbaaSkipped, vaiNumber, vaiSkipped },
    consents: await findConsents(db, userId),
    registrations,
    credits: await findCredits(db, userId),
    certificates: certificates.map((certificate) => ({
      ...certificate,
      verification: config.publicUrl + paths.certificateVerification({ code: certificate.code }),
    })),
    activities: await findActivities(db, userId),
    mails: await findMailsOf(db, { email: user.email, registrationIds }),
    reminders: { areOn: await hasReminders(db, userId) },
    calendar: { hasSecretAddress: await hasCalendar(db, userId) },
    sessions: (await listSessions(services, caller)).map(({ isThisOne: _, ...session }) => session),
    identities: await findIdentities(db, userId),
  }
}

async function findRegistrations(db: Db, userId: string, now: Date) {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('focuses', 'focuses.focusId', 'eventSlots.focusId')
    .select(['registrationId', 'eventName', 'focusName', 'focuses.focusId', 'venue'])
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

function findActivities(db: Db, userId: string) {
  return db
    .selectFrom('activities')
    .leftJoin('events', 'events.eventId', 'activities.eventId')
    .select(['activities.registrationId', 'eventName', 'activity', 'details', 'actedAt'])
    .select(
      sql<'you' | 'the portal' | 'an administrator'>`case
        when acted_by is null then 'the portal' when acted_by = ${userId} then 'you' else 'an administrator' end`.as(
        'by',
      ),
    )
    .where((row) =>
      row.or([
        row('activities.userId', '=', userId),
        row(
          'activities.registrationId',
          'in',
          row.selectFrom('registrations').select('registrationId').where('registrations.userId', '=', userId),
        ),
      ]),
    )
    .orderBy('activityId', 'desc')
    .execute()
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
