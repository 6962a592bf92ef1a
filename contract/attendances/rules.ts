import type { SlotTime } from '#contract/slots/times.ts'
import { slotDays } from '#contract/slots/times.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Somebody was there from one instant to another. */
export interface Stay {
  joinedAt: Date
  leftAt: Date
}

/** How many whole minutes somebody was there: who is there on two devices at once is there once. */
export function attendedMinutes(stays: readonly Stay[]): number {
  let ms = 0
  let countedUntil = 0
  for (const { joinedAt, leftAt } of stays.toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())) {
    ms += Math.max(0, leftAt.getTime() - Math.max(joinedAt.getTime(), countedUntil))
    countedUntil = Math.max(countedUntil, leftAt.getTime())
  }
  return Math.floor(ms / minuteMs)
}

/**
 * Decides whether a stay is one of this slot, where others are held under the same webinar: a platform reports all of them
 * together. What overlaps no slot at all is shown with each, so that nothing is lost.
 */
export function isStayAt(slot: SlotTime, others: readonly SlotTime[], stay: Stay): boolean {
  const overlaps = (each: SlotTime) =>
    slotDays(each).some(({ startAt, endAt }) => stay.joinedAt <= endAt && stay.leftAt >= startAt)
  return overlaps(slot) || !others.some(overlaps)
}

// The platforms write a report some minutes after the end, and correct it for about a day.
const fetchedMinutesAfter = [10, 70, dayMinutes, 3 * dayMinutes]

/** What was due so long ago is not made up for: an administrator asks for it, or uploads it. */
const forgottenAfterDays = 14

/** Whether the report of a slot is to be fetched by now; over several days after each. `askedAt`: when it was last. */
export function isFetchDue(slot: SlotTime, askedAt: Date | null, now: Date): boolean {
  const since = Math.max(askedAt?.getTime() ?? 0, now.getTime() - forgottenAfterDays * dayMinutes * minuteMs)
  return fetchTimes(slot).some((time) => time > since && time <= now.getTime())
}

/** When it is fetched next by itself; null: not any more. */
export function nextFetchAt(slot: SlotTime, now: Date): Date | null {
  const coming = fetchTimes(slot).filter((time) => time > now.getTime())
  return coming.length === 0 ? null : new Date(Math.min(...coming))
}

/** The first and the last day, from today's, that a slot may end on whose report can be due. */
export const fetchedDays = { from: -(forgottenAfterDays + 4), to: 0 } as const

function fetchTimes(slot: SlotTime): number[] {
  return slotDays(slot).flatMap(({ endAt }) =>
    fetchedMinutesAfter.map((minutes) => endAt.getTime() + minutes * minuteMs),
  )
}

/** What is told above the list of a slot's people. */
export interface AttendanceSummary {
  registered: number
  came: number
  neverCame: number
  notRegistered: number
  /** Of those registered who came; null where nobody did. */
  medianMinutes: number | null
}

/** Counts those registered who came or not, and those who came without being registered. */
export function summaryOf(
  people: readonly { registrationId: number | null; minutes: number; visits: readonly Stay[] }[],
): AttendanceSummary {
  const registered = people.filter(({ registrationId }) => registrationId !== null)
  const came = registered.filter(({ visits }) => visits.length > 0)
  return {
    registered: registered.length,
    came: came.length,
    neverCame: registered.length - came.length,
    notRegistered: people.length - registered.length,
    medianMinutes: medianOf(came.map(({ minutes }) => minutes)),
  }
}

function medianOf(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? null : Math.floor((lower + upper) / 2)
}
