import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { beginOf } from '#contract/events/slots/agendas.ts'
import { overlapsOf } from '#contract/ledger/credits/overlaps.ts'
import { spreadAnswers } from '#contract/ledger/credits/spread-answers.ts'
import type { CountedHour, OpenSlot } from './count-slot.ts'
import { choicesOf, countSlot } from './count-slot.ts'
import { worthByCourse } from './course-hours.ts'

export interface Slot {
  eventSlotId: number
  opened: OpenSlot
  counted: CountedHour[]
}

/** The hours that count, of all slots. `overlaps`: simultaneous hours are missing or count for less. */
export interface Taken {
  taken: ReadonlySet<CountedHour>
  overlaps: boolean
}

/**
 * Returns the counted slots by priority: most earned hours, then the registered one, then the earlier one.
 * Answers for whole days count for hours that no other slot has earned.
 */
export function countedSlots(figures: Figures, opened: readonly OpenSlot[], registered: number): Slot[] {
  const isRegistered = ({ eventSlotId }: Slot) => Number(eventSlotId === registered)
  const worthOf = ({ counted }: Slot) =>
    figures.mode === 'sum'
      ? sum(counted.map(({ finding }) => finding.minutes))
      : sum(counted.map(({ isEarned, hour }) => (isEarned ? hour.value : 0)))
  const alone = opened.map((slot) => ({
    eventSlotId: slot.evidence.eventSlotId,
    opened: slot,
    counted: countSlot(figures, slot),
  }))
  const ordered = alone.toSorted(
    (a, b) => worthOf(b) - worthOf(a) || isRegistered(b) - isRegistered(a) || inTime(a, b),
  )
  const choices = ordered.flatMap((slot) => choicesOf(slot.opened))
  const open = new Set(choices.flatMap(({ hours }) => hours))
  const sure = ordered.flatMap(({ counted }) =>
    counted.filter(({ hour, isEarned }) => isEarned && !open.has(hour)),
  )
  const preferred = spreadAnswers(choices, worthByCourse(sure.map(({ hour }) => hour)))
  return ordered.map((slot) => ({ ...slot, counted: countSlot(figures, slot.opened, preferred) }))
}

/** Orders slots by time. */
export function inTime(a: Slot, b: Slot): number {
  const beginOfSlot = ({ opened }: Slot) => beginOf(opened.days[0]?.day.hours[0]).getTime()
  return beginOfSlot(a) - beginOfSlot(b) || a.eventSlotId - b.eventSlotId
}

/**
 * Chooses the slot of each course hour: the first one in which it is worth most. Simultaneous hours of two
 * slots don't both count.
 */
export function taughtOnce(slots: readonly Slot[]): Taken {
  const earned = slots.flatMap(({ eventSlotId, counted }) =>
    counted.filter(({ isEarned }) => isEarned).map((each) => ({ ...each, each, eventSlotId })),
  )
  const most = worthByCourse(earned.map(({ hour }) => hour))
  const chosen = new Map<string, (typeof earned)[number]>()
  const take = (candidates: typeof earned) => {
    for (const each of candidates) {
      if (chosen.has(each.hour.course)) continue
      if (isFree(each, [...chosen.values()])) chosen.set(each.hour.course, each)
    }
  }
  take(earned.filter(({ hour }) => hour.value === most.get(hour.course)))
  take(earned)
  return {
    taken: new Set([...chosen.values()].map(({ each }) => each)),
    overlaps: [...most].some(([course, value]) => (chosen.get(course)?.hour.value ?? 0) < value),
  }
}

export type HourInSlot = Pick<CountedHour, 'hour'> & Pick<Slot, 'eventSlotId'>

/** Returns true if no hour of another slot is at the same time. */
export function isFree(one: HourInSlot, others: readonly HourInSlot[]): boolean {
  const timesOf = ({ hour }: HourInSlot) => hour.pieces.map(({ startAt, endAt }) => [startAt, endAt] as const)
  return others.every(
    (other) => other.eventSlotId === one.eventSlotId || !overlapsOf(timesOf(one), timesOf(other)),
  )
}
