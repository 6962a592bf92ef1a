import { refuseChanged } from '#server/activities/activity-versions.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/**
 * An event, locked until the transaction ends: nobody registers for it or changes anything of it meanwhile. Refuses with
 * EVENT_NOT_FOUND, and with CHANGED_MEANWHILE where `readVersion` is an older one.
 */
export async function lockEvent(tx: Tx, eventId: number, readVersion?: number | undefined) {
  const event = await tx
    .selectFrom('events')
    .select(columns.events)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!event) throw new Refusal('EVENT_NOT_FOUND')
  await refuseChanged(tx, { eventId, version: event.version, readVersion })
  if (event.deletedAt) throw new Refusal('EVENT_NOT_FOUND')
  return event
}

/** These events, locked likewise, in the order of their ids; those that were deleted are among them. */
export function lockEvents(tx: Tx, eventIds: readonly number[]) {
  return tx
    .selectFrom('events')
    .select(columns.events)
    .where('eventId', 'in', eventIds)
    .orderBy('eventId')
    .forNoKeyUpdate()
    .execute()
}

/** A slot, locked with its event. Refuses with SLOT_NOT_FOUND or EVENT_NOT_FOUND, and with CHANGED_MEANWHILE likewise. */
export async function lockSlot(tx: Tx, eventSlotId: number, readVersion?: number | undefined) {
  const found = tx.selectFrom('eventSlots').where('eventSlotId', '=', eventSlotId)
  const of = await found.select('eventId').executeTakeFirst()
  if (!of) throw new Refusal('SLOT_NOT_FOUND')
  await lockEvent(tx, of.eventId)
  const slot = await found.select(columns.eventSlots).forNoKeyUpdate().executeTakeFirstOrThrow()
  await refuseChanged(tx, { eventSlotId, version: slot.version, readVersion })
  if (slot.deletedAt) throw new Refusal('SLOT_NOT_FOUND')
  return slot
}
