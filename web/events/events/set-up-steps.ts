import type { LinkProps } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hasEnded } from '#contract/events/slots/times.ts'

/** A step toward an open season. */
export interface SetUpStep {
  text: string
  isDone: boolean
  link: LinkProps
}

export function setUpSteps(events: readonly AdminEvent[], hasProvider: boolean, now: Date): SetUpStep[] {
  const coming = comingEvents(events, now)
  const slots = coming.flatMap((event) =>
    event.slots.filter((slot) => !hasEnded(slot, now)).map((slot) => ({ ...slot, event })),
  )
  const virtual = slots.filter(({ event, focusId }) => !isInPerson({ ...event, focusId }))
  return [
    { text: 'Training provider and signature', isDone: hasProvider, link: { to: paths.provider() } },
    { text: 'Events and time slots', isDone: slots.length > 0, link: { to: paths.manageEvents() } },
    {
      text: 'Speakers',
      isDone: slots.length > 0 && coming.every(({ speakers }) => speakers.length > 0),
      link: { to: paths.manageSpeakers() },
    },
    {
      text: 'Sponsors',
      isDone: slots.length > 0 && coming.every(({ sponsors }) => sponsors.length > 0),
      link: { to: paths.manageSponsors() },
    },
    {
      text: 'Webinar IDs',
      isDone: slots.length > 0 && virtual.every(({ webinarId }) => Boolean(webinarId)),
      link: { to: paths.manageEvents() },
    },
    {
      text: 'Open registration',
      isDone: coming.some(({ isEnabled }) => isEnabled),
      link: { to: paths.manageEvents() },
    },
  ]
}

/** Returns the events with a slot that is not over, and those without slots. */
function comingEvents(events: readonly AdminEvent[], now: Date): AdminEvent[] {
  return events.filter(({ slots }) => slots.length === 0 || slots.some((slot) => !hasEnded(slot, now)))
}
