import { sql } from 'kysely'
import { findSlot, findSlotsOfEvent } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findEventBasis } from './credit-finding-basis.ts'
import { countEvent } from './credit-finding-counting.ts'

/** A registration's hours in a count, with everything that explains them. */
export interface CountedHours {
  hours: number
  /** The evidence's hash, and each hour's code. */
  because: string
}

/** Counts everyone at a slot's event, by registration, and stores nothing. */
export async function countAfresh(work: Work, eventSlotId: number): Promise<Map<number, CountedHours>> {
  const slot = await findSlot(work.tx, eventSlotId)
  if (!slot) return new Map()
  const slots = await findSlotsOfEvent(work.tx, slot.eventId, { isLocked: true })
  const { counted } = await countEvent(await findEventBasis(work.tx, slot.eventId, slots, work.clock()))
  return new Map(
    counted
      .filter(({ parts }) => parts.some((part) => part.eventSlotId === eventSlotId))
      .map(({ registrationId, hash, finding }) => [
        registrationId,
        { hours: finding.hours, because: [hash, ...finding.agenda.map(({ code }) => code)].join(' ') },
      ]),
  )
}

/** Returns a slot's current stored findings, by registration. */
export async function findStoredCounts(db: Db, eventSlotId: number): Promise<Map<number, CountedHours>> {
  const { rows } = await sql<CountedHours & { registrationId: number }>`
    select credit_counts.registration_id, hours, encode(evidence_hash, 'hex') || coalesce((
      select string_agg(' ' || (hour->>'code'), '' order by place)
      from jsonb_array_elements(finding->'agenda') with ordinality as list (hour, place)), '') as because
    from credit_counts join credit_findings using (credit_finding_id)
    where credit_counts.event_slot_id = ${eventSlotId}`.execute(db)
  return new Map(rows.map(({ registrationId, ...counted }) => [registrationId, counted]))
}
