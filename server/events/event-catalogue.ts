import { getAllEvents } from '#contract/events.ts'
import type { KeptAnswer } from '#server/platform/http/kept-answer.ts'
import { keptAnswer } from '#server/platform/http/kept-answer.ts'
import type { Services } from '#server/services.ts'
import { findEventSlots } from './queries.ts'

/** Gives the finished list of the events that start in a year, or of all; at once where it is kept. */
export type EventCatalogue = (year: number | undefined) => Promise<KeptAnswer> | KeptAnswer

/** Beyond these many years somebody is making years up: they are answered, not kept. */
const mostYears = 20

/** The database tells every process when an event, slot, speaker or sponsor changes; while it can't, nothing is kept. */
export function openEventCatalogue({ db, notices }: Services): EventCatalogue {
  const kept = new Map<number | undefined, Promise<KeptAnswer> | KeptAnswer>()
  notices.on('events_changed', () => kept.clear())
  notices.onGap(() => kept.clear())

  return (year) => {
    const known = kept.get(year)
    if (known) return known
    const made = findEventSlots(db, year).then((events) => keptAnswer(getAllEvents, { events }))
    if (notices.isListening() && kept.size < mostYears) {
      kept.set(year, made)
      made.then(
        (answer) => kept.get(year) === made && kept.set(year, answer),
        () => kept.delete(year),
      )
    }
    return made
  }
}
