import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import type { getWebinarRoom } from '#contract/webinars/webinar-rooms/calls.ts'
import { presentEverySeconds } from '#contract/webinars/webinar-rooms/calls.ts'
import { joinTime } from '#contract/webinars/webinars/joins.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { codeOfSeat } from './queries.ts'

/** Returns the room of a seat. Refuses with JOIN_LINK_NOT_FOUND. */
export async function getRoomOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  seatCode: string,
): Promise<Data<typeof getWebinarRoom>> {
  const now = clock()
  const { slot, topic, firstName } = await getSeat(db, seatCode, now)
  return {
    topic,
    firstName,
    slot: shownSlot(slot),
    opensAt: null,
    startsAt: null,
    endsAt: null,
    ...joinTime(slot, now),
    now,
  }
}

/** A page that reports nothing for this long has left. Its return starts another visit. */
const goneAfterSeconds = 3 * presentEverySeconds

/** Records that a person is in the room. Refuses with JOIN_LINK_NOT_FOUND and ROOM_CLOSED. */
export async function tellPresence({ tx, clock }: Work, seatCode: string) {
  const now = clock()
  const { slot, registrantId } = await getSeat(tx, seatCode, now)
  if (joinTime(slot, now).state !== 'open') throw new Refusal('ROOM_CLOSED')
  // Locks the seat, so two pages of one person don't start two visits.
  await tx
    .selectFrom('webinarRoomRegistrants')
    .select('registrantId')
    .where('registrantId', '=', registrantId)
    .forUpdate()
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('webinarRoomVisits')
    .set({ leftAt: now })
    .where('registrantId', '=', registrantId)
    .where('leftAt', '>', new Date(now.getTime() - goneAfterSeconds * 1000))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  await tx.insertInto('webinarRoomVisits').values({ registrantId, joinedAt: now, leftAt: now }).execute()
}

/** Counts the people in the room of a webinar; null if it has no room of the portal. */
export async function countPresent(db: Db, webinarId: string | null, now: Date): Promise<number | null> {
  if (webinarId === null) return null
  const since = new Date(now.getTime() - goneAfterSeconds * 1000)
  const { present, seats } = await db
    .selectFrom('webinarRoomRegistrants as seat')
    .select(({ fn }) => fn.countAll<number>().as('seats'))
    .select(
      sql<number>`count(*) filter (where exists (select from webinar_room_visits visit
        where visit.registrant_id = seat.registrant_id and visit.left_at > ${since}))`.as('present'),
    )
    .where('webinarId', '=', webinarId)
    .executeTakeFirstOrThrow()
  return seats === 0 ? null : present
}

/**
 * Returns a seat with its slot: the current or next one, if several share the webinar. Refuses with
 * JOIN_LINK_NOT_FOUND.
 */
async function getSeat(db: Db, seatCode: string, now: Date) {
  const slots = await db
    .selectFrom('webinarRoomRegistrants')
    .innerJoin('eventSlots', 'eventSlots.webinarId', 'webinarRoomRegistrants.webinarId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['registrantId', 'eventName as topic', 'firstName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where(codeOfSeat, '=', seatCode)
    .where('removedAt', 'is', null)
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('startTime')
    .execute()
  const [first] = slots
  if (!first) throw new Refusal('JOIN_LINK_NOT_FOUND')
  const { registrantId, topic, firstName, ...slot } =
    slots.find((each) => joinTime(each, now).state !== 'over') ?? first
  return { registrantId, topic, firstName, slot }
}
