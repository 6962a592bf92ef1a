import { seasonOfEvent } from '#contract/core/season.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { HeldRegistration } from '#contract/registrations/registrations/calls.ts'
import type { RegistrationPlan } from '#contract/registrations/registrations/changes.ts'
import { settledRefusal } from '#contract/registrations/registrations/rules.ts'
import type { ToastText } from '#web/core/ui/toast-area.tsx'

/** The clicked slot of each event; null for none. Other events keep their registration. */
export type Choice = ReadonlyMap<number, number | null>

/** One change of a person's registrations. */
export type PlannedStep =
  | { what: 'remove'; eventId: number; registrationId: number; version: number }
  | { what: 'move' | 'add'; eventId: number; eventSlotId: number; focusId: number }

type PlannedEvent = Pick<AdminEvent, 'eventId' | 'eventName'> & {
  slots: Pick<AdminEvent['slots'][number], 'eventSlotId' | 'focusId' | 'startOn'>[]
}
type Held = Pick<HeldRegistration, 'registrationId' | 'eventId' | 'eventSlotId' | 'hours' | 'version'>

/** Returns a season's events, by name or renewal year. */
export function eventsOfSeason<Event extends PlannedEvent>(events: Event[], season: number): Event[] {
  return events.filter(
    ({ eventName, slots }) => eventName.includes(String(season)) || seasonOfEvent(slots) === season,
  )
}

/** Returns an event's chosen slot; null without one. */
export function chosenSlot(held: Held[], choice: Choice, eventId: number): number | null {
  const clicked = choice.get(eventId)
  if (clicked !== undefined) return clicked
  return held.find((one) => one.eventId === eventId)?.eventSlotId ?? null
}

/** Returns the choice after a click on a slot, which replaces the event's chosen slot, or unchooses it. */
export function withSlot(held: Held[], choice: Choice, eventId: number, eventSlotId: number): Choice {
  const isChosen = chosenSlot(held, choice, eventId) === eventSlotId
  return new Map(choice).set(eventId, isChosen ? null : eventSlotId)
}

/** Returns the changes that the choice needs: removals first, then the others, in the events' order. */
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

/** Returns '1 will be removed, 2 will be added'. */
export function shownPlan(steps: PlannedStep[]): string {
  return counted(steps, 'will be ') || 'No changes yet'
}

/** Returns the confirmation. The specification's words are for a person added to an event. */
export function shownOutcome(steps: PlannedStep[]): ToastText {
  if (!steps.some(({ what }) => what === 'add')) {
    return `Registrations changed: ${counted(steps)}`
  }
  return [
    'Successfully registered to the events',
    "You can check the registration details in the 'All Registrations' section",
  ]
}

function counted(steps: PlannedStep[], willBe = '') {
  const words = { remove: 'removed', move: 'moved', add: 'added' } as const
  return (['remove', 'move', 'add'] as const)
    .map((what) => ({ what, count: steps.filter((step) => step.what === what).length }))
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${willBe}${words[what]}`)
    .join(', ')
}

/** Returns the body of the plan's single call. */
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

/** Returns the refusals by event. `fields` has each refused part by its place in the call. */
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
