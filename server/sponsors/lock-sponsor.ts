import { refuseChanged, refuseDeleted } from '#server/activities/activity-versions.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/**
 * A sponsor, locked with its event. Refuses with SPONSOR_NOT_FOUND or EVENT_NOT_FOUND, and with CHANGED_MEANWHILE where
 * `readVersion` is an older one, or it was deleted since.
 */
export async function lockSponsor(tx: Tx, sponsorId: number, readVersion?: number | undefined) {
  const found = tx.selectFrom('sponsors').where('sponsorId', '=', sponsorId)
  const of = await found.select('eventId').executeTakeFirst()
  const event = of && (await lockEvent(tx, of.eventId))
  const sponsor = event && (await found.select(columns.sponsors).forNoKeyUpdate().executeTakeFirst())
  if (!sponsor) return refuseDeleted(tx, { sponsorId, readVersion }, 'SPONSOR_NOT_FOUND')
  await refuseChanged(tx, { sponsorId, version: sponsor.version, readVersion })
  return { sponsor, event }
}
