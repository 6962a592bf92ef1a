import { sql } from 'kysely'
import type { Data } from '#contract/core/endpoint.ts'
import { factAbout } from '#contract/events/events/facts.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import type * as calls from '#contract/webinars/webinars/joins.ts'
import { joinTime } from '#contract/webinars/webinars/joins.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { within } from '#server/core/within.ts'
import { joinUrlOf } from '#server/events/slots/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { matchWebinar } from './jobs.ts'
import { noteOpening } from './webinar-openings.ts'

type Join = Data<typeof calls.joinWebinar>

/** A join link waits this long for the webinar platform; then the page asks again. */
const patienceMs = 8000

/**
 * Returns a join link's target. If the room is open and the webinar platform does not know the person yet,
 * registers them first. Records when it sends them to the webinar. `makeUpSlotId`: another slot that admits
 * the registration for missing hours. Refuses with JOIN_LINK_NOT_FOUND.
 */
export async function joinWebinar(
  services: Services,
  { registrationId, code, makeUpSlotId }: JoinLink,
): Promise<Join> {
  const { db, clock } = services
  const seat = await getSeat(db, { registrationId, code, makeUpSlotId })
  const time = joinTime(seat, clock())
  const shown = {
    eventName: seat.eventName,
    firstName: seat.firstName ?? '',
    slot: shownSlot(seat),
    pollFact: factAbout(seat, 'poll') ?? '',
    opensAt: null,
    startsAt: null,
    endsAt: null,
    joinUrl: null,
    problem: '',
    ...time,
    now: clock(),
  }
  if (seat.cancelledAt) return { ...shown, state: 'canceled' }
  if (!seat.isAdmitted) return { ...shown, state: 'given-up' }
  if (time.state !== 'open') return { ...shown, state: time.state }
  const door = await openDoor(services, registrationId, seat)
  if (door.state === 'ready' && seat.webinarId !== null) {
    const opening = { registrationId, webinarId: seat.webinarId }
    await write(services, undefined, (work) => noteOpening(work, opening))
  }
  return { ...shown, ...door }
}

interface JoinLink {
  registrationId: number
  code: string
  makeUpSlotId?: number | undefined
}

type Seat = Awaited<ReturnType<typeof getSeat>>

async function openDoor(
  services: Services,
  registrationId: number,
  { webinarId, joinUrl }: Seat,
): Promise<Pick<Join, 'state'> & Partial<Join>> {
  if (joinUrl) return { state: 'ready', joinUrl }
  if (webinarId === null) return { state: 'unannounced' }
  await within(patienceMs, matchWebinar(services, { registrationId })).catch(() => undefined)
  const registrant = await services.db
    .selectFrom('webinarRegistrants')
    .select(['state', 'problem'])
    .select(joinUrlOf('webinarRegistrants', 'webinarRegistrants').as('joinUrl'))
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .executeTakeFirst()
  if (registrant?.joinUrl) return { state: 'ready', joinUrl: registrant.joinUrl }
  if (registrant?.state === 'delinked') return { state: 'unannounced' }
  const isRefused = registrant !== undefined && ['refused', 'deferred', 'pending'].includes(registrant.state)
  return isRefused ? { state: 'refused', problem: registrant.problem } : { state: 'preparing' }
}

async function getSeat(db: Db, { registrationId, code, makeUpSlotId }: JoinLink) {
  const slotId = sql<number>`coalesce(${makeUpSlotId ?? null}::integer, registrations.event_slot_id)`
  return db
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', (join) => join.on('eventSlots.eventSlotId', '=', slotId))
    .leftJoin('users', 'users.userId', 'registrations.userId')
    .select(['eventName', 'isInPerson', 'facts', 'focusId', 'firstName', 'webinarId'])
    .select(joinUrlOf().as('joinUrl'))
    .select(['cancelledAt', 'startOn', 'endOn', 'startTime', 'endTime'])
    .select(sql<boolean>`registration_id in (select admitted_to(event_slots.event_slot_id))`.as('isAdmitted'))
    .where('registrationId', '=', registrationId)
    .where('joinCode', '=', code)
    .where(
      sql<boolean>`(event_slots.event_slot_id = registrations.event_slot_id or exists (
        select from make_ups m where m.registration_id = registrations.registration_id and m.event_slot_id = event_slots.event_slot_id))`,
    )
    .executeTakeFirstOrThrow(refusing('JOIN_LINK_NOT_FOUND'))
}
