import type { Insertable } from 'kysely'
import type { NewSpeaker, SpeakerEdit } from '#contract/events/speakers/edits.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { givenFields, textOrNull } from '#server/core/given-fields.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { refuseLostLogo } from '#server/events/events/event-fields.ts'
import { lockEvent } from '#server/events/events/lock-event.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween, replacementsBetween } from '#server/foundation/activities/activity-changes.ts'
import { refuseChanged, refuseDeleted } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

interface WrittenSpeaker {
  speakerId: number
  version: number
}

/**
 * Adds a speaker to an event, on its first day by default. Refuses with EVENT_NOT_FOUND, and a logo that is
 * not stored here.
 */
export async function addSpeaker(
  work: Work,
  { eventId, day = 1, ...given }: NewSpeaker,
): Promise<WrittenSpeaker> {
  await lockEvent(work.tx, eventId)
  const fields = await writtenSpeaker(work.tx, given)
  const speaker = await insertSpeaker(work, { ...fields, day, eventId })
  const details = { speakerId: speaker.speakerId, item: fields.companyName }
  await happened(work, [{ activity: 'speaker-added', eventId, details }])
  return speaker
}

/** Inserts a speaker without an activity. */
export function insertSpeaker(
  { tx }: Work,
  speaker: Insertable<Tables['speakers']>,
): Promise<WrittenSpeaker> {
  return tx
    .insertInto('speakers')
    .values(speaker)
    .returning(['speakerId', 'version'])
    .executeTakeFirstOrThrow()
}

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
): Promise<WrittenSpeaker> {
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
  const changed = await tx
    .updateTable('speakers')
    .set(fields)
    .set((speaker) => ({ version: speaker('version', '+', 1) }))
    .where('speakerId', '=', speakerId)
    .returning(['speakerId', 'version'])
    .executeTakeFirstOrThrow()
  const details = { speakerId, item: after.companyName, changes }
  await happened(work, [{ activity: 'speaker-changed', eventId: after.eventId, details }])
  return changed
}

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

/**
 * Copies a speaker to an event, on the same or a given day. Later changes of one don't change the other.
 * Refuses with SPEAKER_NOT_FOUND or EVENT_NOT_FOUND.
 */
export async function cloneSpeaker(
  work: Work,
  { speakerId, eventId, day }: { speakerId: number; eventId: number; day?: 1 | 2 | undefined },
): Promise<WrittenSpeaker> {
  await lockEvent(work.tx, eventId)
  const original = await work.tx
    .selectFrom('speakers')
    .innerJoin('events', 'events.eventId', 'speakers.eventId')
    .select(columns.speakers.map((column) => `speakers.${column}` as const))
    .select('eventName as fromEvent')
    .where('speakerId', '=', speakerId)
    .where('events.deletedAt', 'is', null)
    .executeTakeFirstOrThrow(refusing('SPEAKER_NOT_FOUND'))
  const { speakerId: _, version: __, fromEvent, ...speaker } = original
  const clone = await insertSpeaker(work, { ...speaker, day: day ?? speaker.day, eventId })
  const details = { speakerId: clone.speakerId, item: `${speaker.companyName}, from ${fromEvent}` }
  await happened(work, [{ activity: 'speaker-cloned', eventId, details }])
  return clone
}

/** Copies a locked event's speakers to another event, without activities. */
export async function copySpeakers(work: Work, fromEventId: number, toEventId: number) {
  const speakers = await work.tx
    .selectFrom('speakers')
    .select(columns.speakers)
    .where('eventId', '=', fromEventId)
    .orderBy('speakerId')
    .execute()
  for (const { speakerId: _, version: __, ...speaker } of speakers) {
    await insertSpeaker(work, { ...speaker, eventId: toEventId })
  }
}

/**
 * Returns a speaker, locked with its event. Refuses with SPEAKER_NOT_FOUND or EVENT_NOT_FOUND, and with
 * CHANGED_MEANWHILE if `readVersion` is older or the speaker was deleted since.
 */
async function lockSpeaker(tx: Tx, speakerId: number, readVersion?: number | undefined) {
  const found = tx.selectFrom('speakers').where('speakerId', '=', speakerId)
  const of = await found.select('eventId').executeTakeFirst()
  if (of) await lockEvent(tx, of.eventId)
  const speaker = await found.select(columns.speakers).forNoKeyUpdate().executeTakeFirst()
  if (!speaker) return refuseDeleted(tx, { speakerId, readVersion }, 'SPEAKER_NOT_FOUND')
  await refuseChanged(tx, { speakerId, version: speaker.version, readVersion })
  return speaker
}

/** Returns a speaker's given fields for storage, with sanitized HTML. Refuses a logo that is not stored here. */
async function writtenSpeaker(
  tx: Tx,
  {
    companyName,
    logo,
    courseDetails,
    presenterDetails,
    videoLink,
    website,
    email,
    ...given
  }: Omit<SpeakerEdit, 'speakerId' | 'version'>,
) {
  await refuseLostLogo(tx, logo)
  const optional = {
    ...given,
    courseDetails: courseDetails && cleanHtml(courseDetails),
    presenterDetails: presenterDetails && cleanHtml(presenterDetails),
    videoLink: textOrNull(videoLink),
    website: textOrNull(website),
    email: textOrNull(email),
  }
  return { companyName, logo, ...givenFields(optional) }
}
