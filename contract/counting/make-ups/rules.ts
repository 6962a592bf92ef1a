import { sum } from '#contract/core/numbers.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import { endOf } from '#contract/events/slots/agendas.ts'
import { neededMinutes, taughtMinutesOf } from '#contract/events/slots/hour-times.ts'

/** The facts that decide if a slot takes people for missed hours. */
export interface MakeUpFacts {
  isEnabled: boolean
  isDraft: boolean
  isOpen: boolean
  isInPerson: boolean
  /** null: no limit. A webinar always has room, because a make-up takes no seat. */
  seatsLeft: number | null
}

/**
 * Returns why a slot takes no people for missed hours, or undefined. Its time does not matter: each hour
 * decides for itself.
 */
export function makeUpRefusal(slot: MakeUpFacts): RefusalCode | undefined {
  if (!slot.isEnabled || slot.isDraft) return 'EVENT_CLOSED'
  if (!slot.isOpen) return 'SLOT_CLOSED'
  return slot.isInPerson && slot.seatsLeft !== null && slot.seatsLeft <= 0 ? 'SLOT_FULL' : undefined
}

/** Returns true if a missed hour counts when earned in another slot. */
export function countsInAnySlot(figures: Figures): boolean {
  return !countsOneSlot(figures) && figures.mode === 'each'
}

/** Returns true if a person who comes now can still earn an hour. */
export function isEarnable(hour: CourseHour, figures: Figures, now: Date): boolean {
  const leftMs = hour.pieces.map(
    ({ startAt, endAt }) => endAt.getTime() - Math.max(startAt.getTime(), now.getTime()),
  )
  const leftMinutes = sum(leftMs.map((ms) => Math.max(0, ms))) / 60_000
  return now < endOf(hour) && leftMinutes >= neededMinutes(figures, taughtMinutesOf(hour))
}
