import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/**
 * Locks an event before its slots, until the transaction ends, and returns whether it is in person. Refuses
 * with EVENT_NOT_FOUND.
 */
export async function lockEventOfSlots(tx: Tx, eventId: number): Promise<{ isInPerson: boolean | null }> {
  const event = await tx
    .selectFrom('events')
    .select(['deletedAt', 'isInPerson'])
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!event || event.deletedAt) throw new Refusal('EVENT_NOT_FOUND')
  return event
}

/**
 * Returns a slot, locked with its event until the transaction ends. Refuses with SLOT_NOT_FOUND or
 * EVENT_NOT_FOUND, and with CHANGED_MEANWHILE if `readVersion` is older.
 */
export async function lockSlot(tx: Tx, eventSlotId: number, readVersion?: number | undefined) {
  const found = tx.selectFrom('eventSlots').where('eventSlotId', '=', eventSlotId)
  const of = await found.select('eventId').executeTakeFirstOrThrow(refusing('SLOT_NOT_FOUND'))
  await lockEventOfSlots(tx, of.eventId)
  const slot = await found.select(columns.eventSlots).forNoKeyUpdate().executeTakeFirstOrThrow()
  await refuseChanged(tx, { eventSlotId, version: slot.version, readVersion })
  if (slot.deletedAt) throw new Refusal('SLOT_NOT_FOUND')
  return slot
}
