import { ended } from '#contract/core/names.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { CopyResult } from '#contract/events/event-copies/calls.ts'
import { copyOf, copyProblem, weeksOfYear } from '#contract/events/event-copies/calls.ts'
import { copyQuestions } from '#server/events/event-questions/save-event-questions.ts'
import { insertEvent, setFeaturedSponsor } from '#server/events/events/events.ts'
import { lockEvents } from '#server/events/events/lock-event.ts'
import { findSlotsOf } from '#server/events/slots/queries.ts'
import { copySpeakers } from '#server/events/speakers/speakers.ts'
import { copySponsors } from '#server/events/sponsors/sponsors.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

type Event = Awaited<ReturnType<typeof lockEvents>>[number]

/**
 * Copies events as unpublished ones, moved by `weeks` (52 by default): slots, speakers, sponsors and questions, but no
 * registrations, webinars and recordings. Reports events that can't be copied or were copied into that year
 * before.
 */
export async function copySeason(
  work: Work,
  { eventIds, weeks = weeksOfYear }: { eventIds: number[]; weeks?: number | undefined },
): Promise<CopyResult[]> {
  const asked = [...new Set(eventIds)]
  const events = await lockEvents(work.tx, asked)
  const results: CopyResult[] = []
  for (const eventId of asked) {
    const event = events.find((each) => each.eventId === eventId && !each.deletedAt)
    results.push({
      eventId,
      eventName: event?.eventName ?? '',
      ...(event
        ? await copyEvent(work, event, weeks)
        : { outcome: 'refused', newEventId: null, why: refusals.EVENT_NOT_FOUND.message }),
    })
  }
  return results
}

async function copyEvent(
  work: Work,
  event: Event,
  weeks: number,
): Promise<Omit<CopyResult, 'eventId' | 'eventName'>> {
  const { tx, clock } = work
  const { eventId, description, venue, isInPerson, facts, featuredSponsorId } = event
  const original = { eventName: event.eventName, slots: await findSlotsOf(tx, eventId) }
  const { eventName, slots, year } = copyOf(original, weeks)
  const problem = copyProblem(slots)
  if (problem) return { outcome: 'refused', newEventId: null, why: problem }
  const copy = await tx
    .selectFrom('events')
    .select(['eventId', 'eventName'])
    .where('copiedFrom', '=', eventId)
    .where('copiedFor', '=', year)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (copy) {
    const why = `It was copied into ${year} before: ${ended(copy.eventName)}`
    return { outcome: 'copied-before', newEventId: copy.eventId, why }
  }
  const unpublished = { isEnabled: false, isDraft: true }
  const origin = { copiedFrom: eventId, copiedFor: year, createdAt: clock() }
  const newEventId = await insertEvent(
    work,
    { eventName, description, venue, isInPerson, facts, ...unpublished, ...origin },
    slots.map(({ focusId, startOn, endOn, startTime, endTime, breaks, capacity }) => {
      return { focusId, startOn, endOn, startTime, endTime, breaks, capacity }
    }),
  )
  await copySpeakers(work, eventId, newEventId)
  await copyQuestions(work, eventId, newEventId)
  const sponsors = await copySponsors(work, eventId, newEventId)
  const featured = featuredSponsorId === null ? undefined : sponsors.get(featuredSponsorId)
  if (featured !== undefined) await setFeaturedSponsor(work, newEventId, featured)
  const changes: Record<string, [string, string]> = { copiedFrom: ['', event.eventName] }
  await happened(work, [{ activity: 'event-added', eventId: newEventId, details: { changes } }])
  return { outcome: 'copied', newEventId, why: '' }
}
