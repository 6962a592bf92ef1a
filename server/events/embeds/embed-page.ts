import { paths } from '#contract/core/paths.ts'
import type { ShownPart } from '#contract/events/embeds/rules.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import { shownBreak } from '#contract/events/slots/breaks.ts'
import { overAt, shownDates, shownDays, shownTimes } from '#contract/events/slots/times.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { About } from '#server/events/events/event-pages.ts'
import { eventsOf } from '#server/events/events/event-pages.ts'
import { embedStyles } from './embed-styles.ts'

interface Shown {
  show: ShownPart
  /** One event; undefined: all that are open for registration. */
  eventId: number | undefined
  /** The colors of the website around it. */
  scheme: 'light' | 'dark'
}

/** Returns the HTML of a frame; `isFound` is false if it names an event that is not listed. */
export function embedPage(
  { slots, publicUrl, now, mainColor }: About,
  { show, eventId, scheme }: Shown,
): { html: string; isFound: boolean } {
  const isOver = overAt(now)
  const events = eventsOf(slots).map((event) => ({
    event,
    slots: slots.filter((slot) => slot.eventId === event.eventId && !isOver(slot)),
  }))
  const found =
    eventId === undefined
      ? events.filter(({ event, slots }) => event.isEnabled && slots.some(({ isOpen }) => isOpen))
      : events.filter(({ event }) => event.eventId === eventId)
  const [only] = found
  const title =
    eventId !== undefined && only ? only.event.eventName : show === 'button' ? 'Register' : 'Open events'
  const body =
    show === 'button'
      ? button(publicUrl, eventId === undefined ? undefined : only?.event)
      : eventId === undefined
        ? list(found, publicUrl)
        : only
          ? card(only, publicUrl, 'h1')
          : nothing("This event isn't listed. It may be over.", publicUrl)
  return {
    html: page({ title, body, scheme, mainColor }),
    isFound: eventId === undefined || only !== undefined,
  }
}

interface Parts extends Pick<Shown, 'scheme'> {
  title: string
  body: string
  mainColor: string
}

function page({ title, body, scheme, mainColor }: Parts) {
  // The brand's color was checked against light backgrounds only.
  const brand = mainColor && scheme === 'light' ? `:root{--blue:${mainColor}}` : ''
  return `<!doctype html>
<html lang="en" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${embedStyles}${brand}</style>
<script src="/embed-frame.js" defer></script>
</head>
<body><main>${body}</main></body>
</html>
`
}

interface OneEvent {
  event: EventSlot
  /** The slots that are not over. */
  slots: readonly EventSlot[]
}

function list(events: readonly OneEvent[], publicUrl: string) {
  const heading = '<h1 class="unseen">Open events</h1>'
  if (events.length === 0) {
    return heading + nothing('No seminar is open for registration right now.', publicUrl)
  }
  const items = events.map((each) => `<li>${card(each, publicUrl, 'h2')}</li>`)
  return `${heading}<ul class="events">${items.join('')}</ul>`
}

function card({ event, slots }: OneEvent, publicUrl: string, heading: 'h1' | 'h2') {
  const address = publicUrl + paths.openEvents({ eventId: event.eventId })
  const id = `event-${event.eventId}`
  const isClosed = !event.isEnabled || !slots.some(({ isOpen }) => isOpen)
  const facts = [shownDates(event), placeOf(event), 'Free'].map(escapeHtml).join(' · ')
  return `<article class="card" aria-labelledby="${id}">
<${heading} id="${id}">${link(address, escapeHtml(event.eventName))}</${heading}>
<p class="facts">${facts}</p>
${isClosed ? '<p class="label">Registration Closed</p>' : choice(slots, publicUrl, id)}
</article>`
}

function choice(slots: readonly EventSlot[], publicUrl: string, id: string) {
  const items = slots.map((slot) => `<li>${slotLink(slot, publicUrl)}</li>`)
  return `<p class="label" id="${id}-slots">Select a slot to register</p>
<ul class="slots" aria-labelledby="${id}-slots ${id}">${items.join('')}</ul>`
}

function slotLink(slot: EventSlot, publicUrl: string) {
  const pauses = slot.breaks.map((pause) => `<span class="days">${escapeHtml(shownBreak(pause))}</span>`)
  const words = `<span class="days">${escapeHtml(shownDays(slot))}</span>
<span class="times">${escapeHtml(shownTimes(slot))}</span>${pauses.join('')}`
  const note = noteOf(slot)
  const content = `${words}${note && `<span class="note">${note}</span>`}`
  const { eventId, eventSlotId } = slot
  return slot.isOpen
    ? link(publicUrl + paths.openEvents({ eventId, eventSlotId }), content, 'slot')
    : `<span class="slot closed">${content}</span>`
}

function noteOf({ isOpen, seatsLeft }: EventSlot) {
  if (!isOpen) return 'Registration Closed'
  if (seatsLeft === null) return ''
  if (seatsLeft === 0) return 'Full. Join the waitlist'
  return seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`
}

function button(publicUrl: string, event: EventSlot | undefined) {
  const address = publicUrl + (event ? paths.openEvents({ eventId: event.eventId }) : paths.openEvents())
  return link(
    address,
    event ? `Register for ${escapeHtml(event.eventName)}` : 'See events and register',
    'button',
  )
}

function nothing(words: string, publicUrl: string) {
  return `<p class="card">${escapeHtml(words)} ${link(publicUrl + paths.openEvents(), 'See all events')}</p>`
}

/** Leaves the frame: the portal opens in place of the website. */
function link(address: string, content: string, look?: string) {
  return `<a href="${escapeHtml(address)}" target="_top"${look ? ` class="${look}"` : ''}>${content}</a>`
}
