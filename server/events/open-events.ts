import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { type EventSlot, getOpenEvents } from '#contract/events/calls.ts'
import { type KeptAnswer, keptAnswer } from '#server/core/http/kept-answer.ts'
import type { Services } from '#server/services.ts'
import { type About, eventMetas, sitemapOf } from './event-pages.ts'
import { findEventSlots } from './queries.ts'

export interface OpenEvents {
  /** Returns the answer to `getOpenEvents`. Rejects while the database is away. */
  answer: () => Promise<KeptAnswer>
  /** Returns the meta elements of a page by name. */
  metas: (path: string) => Promise<Record<string, string>>
  sitemap: () => Promise<string>
}

/** Opens the published events of this renewal year and later for everybody: cached for the day until one changes. */
export function openOpenEvents({
  db,
  notifications,
  clock,
  config,
}: Pick<Services, 'db' | 'notifications' | 'clock' | 'config'>): OpenEvents {
  let kept: { on: PlainDate; events: ReturnType<typeof find> } | undefined
  const forget = () => {
    kept = undefined
  }
  notifications.on('events_changed', forget)
  notifications.onGap(forget)

  return {
    answer: async () => (await read()).answer,
    metas: async (path) => eventMetas(path, await about()),
    sitemap: async () => sitemapOf(await about()),
  }

  /** Has no slots while the database is away: the pages must be shown even then. */
  async function about(): Promise<About> {
    const nothing = { slots: [] }
    const { slots } = notifications.isListening() ? await read().catch(() => nothing) : nothing
    return { slots, publicUrl: config.publicUrl, now: clock() }
  }

  function read() {
    const now = clock()
    const on = easternDay(now)
    if (kept?.on === on) return kept.events
    const events = find(config.season(now))
    if (notifications.isListening()) kept = { on, events }
    events.catch(forget)
    return events
  }

  async function find(from: number): Promise<{ slots: EventSlot[]; answer: KeptAnswer }> {
    const found = await findEventSlots(db, { from })
    const slots = found.map((slot) => ({ ...slot, videoLink: null }))
    return { slots, answer: await keptAnswer(getOpenEvents, { events: slots }) }
  }
}
