import { sql } from 'kysely'
import { fullWords } from '#contract/events/slots/rules.ts'
import { secondThoughtSeconds } from '#contract/registrations/waitlists/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'

/** The seats of a slot that has a number of them. */
export interface Seats {
  capacity: number
  /** Seats that are neither taken nor offered, below 0 if the slot is overbooked. */
  seatsFree: number
  /** The free seats that nobody on the waitlist waits for, below 0 if the slot is overbooked. */
  seatsLeft: number
  /** People to whom a seat is offered. */
  offered: Set<string>
  /** People who canceled a moment ago, and may take that back. */
  leaving: Set<string>
}

/** Returns the seats of each slot that has a number of them, by its id. They stay as they are under its lock. */
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

/** Tells whether there is a seat for a person. An offered seat is not among the free ones. */
export function hasSeat(seats: Seats | undefined, userId: string): boolean {
  if (!seats || seats.offered.has(userId)) return true
  return seats.seatsLeft > 0 || (seats.seatsFree > 0 && seats.leaving.has(userId))
}

/** Returns the refusal of a slot that was found full, for an administrator. */
export async function slotFull(db: Db, eventSlotId: number, now: Date): Promise<Refusal> {
  const seats = (await findSeats(db, [eventSlotId], now)).get(eventSlotId)
  return new Refusal('SLOT_FULL', seats && { message: fullWords(seats) })
}
