import { seasonOfDay } from '#contract/core/season.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { isHeld } from './open-slots.ts'

/** Returns the person's registered events: running ones, then those to come, then past ones, newest first. */
export function heldInOrder(events: readonly GroupedEvent[], now: Date): GroupedEvent[] {
  const held = events.filter(isHeld)
  const past = held.filter((event) => hasEnded(heldSlot(event), now))
  const ahead = held.filter((event) => !hasEnded(heldSlot(event), now))
  return [...ahead.sort(byStart), ...past.sort((a, b) => byStart(b, a))]
}

/** Returns the renewal year of the next event, or the newest one. `held` is in order. */
export function firstYear(held: readonly GroupedEvent[], now: Date): number | undefined {
  const next = held.find((event) => !hasEnded(heldSlot(event), now))
  return next ? seasonOfDay(next.startOn) : held[0] && seasonOfDay(held[0].startOn)
}

function byStart(one: GroupedEvent, other: GroupedEvent) {
  return startOf(one).localeCompare(startOf(other))
}

function startOf(event: GroupedEvent) {
  const { startOn, startTime } = heldSlot(event)
  return `${startOn} ${startTime}`
}

function heldSlot({ slots }: GroupedEvent): SlotTime {
  return slots.find(({ alreadyRegistered }) => alreadyRegistered) as SlotTime
}
