import type { SlotToday } from '#contract/office/dashboard/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'

/** Returns the state of a slot that is held today: 'running, 12 of 42 in'. */
export function todayWords({ isRunning, isOver, isInPerson, registered, here }: SlotToday): string {
  const state = isOver ? 'over' : isRunning ? 'running' : 'not begun yet'
  const all = shownCount(registered)
  if (here === null || (isOver && here === 0)) return `${state}, ${all} registered`
  return `${state}, ${shownCount(here)} of ${all} ${isInPerson ? 'in' : 'in the room'}`
}
