import type { SpeakerEdit } from '#contract/speakers/edits.ts'
import { happened } from '#server/activities/activities.ts'
import { changesBetween, replacementsBetween } from '#server/activities/activity-changes.ts'
import type { Work } from '#server/work.ts'
import { lockSpeaker } from './lock-speaker.ts'
import { writtenSpeaker } from './speaker-fields.ts'

/** Fields whose text the history shows. */
const toldFields = [
  'companyName',
  'day',
  'courseTitle',
  'presenterName',
  'presenterDesignation',
  'videoLink',
  'website',
  'email',
] as const

/**
 * Changes a speaker; absent fields stay. Refuses with SPEAKER_NOT_FOUND, EVENT_NOT_FOUND or CHANGED_MEANWHILE, and a
 * logo that is not stored here.
 */
export async function changeSpeaker(
  work: Work,
  { speakerId, version, ...given }: SpeakerEdit,
): Promise<{ speakerId: number; version: number }> {
  const { tx } = work
  const before = await lockSpeaker(tx, speakerId, version)
  const fields = await writtenSpeaker(tx, given)
  const after = { ...before, ...fields }
  const changes = {
    ...changesBetween(before, after, toldFields),
    ...replacementsBetween(before, after, {
      logo: 'a picture',
      courseDetails: 'a text',
      presenterDetails: 'a text',
    }),
  }
  if (Object.keys(changes).length === 0) return before
  const { eventId, companyName } = after
  const changed = await tx
    .updateTable('speakers')
    .set(fields)
    .set((speaker) => ({ version: speaker('version', '+', 1) }))
    .where('speakerId', '=', speakerId)
    .returning(['speakerId', 'version'])
    .executeTakeFirstOrThrow()
  const details = { speakerId, item: companyName, changes }
  await happened(work, [{ activity: 'speaker-changed', eventId, details }])
  return changed
}
