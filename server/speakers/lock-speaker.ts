import { refuseChanged, refuseDeleted } from '#server/activities/activity-versions.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/**
 * A speaker, locked with their event. Refuses with SPEAKER_NOT_FOUND or EVENT_NOT_FOUND, and with CHANGED_MEANWHILE where
 * `readVersion` is an older one, or they were deleted since.
 */
export async function lockSpeaker(tx: Tx, speakerId: number, readVersion?: number | undefined) {
  const found = tx.selectFrom('speakers').where('speakerId', '=', speakerId)
  const of = await found.select('eventId').executeTakeFirst()
  if (of) await lockEvent(tx, of.eventId)
  const speaker = await found.select(columns.speakers).forNoKeyUpdate().executeTakeFirst()
  if (!speaker) return refuseDeleted(tx, { speakerId, readVersion }, 'SPEAKER_NOT_FOUND')
  await refuseChanged(tx, { speakerId, version: speaker.version, readVersion })
  return speaker
}
