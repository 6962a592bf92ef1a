import { getAllEvents } from '#contract/events.ts'
import type { KeptAnswer } from '#server/platform/http/kept-answer.ts'
import { keptAnswer } from '#server/platform/http/kept-answer.ts'
import type { Services } from '#server/services.ts'
import { findEventSlots } from './queries.ts'

/** Gives the finished list of the events that start in a year, or of all; at once where it is kept. */
export type EventCatalogue = (year: number | undefined) => Promise<KeptAnswer> | KeptAnswer

/** The database tells every process when an event, slot, speaker or sponsor changes; while it can't, nothing is kept. */
export function openEventCatalogue({ db, notices }: Services): EventCatalogue {
  const kept = new Map<number | undefined, Promise<KeptAnswer> | KeptAnswer>()
  notices.on('events_changed', () => kept.clear())
  notices.onGap(() => kept.clear())

  return (year) => {
    const known = kept.get(year)
    if (known) return known
    const found = findEventSlots(db, year)
    const made = found.then((events) => keptAnswer(getAllEvents, { events }))
    if (notices.isListening()) {
      kept.set(year, made)
      Promise.all([found, made]).then(
        ([events, answer]) => {
          if (kept.get(year) !== made) return
          // A year without events costs little to answer anew, and there are thousands that somebody could ask for.
          if (events.length > 0) kept.set(year, answer)
          else kept.delete(year)
        },
        () => kept.delete(year),
      )
    }
    return made
  }
}
