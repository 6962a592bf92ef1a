import type { EventSlot } from '#contract/events/events/calls.ts'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { brandMeta } from '#server/core/http/branded-page.ts'
import type { KeptAnswer } from '#server/core/http/kept-answer.ts'
import { keptAnswer } from '#server/core/http/kept-answer.ts'
import { pageBrandOf } from '#server/foundation/brands/brand-pages.ts'
import type { BrandLooks } from '#server/foundation/brands/queries.ts'
import { findBrand } from '#server/foundation/brands/queries.ts'
import { getProvider } from '#server/foundation/training-providers/queries.ts'
import type { Services } from '#server/services.ts'
import type { About } from './event-pages.ts'
import { eventMetas, sitemapOf } from './event-pages.ts'
import { findEventSlots } from './queries.ts'

export interface OpenEvents {
  /** Returns the answer to `getOpenEvents`. Rejects while the database is away. */
  answer: () => Promise<KeptAnswer>
  /** Returns a page's meta elements by name: the same object while nothing changes. */
  metas: (path: string) => Promise<Record<string, string>>
  sitemap: () => Promise<string>
  /** Returns the events themselves. Rejects while the database is away. */
  about: () => Promise<About>
}

/** Opens the published events of this renewal year and later, for everyone. Cached for the hour, until one changes. */
export function openOpenEvents({
  db,
  notifications,
  clock,
  config,
}: Pick<Services, 'db' | 'notifications' | 'clock' | 'config'>): OpenEvents {
  let kept: { hour: number; found: Promise<Found> } | undefined
  // Pages keep it while the database is away.
  let looks: BrandLooks | undefined
  let empty: { hour: number; looks: BrandLooks | undefined; pages: Pages } | undefined
  const forget = () => {
    kept = undefined
  }
  notifications.on('events_changed', forget)
  notifications.onGap(forget)

  return {
    answer: async () => (await read()).answer,
    metas: async (path) => (await pages()).metas(path),
    sitemap: async () => sitemapOf((await pages()).about),
    about: async () => (await read()).pages.about,
  }

  /** Returns pages without slots while the database is away, because pages must appear even then. */
  async function pages(): Promise<Pages> {
    const found = notifications.isListening() ? await read().catch(() => undefined) : undefined
    if (found) return found.pages
    const now = clock()
    const hour = hourOf(now)
    if (empty?.hour !== hour || empty.looks !== looks) empty = { hour, looks, pages: pagesOf([], '', now) }
    return empty.pages
  }

  function read(): Promise<Found> {
    const now = clock()
    const hour = hourOf(now)
    if (kept?.hour === hour) return kept.found
    const found = find(now)
    if (notifications.isListening()) kept = { hour, found }
    found.catch(forget)
    return found
  }

  async function find(now: Date): Promise<Found> {
    const found = await findEventSlots(db, { from: config.season(now) })
    const { name } = await getProvider({ db, config })
    looks = await findBrand(db)
    const slots = found.map((slot) => ({ ...slot, videoLink: null }))
    return { pages: pagesOf(slots, name, now), answer: await keptAnswer(getOpenEvents, { events: slots }) }
  }

  function pagesOf(slots: EventSlot[], organizer: string, now: Date): Pages {
    const about = { slots, publicUrl: config.publicUrl, organizer, now, mainColor: looks?.mainColor ?? '' }
    const brand = looks && pageBrandOf(looks)
    const ofAll = {
      season: String(config.season(now)),
      ...(config.identity.provider === 'firebase' && { identity: 'firebase' }),
      ...(brand && { [brandMeta]: JSON.stringify(brand) }),
    }
    const known = new Map<string, Record<string, string>>()
    return {
      about,
      metas(path) {
        const before = known.get(path)
        if (before) return before
        const own = eventMetas(path, about)
        if (!own) return ofAll
        const metas = { ...ofAll, ...own }
        known.set(path, metas)
        return metas
      },
    }
  }
}

/** Returns the hours since 1970. Eastern days, and so renewal years, begin on the hour. */
function hourOf(instant: Date) {
  return Math.floor(instant.getTime() / 3_600_000)
}

interface Found {
  pages: Pages
  answer: KeptAnswer
}

interface Pages {
  about: About
  metas: (path: string) => Record<string, string>
}
