import { paths } from '#contract/core/paths.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { logoOf } from '#contract/events/events/calls.ts'
import { isInPerson, placeOf } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { overAt, zoneLabel } from '#contract/events/slots/times.ts'

interface Around {
  publicUrl: string
  /** The training provider's name. */
  organizer: string
  now: Date
}

type Thing = Record<string, unknown>

/** Returns an event for search engines: a schema.org EducationEvent in JSON-LD, with its slots as sub-events. */
export function structuredEvent(event: EventSlot, slots: readonly EventSlot[], around: Around): string {
  const presenters = new Set(event.speakers.map(({ presenterName }) => presenterName).filter(Boolean))
  return JSON.stringify({
    '@context': 'https://schema.org',
    ...eventThing(event, slots, around),
    ...(presenters.size > 0 && {
      performer: Array.from(presenters, (name) => ({ '@type': 'Person', name })),
    }),
    subEvent: slots.map((slot) => ({
      '@type': 'EducationEvent',
      name: slot.eventName,
      ...span([slot]),
      ...placeThing(slot, around),
      offers: offerThing([slot], around),
    })),
  })
}

/** Returns the list of open events for search engines. */
export function structuredEvents(
  events: readonly { event: EventSlot; slots: readonly EventSlot[] }[],
  around: Around,
): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': events.map(({ event, slots }) => eventThing(event, slots, around)),
  })
}

function eventThing(event: EventSlot, slots: readonly EventSlot[], around: Around): Thing {
  const logo = logoOf(event.description)
  const url = addressOf(event, around)
  return {
    '@type': 'EducationEvent',
    '@id': url,
    url,
    name: event.eventName,
    description: 'Free Inspection Authorization renewal training for aviation maintenance technicians.',
    ...span(slots),
    eventStatus: 'https://schema.org/EventScheduled',
    ...placeThing(event, around),
    ...(logo !== null && { image: new URL(logo, around.publicUrl).href }),
    isAccessibleForFree: true,
    inLanguage: 'en-US',
    organizer: { '@type': 'Organization', name: around.organizer, url: around.publicUrl },
    offers: offerThing(slots, around),
  }
}

function placeThing(event: EventSlot, around: Around): Thing {
  const isThere = isInPerson(event)
  const location = isThere
    ? { '@type': 'Place', name: placeOf(event), address: placeOf(event) }
    : { '@type': 'VirtualLocation', url: addressOf(event, around) }
  const mode = isThere ? 'Offline' : 'Online'
  return { eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`, location }
}

function offerThing(slots: readonly EventSlot[], around: Around): Thing {
  const isOver = overAt(around.now)
  const open = slots.filter((slot) => slot.isEnabled && slot.isOpen && !isOver(slot))
  const hasSeats = open.some(({ seatsLeft }) => seatsLeft !== 0)
  const availability = hasSeats ? 'InStock' : 'SoldOut'
  return {
    '@type': 'Offer',
    price: '0',
    priceCurrency: 'USD',
    url: slots[0] && addressOf(slots[0], around),
    availability: `https://schema.org/${availability}`,
  }
}

/** Returns the first start and the last end, with the offset of Eastern time on that day. */
function span(slots: readonly SlotTime[]): Thing {
  const starts = slots.map(({ startOn, startTime }) => eastern(startOn, startTime)).sort()
  const ends = slots.map(({ endOn, endTime }) => eastern(endOn, endTime)).sort()
  return { startDate: starts[0], endDate: ends.at(-1) }
}

function eastern(on: PlainDate, time: PlainTime) {
  return `${on}T${time}:00${zoneLabel(on) === 'EDT' ? '-04:00' : '-05:00'}`
}

function addressOf({ eventId }: { eventId: number }, { publicUrl }: Around) {
  return publicUrl + paths.openEvents({ eventId })
}
