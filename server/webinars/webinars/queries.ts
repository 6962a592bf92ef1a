import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import type {
  getWebinarStats,
  SyncFigures,
  WebinarOutcome,
  WebinarSync,
} from '#contract/webinars/webinars/calls.ts'
import { mostFailures } from '#contract/webinars/webinars/calls.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { isAdmittedTo, joinUrlOf } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'

/**
 * Returns a slot's webinar, the number of its registrations, and how many of them can join. Refuses with
 * SLOT_NOT_FOUND.
 */
export async function getStats(db: Db, eventSlotId: number): Promise<Data<typeof getWebinarStats>> {
  return db
    .selectFrom('eventSlots')
    .leftJoin('registrations', (join) => join.on(isAdmittedTo(eventSlotId)).on('userId', 'is not', null))
    .select(({ fn }) => [
      'webinarId',
      fn.count<number>('registrationId').as('registrations'),
      fn.count<number>(joinUrlOf()).as('withJoinUrl'),
    ])
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .where('deletedAt', 'is', null)
    .groupBy('eventSlots.eventSlotId')
    .executeTakeFirstOrThrow(refusing('SLOT_NOT_FOUND'))
}

/** Returns when people opened their join link and were sent to the webinar, earliest first. It never credits hours. */
export function findJoinOpenings(db: Db, registrationId: number) {
  return db
    .selectFrom('joinOpenings')
    .select(['webinarId', 'openedAt'])
    .where('registrationId', '=', registrationId)
    .orderBy('openedAt')
    .execute()
}

/** Returns a registration's identities at webinar platforms, past and present, oldest first. */
function findPlatformIdentities(db: Db, registrationId: number) {
  return db
    .selectFrom('platformIdentities')
    .select(['webinarId', 'registrantId', 'email', 'since'])
    .where('registrationId', '=', registrationId)
    .orderBy('platformIdentityId')
    .execute()
}

/** Returns true if another registration of the webinar has the same email: the webinar platform knows both as one. */
export async function isSharedEmail(
  db: Db,
  { registrationId, webinarId, email }: { registrationId: number; webinarId: string; email: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('webinarRegistrants')
    .select('registrationId')
    .where('webinarId', '=', webinarId)
    .where('email', '=', email)
    .where('registrationId', '<>', registrationId)
    .where('state', 'in', ['wanted', 'registered', 'pending'])
    .executeTakeFirst()
  return other !== undefined
}

/** Returns a sync's or delink's progress. Refuses with JOB_NOT_FOUND. */
export async function getSync(db: Db, webinarSyncId: string): Promise<WebinarSync> {
  const sync = await syncs(db)
    .where('webinarSyncId', '=', webinarSyncId)
    .executeTakeFirstOrThrow(refusing('JOB_NOT_FOUND'))
  return shown(db, sync)
}

/** Returns a slot's newest sync or delink. */
export async function findNewestSync(db: Db, eventSlotId: number): Promise<WebinarSync | null> {
  const sync = await syncs(db)
    .where('eventSlotId', '=', eventSlotId)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return sync ? shown(db, sync) : null
}

function syncs(db: Db) {
  return db
    .selectFrom('webinarSyncs')
    .leftJoin('users', 'users.userId', 'startedBy')
    .select(['webinarSyncId', 'kind', 'startedAt', 'endedAt', 'isStopped', 'problem', 'figures'])
    .select(sql<string | null>`nullif(trim(first_name || ' ' || last_name), '')`.as('name'))
    .select('email')
}

type Row = Awaited<ReturnType<ReturnType<typeof syncs>['executeTakeFirstOrThrow']>>

async function shown(
  db: Db,
  { webinarSyncId, isStopped, name, email, figures, ...sync }: Row,
): Promise<WebinarSync> {
  return {
    ...sync,
    jobId: webinarSyncId,
    state: sync.endedAt === null ? 'running' : isStopped ? 'stopped' : 'done',
    startedBy: name ?? email,
    ...(figures ?? (await countFigures(db, webinarSyncId))),
    failures: await findFailures(db, webinarSyncId),
  }
}

/** Counts a sync's or delink's outcomes so far. */
export async function countFigures(db: Db, webinarSyncId: string): Promise<SyncFigures> {
  const rows = await db
    .selectFrom('webinarRegistrants')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('people')])
    .where('webinarSyncId', '=', webinarSyncId)
    .groupBy('outcome')
    .execute()
  const people = new Map(rows.map((row) => [row.outcome, row.people]))
  const count = (outcome: WebinarOutcome) => people.get(outcome) ?? 0
  const total = rows.reduce((sum, row) => sum + row.people, 0)
  return {
    total,
    done: total - (people.get(null) ?? 0),
    counts: {
      added: count('added'),
      matched: count('matched'),
      removed: count('removed'),
      refused: count('refused'),
      deferred: count('deferred'),
    },
  }
}

function findFailures(db: Db, webinarSyncId: string): Promise<WebinarSync['failures']> {
  return db
    .selectFrom('webinarRegistrants as registrant')
    .innerJoin('registrations', 'registrations.registrationId', 'registrant.registrationId')
    .leftJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrant.registrationId', 'registrant.email', 'problem as why', 'tryAt'])
    .select(sql<string>`trim(coalesce(first_name || ' ' || last_name, ''))`.as('name'))
    .where('webinarSyncId', '=', webinarSyncId)
    .where('outcome', 'in', ['refused', 'deferred'])
    .orderBy('registrant.registrationId')
    .limit(mostFailures)
    .execute()
}

/** Returns the identities of a person's registrations at webinar platforms, and when their join links were opened. */
export async function findWebinarsOf(db: Db, userId: string) {
  const registrations = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['registrationId', 'eventName'])
    .where('userId', '=', userId)
    .orderBy('startOn', 'desc')
    .orderBy('registrationId', 'desc')
    .execute()
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
