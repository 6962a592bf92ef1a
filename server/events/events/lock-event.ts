import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/**
 * Returns an event, locked until the transaction ends against registrations and changes. Refuses with
 * EVENT_NOT_FOUND, and with CHANGED_MEANWHILE if `readVersion` is older.
 */
export async function lockEvent(tx: Tx, eventId: number, readVersion?: number | undefined) {
  const event = await tx
    .selectFrom('events')
    .select(columns.events)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('EVENT_NOT_FOUND'))
  await refuseChanged(tx, { eventId, version: event.version, readVersion })
  if (event.deletedAt) throw new Refusal('EVENT_NOT_FOUND')
  return event
}

/** Locks these events in the order of their ids and returns them, including deleted ones. */
export function lockEvents(tx: Tx, eventIds: readonly number[]) {
  return tx
    .selectFrom('events')
    .select(columns.events)
    .where('eventId', 'in', eventIds)
    .orderBy('eventId')
    .forNoKeyUpdate()
    .execute()
}
