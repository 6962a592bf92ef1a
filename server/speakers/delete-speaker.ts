import { happened } from '#server/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { lockSpeaker } from './lock-speaker.ts'

/** Deletes a speaker. Refuses with SPEAKER_NOT_FOUND, EVENT_NOT_FOUND or CHANGED_MEANWHILE. */
export async function deleteSpeaker(
  work: Work,
  { speakerId, version }: { speakerId: number; version?: number | undefined },
): Promise<{ speakerId: number }> {
  const { eventId, companyName } = await lockSpeaker(work.tx, speakerId, version)
  await work.tx.deleteFrom('speakers').where('speakerId', '=', speakerId).execute()
  const details = { speakerId, item: companyName }
  await happened(work, [{ activity: 'speaker-deleted', eventId, details }])
  return { speakerId }
}
