import type { AdminEvent } from '#contract/events.ts'
import type { RegisteredEvent } from '#contract/registrations.ts'

/** The chosen slot of each event; an event without one is not attended. */
export type Choice = ReadonlyMap<number, number>

/** One change of what somebody holds. */
export type PlannedStep =
  | { what: 'remove'; eventId: number; registrationId: number }
  | { what: 'move' | 'add'; eventId: number; eventSlotId: number; focusId: number }

type PlannedEvent = Pick<AdminEvent, 'eventId' | 'eventName'> & {
  slots: Pick<AdminEvent['slots'][number], 'eventSlotId' | 'focusId' | 'startOn'>[]
}
type Held = Pick<RegisteredEvent, 'registrationId' | 'eventId' | 'eventSlotId' | 'certificateLink' | 'hours'>

/** The events somebody is added to: those of the season, by their name or their first day. */
export function eventsOfSeason<Event extends PlannedEvent>(events: Event[], season: number): Event[] {
  return events.filter(({ eventName, slots }) => {
    const [startOn = ''] = slots.map((slot) => slot.startOn as string).sort()
    return eventName.includes(String(season)) || startOn.startsWith(`${season}-`)
  })
}

/** What is chosen before anything is: what is held. */
export function choiceOf(held: Held[]): Choice {
  return new Map(held.map(({ eventId, eventSlotId }) => [eventId, eventSlotId]))
}

/** The choice once a slot is clicked: another one of its event is replaced, the chosen one is chosen no longer. */
export function withSlot(choice: Choice, eventId: number, eventSlotId: number): Choice {
  const next = new Map(choice)
  if (choice.get(eventId) === eventSlotId) next.delete(eventId)
  else next.set(eventId, eventSlotId)
  return next
}

/** Whether a registration stays as it is: its hours would have to be withdrawn first. */
export function isSettled({ certificateLink, hours }: Pick<Held, 'certificateLink' | 'hours'>): boolean {
  return certificateLink !== null || hours > 0
}

/** What is to be done so that somebody holds what is chosen: removals first, each in the order of the events. */
export function planOf(events: PlannedEvent[], held: Held[], choice: Choice): PlannedStep[] {
  const steps = events.flatMap(({ eventId, slots }): PlannedStep[] => {
    const registration = held.find((one) => one.eventId === eventId)
    const chosen = slots.find(({ eventSlotId }) => eventSlotId === choice.get(eventId))
    if (registration && isSettled(registration)) return []
    if (chosen?.eventSlotId === registration?.eventSlotId) return []
    if (!chosen) {
      return registration ? [{ what: 'remove', eventId, registrationId: registration.registrationId }] : []
    }
    const { eventSlotId, focusId } = chosen
    return [{ what: registration ? 'move' : 'add', eventId, eventSlotId, focusId }]
  })
  return steps.sort((one, other) => Number(other.what === 'remove') - Number(one.what === 'remove'))
}
