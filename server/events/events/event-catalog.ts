import { seasonOfDay } from '#contract/core/season.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { firstSlotDay, lastSlotDay } from '#contract/events/slots/rules.ts'
import type { KeptAnswer } from '#server/core/http/kept-answer.ts'
import { keptAnswer } from '#server/core/http/kept-answer.ts'
import type { Services } from '#server/services.ts'
import type { Seasons } from './queries.ts'
import { findEventSlots } from './queries.ts'

/** Returns the finished list of events for the seasons, or for all; synchronously if cached. */
export type EventCatalog = (seasons: Seasons) => Promise<KeptAnswer> | KeptAnswer

/**
 * Opens the cache. Each process is notified when an event, slot, speaker or sponsor changes; without
 * notifications nothing is cached.
 */
export function openEventCatalog({ db, notifications }: Services): EventCatalog {
  const kept = new Map<string, Promise<KeptAnswer> | KeptAnswer>()
  notifications.on('events_changed', () => kept.clear())
  notifications.onGap(() => kept.clear())

  return ({ year, from }) => {
    const seasons = year === undefined ? { from: from && nearestSeason(from) } : { year }
    const key = `${year} ${seasons.from}`
    const known = kept.get(key)
    if (known) return known
    const found = findEventSlots(db, seasons)
    const made = found.then((events) => keptAnswer(getAllEvents, { events }))
    if (notifications.isListening()) {
      kept.set(key, made)
      Promise.all([found, made]).then(
        ([events, answer]) => {
          if (kept.get(key) !== made) return
          // A year without events is cheap to answer, and someone could request thousands of them.
          if (events.length > 0) kept.set(key, answer)
          else kept.delete(key)
        },
        () => kept.delete(key),
      )
    }
    return made
  }
}

/** Every slot is in one of these renewal years. An earlier `from` gives the first year's list, a later one none. */
function nearestSeason(from: number) {
  return Math.min(Math.max(from, firstSeason), lastSeason + 1)
}

const [firstSeason, lastSeason] = [seasonOfDay(firstSlotDay), seasonOfDay(lastSlotDay)]
