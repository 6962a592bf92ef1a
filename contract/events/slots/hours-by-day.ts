import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { seasonLabel, seasonOfDay } from '#contract/core/season.ts'

/** Whole hours of credit on one day. */
export interface DayHours {
  on: PlainDate
  hours: number
}

/**
 * Splits whole hours by the days that earned them, in order. An hour that two days share belongs to the day
 * that completes it. Hours beyond all days' minutes, such as manual ones, belong to the last day.
 */
export function hoursByDay(
  hours: number,
  days: readonly { on: PlainDate; minutes: number }[],
  hourMinutes = 60,
): DayHours[] {
  const minutesOn = new Map<PlainDate, number>()
  for (const { on, minutes } of days) minutesOn.set(on, (minutesOn.get(on) ?? 0) + minutes)
  const sorted = [...minutesOn].sort(([a], [b]) => (a < b ? -1 : 1))
  let minutes = 0
  let before = 0
  return sorted.flatMap(([on, more], index) => {
    minutes += more
    const reached = index === sorted.length - 1 ? hours : Math.min(hours, Math.floor(minutes / hourMinutes))
    const ofDay = reached - before
    before = reached
    return ofDay > 0 ? [{ on, hours: ofDay }] : []
  })
}

/** Adds hours up by renewal year. */
export function hoursBySeason(byDay: readonly DayHours[]): Record<number, number> {
  const seasons: Record<number, number> = {}
  for (const { on, hours } of byDay) seasons[seasonOfDay(on)] = (seasons[seasonOfDay(on)] ?? 0) + hours
  return seasons
}

/** Returns 'Tue 09 Feb 2027: 4 hours' for each day; across two renewal years, each with ' (renewal year 2026-2027)'. */
export function shownDayHours(byDay: readonly DayHours[]): string[] {
  const areInTwo = new Set(byDay.map(({ on }) => seasonOfDay(on))).size > 1
  return byDay.map(({ on, hours }) => {
    const year = areInTwo ? ` (renewal year ${seasonLabel(seasonOfDay(on))})` : ''
    return `${shownDay(on)}: ${hours === 1 ? '1 hour' : `${hours} hours`}${year}`
  })
}

/** Returns 'Tue 09 Feb 2027: 4 hours · Wed 10 Feb 2027: 3 hours', as `shownDayHours` has them. */
export function shownByDay(byDay: readonly DayHours[]): string {
  return shownDayHours(byDay).join(' · ')
}

/** Returns true if two lists of days differ. Unstored days differ from none. */
export function areOtherDays(
  one: readonly DayHours[] | null | undefined,
  other: readonly DayHours[] | null | undefined,
): boolean {
  return Boolean(one && other) && writtenByDay(one ?? []) !== writtenByDay(other ?? [])
}

/** Returns '2027-02-09: 4; 2027-02-10: 3', for the cell of a file. */
export function writtenByDay(byDay: readonly DayHours[]): string {
  return byDay.map(({ on, hours }) => `${on}: ${hours}`).join('; ')
}

/** Returns words with the days of the hours, if known: '4 (Tue 09 Feb 2027: 4 hours)'. */
export function withDays(words: string, byDay: readonly DayHours[] | null): string {
  return byDay && byDay.length > 0 ? `${words} (${shownByDay(byDay)})` : words
}
