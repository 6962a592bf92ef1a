import { sql } from 'kysely'
import type { LedgerRow } from '#contract/credits/standing-credit.ts'
import { standingCredit } from '#contract/credits/standing-credit.ts'
import type { Tx } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'

/** The credits of a registration, and of its person elsewhere. */
export interface LedgerFacts {
  standing: LedgerRow | undefined
  newestOfRule: (LedgerRow & { creditFindingId: number | null }) | undefined
  /** The hours of the finding at the other slot of the event; 0 without one. */
  hoursAtOtherSlot: number
  /** A registration of the same person, credited for the same time. */
  elsewhere: { registrationId: number; eventName: string; hours: number } | undefined
}

/** Returns what was credited to registrations that were found at a slot. Those without anything are left out. */
export async function findLedgers(
  tx: Tx,
  { eventSlotId }: Slot,
  people: readonly { registrationId: number }[],
): Promise<Map<number, LedgerFacts>> {
  const ids = people.map(({ registrationId }) => registrationId)
  const [credits, others, elsewhere] = await Promise.all([
    tx
      .selectFrom('credits')
      .select(['registrationId', 'act', 'source', 'creditFindingId'])
      .select(sql<number>`minutes / 60`.as('hours'))
      .where(sql<boolean>`registration_id = any(${ids}::integer[])`)
      .orderBy('creditId')
      .execute(),
    tx
      .selectFrom('creditCounts')
      .innerJoin('creditFindings', 'creditFindings.creditFindingId', 'creditCounts.creditFindingId')
      .select(['creditCounts.registrationId', 'creditFindings.hours'])
      .where(sql<boolean>`credit_counts.registration_id = any(${ids}::integer[])`)
      .where('creditCounts.eventSlotId', '<>', eventSlotId)
      .execute(),
    sql<{ registrationId: number; otherId: number; eventName: string; hours: number }>`
      select held.registration_id, other.registration_id as other_id, event_name, other.hours
      from registrations held
      join event_slots slot on slot.event_slot_id = ${eventSlotId}
      join registrations other on other.user_id = held.user_id and other.registration_id <> held.registration_id
        and other.hours > 0 and other.cancelled_at is null
      join event_slots there on there.event_slot_id = other.event_slot_id and there.event_slot_id <> slot.event_slot_id
        and there.start_on <= slot.end_on and there.end_on >= slot.start_on
        and there.start_time < slot.end_time and there.end_time > slot.start_time
      join events on events.event_id = other.event_id
      where held.registration_id = any(${ids}::integer[])`.execute(tx),
  ])
  const ledgers = Map.groupBy(credits, ({ registrationId }) => registrationId)
  const otherHours = new Map(others.map(({ registrationId, hours }) => [registrationId, hours]))
  const elsewhereOf = new Map(elsewhere.rows.map((row) => [row.registrationId, row]))
  const concerned = new Set([...ledgers.keys(), ...otherHours.keys(), ...elsewhereOf.keys()])
  return new Map(
    [...concerned].map((registrationId) => {
      const ledger = ledgers.get(registrationId) ?? []
      const other = elsewhereOf.get(registrationId)
      return [
        registrationId,
        {
          standing: standingCredit(ledger),
          newestOfRule: ledger.findLast(({ act, source }) => act === 'set' && source === 'attendance'),
          hoursAtOtherSlot: otherHours.get(registrationId) ?? 0,
          elsewhere: other && {
            ...{ registrationId: other.otherId, eventName: other.eventName, hours: other.hours },
          },
        },
      ]
    }),
  )
}
