import * as z from 'zod/mini'
import type { PageData } from '#contract/core/page-data.ts'
import { pageDataMeta } from '#contract/core/page-data.ts'
import { paths } from '#contract/core/paths.ts'
import { easternDay } from '#contract/core/season.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { getOpenEvents, logoOf } from '#contract/events/events/calls.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import type { NextEvent } from '#contract/events/events/next-events.ts'
import { nextEventsMeta, nextEventsShown } from '#contract/events/events/next-events.ts'
import { overAt, shownDates } from '#contract/events/slots/times.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import { structuredDataMeta } from '#server/core/http/web-files.ts'
import { structuredEvent, structuredEvents } from './event-structured-data.ts'

/** The events for a page. */
export interface About {
  /** Sorted by their start. */
  slots: readonly EventSlot[]
  publicUrl: string
  /** The training provider's name. */
  organizer: string
  /** The color of links and buttons; '': that of the build. */
  mainColor: string
  now: Date
}

/**
 * Returns the meta elements of the login and event pages, for link previews and search engines; undefined for
 * other pages.
 */
export function eventMetas(path: string, about: About): Record<string, string> | undefined {
  const { slots, publicUrl, now } = about
  if (path === paths.login()) return { [nextEventsMeta]: JSON.stringify(nextEvents(slots, now)) }
  if (path === paths.openEvents()) {
    const previews = preview(publicUrl, path, {
      title: 'Free IA renewal seminars',
      text: 'Eight hours of Inspection Authorization renewal training for aviation maintenance technicians, online or in person. See dates and register.',
    })
    return { ...previews, [structuredDataMeta]: structuredEvents(openOnes(about), about) }
  }
  if (!path.startsWith(`${paths.openEvents()}/`)) return undefined
  const event = eventsOf(slots).find(({ eventId }) => path === paths.openEvents({ eventId }))
  if (!event) return undefined
  const events = slots.filter(({ eventId }) => eventId === event.eventId)
  const previews = preview(publicUrl, path, {
    title: event.eventName,
    text: `${shownDates(event)} · ${placeOf(event)}. Free training for your IA renewal: see times and speakers, and register.`,
    picture: logoOf(event.description),
  })
  const structured = structuredEvent(event, events, about)
  const data = z.encode(getOpenEvents.data as z.ZodMiniType, { events })
  return {
    ...previews,
    [structuredDataMeta]: structured,
    [pageDataMeta]: JSON.stringify({
      path: getOpenEvents.path,
      data,
      at: now.toISOString(),
    } satisfies PageData),
  }
}

/** Returns the sitemap: the public pages, and the events open for registration. */
export function sitemapOf(about: About): string {
  const { publicUrl } = about
  const addresses = [
    paths.openEvents(),
    ...openOnes(about).map(({ event: { eventId } }) => paths.openEvents({ eventId })),
    paths.login(),
    paths.register(),
  ]
  const urls = addresses.map((address) => `<url><loc>${escapeHtml(publicUrl + address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`
}

/** Returns the events that are open for registration, each with all its slots. */
function openOnes({ slots, now }: About) {
  const isOver = overAt(now)
  const open = slots.filter((slot) => slot.isEnabled && slot.isOpen && !isOver(slot))
  return eventsOf(open).map((event) => ({
    event,
    slots: slots.filter(({ eventId }) => eventId === event.eventId),
  }))
}

interface Preview {
  title: string
  text: string
  /** The address of a picture on the portal; null for the portal's own. */
  picture?: string | null
}

function preview(publicUrl: string, path: string, { title, text, picture }: Preview) {
  return {
    description: text,
    'og:type': 'website',
    'og:site_name': 'IA Renewal Portal',
    'og:title': title,
    'og:description': text,
    'og:url': publicUrl + path,
    'og:image': new URL(picture ?? '/icon-512.png', publicUrl).href,
    'twitter:card': 'summary',
  }
}

/** Returns the next open events that have not begun on this day. */
function nextEvents(slots: readonly EventSlot[], now: Date): NextEvent[] {
  const today = easternDay(now)
  return eventsOf(slots.filter(({ isEnabled, isOpen }) => isEnabled && isOpen))
    .filter(({ startOn }) => startOn > today)
    .slice(0, nextEventsShown)
    .map((event) => ({
      eventId: event.eventId,
      eventName: event.eventName,
      days: shownDates(event),
      place: placeOf(event),
    }))
}

/** Returns the events of the slots, each with its first and last day, ordered by first day. */
export function eventsOf(slots: readonly EventSlot[]): EventSlot[] {
  const events = Map.groupBy(slots, ({ eventId }) => eventId)
  return [...events.values()].flatMap((ofEvent) => {
    // The slots are sorted by start.
    const endOn = ofEvent
      .map((slot) => slot.endOn)
      .sort()
      .at(-1)
    return ofEvent.slice(0, 1).map((first) => ({ ...first, endOn: endOn ?? first.endOn }))
  })
}
