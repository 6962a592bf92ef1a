import { seasonOfEvent } from '#contract/core/season.ts'
import type { AdminEvent } from '#contract/events/calls.ts'
import type { HeldRegistration } from '#contract/registrations/calls.ts'
import type { RegistrationPlan } from '#contract/registrations/changes.ts'
import { settledRefusal } from '#contract/registrations/rules.ts'
import type { ToastText } from '#web/core/ui/toast-area.tsx'

/** What was clicked: the slot that is chosen of an event, or null for none; of all others, what is held stays. */
export type Choice = ReadonlyMap<number, number | null>

/** One change of what somebody holds. */
export type PlannedStep =
  | { what: 'remove'; eventId: number; registrationId: number; version: number }
  | { what: 'move' | 'add'; eventId: number; eventSlotId: number; focusId: number }

type PlannedEvent = Pick<AdminEvent, 'eventId' | 'eventName'> & {
  slots: Pick<AdminEvent['slots'][number], 'eventSlotId' | 'focusId' | 'startOn'>[]
}
type Held = Pick<HeldRegistration, 'registrationId' | 'eventId' | 'eventSlotId' | 'hours' | 'version'>

/** The events somebody is added to: those of the season, by their name or their renewal year. */
export function eventsOfSeason<Event extends PlannedEvent>(events: Event[], season: number): Event[] {
  return events.filter(
    ({ eventName, slots }) => eventName.includes(String(season)) || seasonOfEvent(slots) === season,
  )
}

/** The slot of an event that is chosen; null: none. */
export function chosenSlot(held: Held[], choice: Choice, eventId: number): number | null {
  const clicked = choice.get(eventId)
  if (clicked !== undefined) return clicked
  return held.find((one) => one.eventId === eventId)?.eventSlotId ?? null
}

/** The choice once a slot is clicked: another one of its event is replaced, the chosen one is chosen no longer. */
export function withSlot(held: Held[], choice: Choice, eventId: number, eventSlotId: number): Choice {
  const isChosen = chosenSlot(held, choice, eventId) === eventSlotId
  return new Map(choice).set(eventId, isChosen ? null : eventSlotId)
}

/** What is to be done so that somebody holds what is chosen: removals first, each in the order of the events. */
export function planOf(events: PlannedEvent[], held: Held[], choice: Choice): PlannedStep[] {
  const steps = events.flatMap(({ eventId, slots }): PlannedStep[] => {
    const registration = held.find((one) => one.eventId === eventId)
    const chosen = slots.find(({ eventSlotId }) => eventSlotId === chosenSlot(held, choice, eventId))
    if (registration && settledRefusal(registration)) return []
    if (chosen?.eventSlotId === registration?.eventSlotId) return []
    if (!chosen) {
      if (!registration) return []
      const { registrationId, version } = registration
      return [{ what: 'remove', eventId, registrationId, version }]
    }
    const { eventSlotId, focusId } = chosen
    return [{ what: registration ? 'move' : 'add', eventId, eventSlotId, focusId }]
  })
  return steps.sort((one, other) => Number(other.what === 'remove') - Number(one.what === 'remove'))
}

/** '1 to be removed, 2 to be added' */
export function shownPlan(steps: PlannedStep[]): string {
  return counted(steps, 'to be ') || 'Nothing changed yet'
}

/** What to say once the steps are done: only somebody who was added to an event was registered. */
export function shownOutcome(steps: PlannedStep[]): ToastText {
  if (!steps.some(({ what }) => what === 'add')) {
    return `Registrations changed: ${counted(steps)}`
  }
  return [
    'Successfully registered to the events',
    "You can check the registration details in the 'All Registrations' section",
  ]
}

function counted(steps: PlannedStep[], toBe = ''): string {
  const words = { remove: 'removed', move: 'moved', add: 'added' } as const
  return (['remove', 'move', 'add'] as const)
    .map((what) => ({ what, count: steps.filter((step) => step.what === what).length }))
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${toBe}${words[what]}`)
    .join(', ')
}

/** The plan as one call takes it. */
export function changesOf(steps: PlannedStep[]): Omit<RegistrationPlan, 'userId'> {
  return {
    slots: steps.flatMap((step) => {
      if (step.what === 'remove') return []
      const { eventId, eventSlotId, focusId } = step
      return [{ eventId, eventSlotId, focusId }]
    }),
    removed: steps.flatMap((step) => {
      if (step.what !== 'remove') return []
      const { registrationId, version } = step
      return [{ registrationId, version }]
    }),
  }
}

/** Why parts of a plan were refused, by their events. `fields` names each part by its place in the call. */
export function refusedEvents(steps: PlannedStep[], fields: Record<string, string>): Map<number, string> {
  const isRemoval = ({ what }: PlannedStep) => what === 'remove'
  const parts = { slots: steps.filter((step) => !isRemoval(step)), removed: steps.filter(isRemoval) }
  return new Map(
    Object.entries(fields).flatMap(([field, message]) => {
      const [part, place] = field.split('.')
      const step = parts[part as keyof typeof parts]?.[Number(place)]
      return step ? [[step.eventId, message]] : []
    }),
  )
}
