import { hasEnded } from '#contract/slots/times.ts'
import { type AdminEvent, logoOf } from './calls.ts'
import { isInPerson } from './facts.ts'

/** One thing that an event needs, and its state in words. */
export interface ChecklistItem {
  what: 'slots' | 'logo' | 'webinars' | 'speakers' | 'sponsor' | 'venue' | 'video'
  isDone: boolean
  words: string
}

type Checked = Pick<
  AdminEvent,
  'description' | 'videoLink' | 'venue' | 'isInPerson' | 'featuredSponsorId'
> & {
  slots: Pick<AdminEvent['slots'][number], 'focusId' | 'startOn' | 'endOn' | 'endTime' | 'webinarId'>[]
  speakers: Pick<AdminEvent['speakers'][number], 'day'>[]
  sponsors: object[]
}

/** Returns what an event needs before people register for it, and once it is over, without what does not apply. */
export function eventChecklist(event: Checked, now: Date): ChecklistItem[] {
  const { slots, sponsors, featuredSponsorId } = event
  const virtual = slots.filter(({ focusId }) => !isInPerson({ ...event, focusId }))
  const hasInPerson = virtual.length < slots.length
  // In person, all courses are on the first day.
  const isOneDay = slots.length > 0 && virtual.every(({ startOn, endOn }) => startOn === endOn)
  const isOver = slots.length > 0 && slots.every((slot) => hasEnded(slot, now))
  const hasLogo = logoOf(event.description) !== null
  const isFeatured = featuredSponsorId !== null
  return [
    {
      what: 'slots',
      isDone: slots.length > 0,
      words:
        slots.length === 0
          ? 'No time slots'
          : slots.length === 1
            ? '1 time slot'
            : `${slots.length} time slots`,
    },
    { what: 'logo', isDone: hasLogo, words: hasLogo ? 'Logo' : 'No logo' },
    ...(virtual.length > 0 ? [webinarItem(virtual)] : []),
    speakerItem(event.speakers, isOneDay ? [1] : [1, 2]),
    {
      what: 'sponsor',
      isDone: isFeatured,
      words: isFeatured ? 'Featured sponsor' : sponsors.length === 0 ? 'No sponsors' : 'No featured sponsor',
    },
    ...(hasInPerson
      ? [{ what: 'venue' as const, isDone: Boolean(event.venue), words: event.venue ? 'Venue' : 'No venue' }]
      : []),
    ...(isOver
      ? [
          {
            what: 'video' as const,
            isDone: Boolean(event.videoLink),
            words: event.videoLink ? 'Link to the recording' : 'No link to the recording',
          },
        ]
      : []),
  ]
}

function webinarItem(slots: Checked['slots']): ChecklistItem {
  const missing = slots.filter(({ webinarId }) => !webinarId).length
  const total = slots.length
  if (missing === 0) {
    return {
      what: 'webinars',
      isDone: true,
      words: `Webinar ID for ${total === 1 ? 'the' : 'each'} time slot`,
    }
  }
  const which = total === 1 ? 'the time slot' : `${missing} of ${total} time slots`
  return { what: 'webinars', isDone: false, words: `No webinar ID for ${which}` }
}

function speakerItem(speakers: Checked['speakers'], days: (1 | 2)[]): ChecklistItem {
  const missing = days.find((day) => !speakers.some((speaker) => speaker.day === day))
  const lacking = speakers.length === 0 ? 'No speakers' : `No speakers for day ${missing}`
  const words = missing === undefined ? (days.length === 1 ? 'Speakers' : 'Speakers for both days') : lacking
  return { what: 'speakers', isDone: missing === undefined, words }
}
