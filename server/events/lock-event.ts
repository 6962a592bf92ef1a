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
