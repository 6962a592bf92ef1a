import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'

/** Returns the day and times to begin with: those that the report has, else the slot's. */
export function firstStay(
  { facts }: Pick<Question, 'facts'>,
  slot: SlotTime,
): { on: PlainDate; from: PlainTime; to: PlainTime } {
  const { from, to } = facts.visits?.[0] ?? {}
  const known = from ?? to
  const day = slotDays(slot).find(({ on }) => known && on === easternDay(known))
  if (!day) return { on: slot.startOn, from: slot.startTime, to: slot.endTime }
  return {
    on: day.on,
    from: from ? easternTime(from) : slot.startTime,
    to: to ? easternTime(to) : slot.endTime,
  }
}
