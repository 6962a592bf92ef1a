import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import { isOfSeason } from '#server/events/events/queries.ts'
import type { Db } from '#server/services.ts'

/** A slot with the number of its registrations. */
export interface CountedSlot {
  eventSlotId: number
  registrations: number
}

/** The slots that match a filter. There are few, and registrations are indexed by slot. */
export interface Slots {
  /** In the requested order, without empty ones. */
  counted: CountedSlot[]
  /** false: all slots. */
  areFiltered: boolean
  /** The number of their registrations. */
  total: number
}

export interface VersionedSlots extends Slots {
  /** Differs after every change of a person, and after every registration, cancellation and move in these slots. */
  version: string
}

/** Finds the slots of a filter with their kept counts; `order` uses the tables s (slots) and events. */
export async function findSlots(
  db: Db,
  { year, eventName, eventSlotId, focusId }: RegistrationFilter,
  order: RawBuilder<unknown> = sql`order by s.event_slot_id`,
): Promise<VersionedSlots> {
  const conditions = [
    ...(eventSlotId === undefined ? [] : [sql`s.event_slot_id = ${eventSlotId}`]),
    ...(focusId === undefined ? [] : [sql`s.focus_id = ${focusId}`]),
    ...(eventName ? [sql`event_name = ${eventName}`] : []),
    ...(year === undefined ? [] : [isOfSeason(year)]),
  ]
  const { rows: counted } = await sql<CountedSlot & { changes: string }>`
    select s.event_slot_id, sum(kept.registrations) as registrations,
      concat_ws(' ', s.event_slot_id, sum(kept.changes), (select sum(changes) from user_counts)) as changes
    from event_slots s join events using (event_id) join registration_counts kept using (event_slot_id)
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    group by s.event_slot_id, events.event_id having sum(kept.registrations) > ${0}
    ${order}`.execute(db)
  return {
    counted,
    areFiltered: conditions.length > 0,
    total: counted.reduce((sum, slot) => sum + slot.registrations, 0),
    version: counted
      .map(({ changes }) => changes)
      .sort()
      .join(),
  }
}

/** Returns SQL: true if a registration `r` is in one of the slots. */
export function inSlots({ counted, areFiltered }: Slots): RawBuilder<unknown> {
  if (!areFiltered) return sql`true`
  const [only, ...more] = counted
  return only !== undefined && more.length === 0
    ? sql`r.event_slot_id = ${only.eventSlotId}`
    : sql`r.event_slot_id = any(${counted.map((slot) => slot.eventSlotId)}::int[])`
}
