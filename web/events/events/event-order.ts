import { easternClock } from '#contract/core/season.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { hasEnded } from '#contract/events/slots/times.ts'

/** Returns events as an administrator needs them: running, coming, and over with the newest first. */
export function inOrder(events: readonly AdminEvent[], now: Date): AdminEvent[] {
  const sorted = events.toSorted((a, b) => firstDay(a).localeCompare(firstDay(b)))
  const of = (phase: EventPhase) => sorted.filter((event) => eventPhase(event, now) === phase)
  return [...of('running'), ...of('coming'), ...of('over').reverse()]
}

export type EventPhase = 'running' | 'coming' | 'over'

/** Returns if an event is over, or one of its slots runs. One without slots is still to come. */
export function eventPhase({ slots }: Pick<AdminEvent, 'slots'>, now: Date): EventPhase {
  if (slots.length > 0 && slots.every((slot) => hasEnded(slot, now))) return 'over'
  const clock = easternClock(now)
  return slots.some((slot) => `${slot.startOn} ${slot.startTime}` <= clock && !hasEnded(slot, now))
    ? 'running'
    : 'coming'
}

function firstDay({ slots }: AdminEvent) {
  return slots.map(({ startOn }) => startOn).sort()[0] ?? '9999'
}
