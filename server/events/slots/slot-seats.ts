import { sql } from 'kysely'
import { fullWords } from '#contract/events/slots/rules.ts'
import { secondThoughtSeconds } from '#contract/registrations/waitlists/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'

/** The seats of a slot with a capacity. */
export interface Seats {
  capacity: number
  /** Neither taken nor offered; negative if overbooked. */
  seatsFree: number
  /** Left free by the waitlist; negative if overbooked. */
  seatsLeft: number
  /** People with an offered seat. */
  offered: Set<string>
  /** People who just canceled and may undo it. */
  leaving: Set<string>
}

/** Returns the seats of each slot with a capacity, by id. Under the slot's lock they stay as they are. */
export async function findSeats(db: Db, eventSlotIds: number[], now: Date): Promise<Map<number, Seats>> {
  if (eventSlotIds.length === 0) return new Map()
  const { rows } = await sql<
    Pick<Seats, 'capacity' | 'seatsFree' | 'seatsLeft'> & {
      eventSlotId: number
      offered: string[]
      leaving: string[]
    }
  >`
    select event_slot_id, capacity, seats_free(event_slot_id) as seats_free, seats_left(event_slot_id) as seats_left,
      array(select user_id::text from waitlist_entries w
        where w.event_slot_id = s.event_slot_id and state = 'offered' and offered_until > ${now}) as offered,
      array(select user_id::text from registrations r where r.event_slot_id = s.event_slot_id and user_id is not null
        and cancelled_at > ${now}::timestamptz - ${secondThoughtSeconds} * interval '1 second') as leaving
    from event_slots s where event_slot_id = any(${eventSlotIds}::integer[]) and capacity is not null`.execute(
    db,
  )
  return new Map(
    rows.map(({ eventSlotId, offered, leaving, ...seats }) => [
      eventSlotId,
      { ...seats, offered: new Set(offered), leaving: new Set(leaving) },
    ]),
  )
}

/** Returns true if there is a seat for a person. An offered seat is not a free one. */
export function hasSeat(seats: Seats | undefined, userId: string): boolean {
  if (!seats || seats.offered.has(userId)) return true
  return seats.seatsLeft > 0 || (seats.seatsFree > 0 && seats.leaving.has(userId))
}

/** Returns the refusal of a full slot, for an administrator. */
export async function slotFull(db: Db, eventSlotId: number, now: Date): Promise<Refusal> {
  const seats = (await findSeats(db, [eventSlotId], now)).get(eventSlotId)
  return new Refusal('SLOT_FULL', seats && { message: fullWords(seats) })
}
