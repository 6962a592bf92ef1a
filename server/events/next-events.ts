import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { NextEvent } from '#contract/events/next-events.ts'
import type { Services } from '#server/services.ts'
import { findNextEvents } from './queries.ts'

/**
 * Gives the events that begin next, as the login page names them: kept for the day as long as none changes, and none while
 * the database is away, for that page has to be shown then, too.
 */
export function openNextEvents({
  db,
  notices,
  clock,
}: Pick<Services, 'db' | 'notices' | 'clock'>): () => Promise<NextEvent[]> {
  let kept: { on: PlainDate; events: Promise<NextEvent[]> } | undefined
  const forget = () => {
    kept = undefined
  }
  notices.on('events_changed', forget)
  notices.onGap(forget)

  return async () => {
    if (!notices.isListening()) return []
    const on = easternDay(clock())
    if (kept?.on !== on) kept = { on, events: findNextEvents(db, on) }
    return kept.events.catch(() => {
      forget()
      return []
    })
  }
}
