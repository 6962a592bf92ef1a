import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import { sum } from '#contract/core/numbers.ts'
import { easternClock } from '#contract/core/season.ts'
import { hasEnded, shownTimeslot } from '#contract/events/slots/times.ts'
import type {
  ComparedSlot,
  getWebinarComparison,
  getWebinarDrift,
  WebinarDifference,
  WebinarDifferenceCounts,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { mostDifferences } from '#contract/webinars/webinar-comparisons/calls.ts'
import { isHeldOtherwise, shownHeldTimes } from '#contract/webinars/webinars/times.ts'
import { isOfSeason } from '#server/events/events/queries.ts'
import { getSlotWithWebinar, joinUrlOf, selectSlots } from '#server/events/slots/queries.ts'
import type { Db, Services } from '#server/services.ts'

type Reading = Pick<Services, 'db' | 'clock' | 'webinar' | 'config'>

/** Returns the season's slots with a webinar, and those that are not over, the next one first. */
export async function findComparedSlots(services: Reading): Promise<ComparedSlot[]> {
  const { db, clock, config } = services
  const slots = await readSlots(services)
    .where((slot) =>
      slot.or([
        isOfSeason(config.season(clock())),
        slot(endsAt, '>', sql<Date>`${easternClock(clock())}::timestamp`),
      ]),
    )
    .execute()
  return Promise.all(slots.map((slot) => shown(db, slot, clock())))
}

/** Returns a slot's comparison with its differences. Refuses with SLOT_NOT_FOUND or WEBINAR_MISSING. */
export async function getComparison(
  services: Reading,
  eventSlotId: number,
): Promise<Data<typeof getWebinarComparison>> {
  const { db, clock, webinar } = services
  const { webinarId } = await getSlotWithWebinar(db, eventSlotId)
  const slot = await readSlots(services)
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .executeTakeFirstOrThrow()
  const { rows: differences } = await sql<WebinarDifference>`
    select webinar_difference_id, kind, registration_id, name, email, words, is_being_repaired, problem
    from (
      select webinar_difference_id, kind, registration_id, name, email, words, d.problem,
        repair_asked_at is not null as is_being_repaired,
        row_number() over (partition by kind order by email, webinar_difference_id) as place
      from webinar_differences d join webinar_comparisons c using (event_slot_id)
      where event_slot_id = ${eventSlotId} and c.webinar_id = ${webinarId}
    ) found where place <= ${mostDifferences} order by kind, place`.execute(db)
  return {
    platform: webinar.name,
    slot: await shown(db, slot, clock()),
    peopleThere: slot.peopleThere ?? 0,
    differences,
  }
}

/** Returns the banner's figures: slots that are not over, and their people with differences. */
export async function getDrift({ db, clock }: Reading): Promise<Data<typeof getWebinarDrift>> {
  const { rows: bySlot } = await sql<Data<typeof getWebinarDrift>['bySlot'][number]>`
    select event_slot_id, event_id, count(*)::int as differences
    from webinar_differences join webinar_comparisons c using (event_slot_id) join event_slots s using (event_slot_id)
    where c.webinar_id = s.webinar_id and s.deleted_at is null
      and s.end_on + s.end_time > ${easternClock(clock())}::timestamp
    group by event_slot_id, event_id order by event_slot_id`.execute(db)
  return { slots: bySlot.length, differences: sum(bySlot.map(({ differences }) => differences)), bySlot }
}

const endsAt = sql<Date>`end_on + end_time`

function readSlots({ db }: Reading) {
  return selectSlots(db)
    .leftJoin('webinarComparisons as comparison', 'comparison.eventSlotId', 'eventSlots.eventSlotId')
    .select(['askedAt', 'peopleThere', 'problem', 'timesThere', 'timeAskedAt', 'timeProblem'])
    .select([
      // Hides results for the slot's former webinar.
      sql<Date | null>`case when comparison.webinar_id = event_slots.webinar_id then compared_at end`.as(
        'comparedAt',
      ),
      sql<Date | null>`(select max(ended_at) from webinar_syncs s where s.event_slot_id = event_slots.event_slot_id)`.as(
        'syncedAt',
      ),
    ])
    .where('eventSlots.webinarId', 'is not', null)
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('startTime')
    .orderBy('eventSlots.eventSlotId')
}

type SlotRow = Awaited<ReturnType<ReturnType<typeof readSlots>['executeTakeFirstOrThrow']>>

async function shown(db: Db, slot: SlotRow, now: Date): Promise<ComparedSlot> {
  const { eventSlotId, eventId, eventName, webinarId, askedAt, syncedAt, comparedAt, problem } = slot
  const { rows } = await sql<
    Pick<ComparedSlot, 'registered' | 'withJoinUrl' | 'refused' | 'deferred' | 'pending' | 'waiting'>
  >`
    select count(*) as registered, count(${joinUrlOf('r', 's')}) as with_join_url,
      count(*) filter (where state = 'refused') as refused, count(*) filter (where state = 'deferred') as deferred,
      count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'wanted') as waiting
    from event_slots s join registrations r on r.registration_id in (select admitted_to(${eventSlotId}))
    left join webinar_registrants w on w.registration_id = r.registration_id and w.webinar_id = s.webinar_id
    where s.event_slot_id = ${eventSlotId} and user_id is not null`.execute(db)
  return {
    ...(rows[0] as (typeof rows)[number]),
    eventSlotId,
    eventId,
    eventName,
    webinarId: webinarId ?? '',
    slot: shownTimeslot(slot),
    isOver: hasEnded(slot, now),
    syncedAt,
    comparedAt,
    isComparing: askedAt !== null,
    problem: problem ?? '',
    differences: await countDifferences(db, comparedAt === null ? 0 : eventSlotId),
    otherTime: comparedAt === null ? '' : otherTimeOf(slot),
    isTimeBeingWritten: slot.timeAskedAt !== null,
    timeProblem: slot.timeProblem ?? '',
  }
}

/** Compares with the current slot: after a reschedule, the webinar platform's old time shows immediately. */
function otherTimeOf({ timesThere, ...slot }: SlotRow) {
  const held = (timesThere ?? []).map(({ startsAt, endsAt }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  }))
  return isHeldOtherwise(slot, held) ? shownHeldTimes(held) : ''
}

async function countDifferences(db: Db, eventSlotId: number): Promise<WebinarDifferenceCounts> {
  const rows = await db
    .selectFrom('webinarDifferences')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('people')])
    .where('eventSlotId', '=', eventSlotId)
    .groupBy('kind')
    .execute()
  const counted = Object.fromEntries(rows.map(({ kind, people }) => [kind, people]))
  return { 'only-here': 0, 'only-there': 0, different: 0, ...counted }
}
