import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'

const hourMs = 3_600_000

/** Returns the Eastern days of instants, earliest first. */
export function daysOf(instants: readonly (Date | null)[]): PlainDate[] {
  // Formatting is slow, and thousands of instants share an hour, which has one day.
  const hours = new Set(instants.flatMap((at) => (at ? Math.floor(at.getTime() / hourMs) : [])))
  return [...new Set([...hours].map((hour) => easternDay(new Date(hour * hourMs))))].sort()
}
