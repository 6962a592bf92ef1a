import type { NewSpeaker } from '#contract/speakers/edits.ts'
import { happened } from '#server/activities/activities.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Work } from '#server/work.ts'
import { writtenSpeaker } from './speaker-fields.ts'

/** Adds a speaker to an event, by default on its first day. Refuses with EVENT_NOT_FOUND, and a logo that is not stored here. */
export async function addSpeaker(
  work: Work,
  { eventId, day = 1, ...given }: NewSpeaker,
): Promise<{ speakerId: number; version: number }> {
  const { tx } = work
  await lockEvent(tx, eventId)
  const fields = await writtenSpeaker(tx, given)
  const speaker = await tx
    .insertInto('speakers')
    .values({ ...fields, day, eventId })
    .returning(['speakerId', 'version'])
    .executeTakeFirstOrThrow()
  const { speakerId } = speaker
  await happened(work, [
    { activity: 'speaker-added', eventId, details: { speakerId, item: fields.companyName } },
  ])
  return speaker
}
