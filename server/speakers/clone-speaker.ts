import { happened } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/**
 * Copies a speaker to an event, on the same day unless another is given; the two know nothing of each other from then on. Refuses
 * with SPEAKER_NOT_FOUND, and with EVENT_NOT_FOUND.
 */
export async function cloneSpeaker(
  work: Work,
  { speakerId, eventId, day }: { speakerId: number; eventId: number; day?: 1 | 2 | undefined },
): Promise<{ speakerId: number; version: number }> {
  const { tx } = work
  await lockEvent(tx, eventId)
  const { fromEvent, ...speaker } = await findOriginal(tx, speakerId)
  const clone = await tx
    .insertInto('speakers')
    .values({ ...speaker, day: day ?? speaker.day, eventId })
    .returning(['speakerId', 'version'])
    .executeTakeFirstOrThrow()
  const details = { speakerId: clone.speakerId, item: `${speaker.companyName}, from ${fromEvent}` }
  await happened(work, [{ activity: 'speaker-cloned', eventId, details }])
  return clone
}

async function findOriginal(tx: Tx, speakerId: number) {
  const found = await tx
    .selectFrom('speakers')
    .innerJoin('events', 'events.eventId', 'speakers.eventId')
    .select(columns.speakers.map((column) => `speakers.${column}` as const))
    .select('events.eventName as fromEvent')
    .where('speakerId', '=', speakerId)
    .where('events.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Refusal('SPEAKER_NOT_FOUND')
  const { speakerId: _, eventId: __, version: ___, ...original } = found
  return original
}
