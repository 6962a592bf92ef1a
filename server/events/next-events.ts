import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { NextEvent } from '#contract/events/next-events.ts'
import type { Services } from '#server/services.ts'
import { findNextEvents } from './queries.ts'

/**
 * Returns the next events for the login page: cached for the day until one changes, and empty
 * while the database is away, because that page must be shown even then.
 */
export function openNextEvents({
  db,
  notifications,
  clock,
}: Pick<Services, 'db' | 'notifications' | 'clock'>): () => Promise<NextEvent[]> {
  let kept: { on: PlainDate; events: Promise<NextEvent[]> } | undefined
  const forget = () => {
    kept = undefined
  }
  notifications.on('events_changed', forget)
  notifications.onGap(forget)

  return async () => {
    if (!notifications.isListening()) return []
    const on = easternDay(clock())
    if (kept?.on !== on) kept = { on, events: findNextEvents(db, on) }
    return kept.events.catch(() => {
      forget()
      return []
    })
  }
}
