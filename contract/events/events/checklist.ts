import { hasEnded } from '#contract/events/slots/times.ts'
import type { AdminEvent } from './calls.ts'
import { logoOf } from './calls.ts'
import { isInPerson } from './facts.ts'

/** One thing that an event needs, and its state in words. */
export interface ChecklistItem {
  what: 'slots' | 'logo' | 'webinars' | 'speakers' | 'sponsor' | 'venue' | 'video'
  isDone: boolean
  words: string
}

/** The parts of an event that its checklist reads. */
export type CheckedEvent = Pick<
  AdminEvent,
  'description' | 'videoLink' | 'venue' | 'isInPerson' | 'featuredSponsorId'
> & {
  slots: Pick<AdminEvent['slots'][number], 'focusId' | 'startOn' | 'endOn' | 'endTime' | 'webinarId'>[]
  speakers: Pick<AdminEvent['speakers'][number], 'day'>[]
  sponsors: object[]
}

/** Returns what an event needs before registration opens and after its end, without items that do not apply. */
export function eventChecklist(event: CheckedEvent, now: Date): ChecklistItem[] {
  const { slots, sponsors, featuredSponsorId } = event
  const virtual = slots.filter(({ focusId }) => !isInPerson({ ...event, focusId }))
  const hasInPerson = virtual.length < slots.length
  // In person, all courses are on the first day.
  const isOneDay = slots.length > 0 && virtual.every(({ startOn, endOn }) => startOn === endOn)
  const isOver = slots.length > 0 && slots.every((slot) => hasEnded(slot, now))
  const hasLogo = logoOf(event.description) !== null
  const isFeatured = featuredSponsorId !== null
  return [
    item('slots', slots.length > 0, slotWords(slots.length)),
    item('logo', hasLogo, hasLogo ? 'Logo' : 'No logo'),
    ...(virtual.length > 0 ? [webinarItem(virtual)] : []),
    speakerItem(event.speakers, isOneDay ? [1] : [1, 2]),
    item(
      'sponsor',
      isFeatured,
      isFeatured ? 'Featured sponsor' : sponsors.length === 0 ? 'No sponsors' : 'No featured sponsor',
    ),
    ...(hasInPerson ? [item('venue', Boolean(event.venue), event.venue ? 'Venue' : 'No venue')] : []),
    ...(isOver
      ? [
          item(
            'video',
            Boolean(event.videoLink),
            event.videoLink ? 'Link to the recording' : 'No link to the recording',
          ),
        ]
      : []),
  ]
}

function item(what: ChecklistItem['what'], isDone: boolean, words: string): ChecklistItem {
  return { what, isDone, words }
}

function slotWords(slots: number): string {
  if (slots === 0) return 'No time slots'
  return slots === 1 ? '1 time slot' : `${slots} time slots`
}

function webinarItem(slots: CheckedEvent['slots']): ChecklistItem {
  const missing = slots.filter(({ webinarId }) => !webinarId).length
  const total = slots.length
  if (missing === 0) return item('webinars', true, `Webinar ID for ${total === 1 ? 'the' : 'each'} time slot`)
  const which = total === 1 ? 'the time slot' : `${missing} of ${total} time slots`
  return item('webinars', false, `No webinar ID for ${which}`)
}

function speakerItem(speakers: CheckedEvent['speakers'], days: (1 | 2)[]): ChecklistItem {
  const missing = days.find((day) => !speakers.some((speaker) => speaker.day === day))
  const lacking = speakers.length === 0 ? 'No speakers' : `No speakers for day ${missing}`
  const words = missing === undefined ? (days.length === 1 ? 'Speakers' : 'Speakers for both days') : lacking
  return item('speakers', missing === undefined, words)
}
