import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { deadlineOf, seasonOfDay } from '#contract/core/season.ts'
import type { RegisteredEvent } from './calls.ts'

/** The hours that an Inspection Authorization needs in each renewal year. Source: 14 CFR 65.93(a)(4). */
export const hoursNeeded = 8

/** This many days after an event, credit is no longer expected. */
export const daysToCredit = 30

/** A renewal year for its holder. */
export interface RenewalYear {
  /** The calendar year in which it ends. */
  season: number
  hoursEarned: number
  /** The hours that registered events may still bring; credit comes within some weeks of an event. */
  hoursToCome: number
  /** The hours that are missing even with `hoursToCome`. */
  hoursMissing: number
  /** The days until its last day, 0 on that day; negative once it is over. */
  daysLeft: number
  /** Whether there are valid certificates. */
  hasCertificates: boolean
}

/** Returns the renewal years with registrations, and that of `today`; newest first. */
export function renewalYears(held: readonly RegisteredEvent[], today: PlainDate): RenewalYear[] {
  const bySeason = Map.groupBy(held, ({ startOn }) => seasonOfDay(startOn))
  const seasons = new Set([seasonOfDay(today), ...bySeason.keys()])
  return [...seasons]
    .sort((a, b) => b - a)
    .map((season) => renewalYear(season, bySeason.get(season) ?? [], today))
}

function renewalYear(season: number, held: readonly RegisteredEvent[], today: PlainDate): RenewalYear {
  const hoursEarned = sum(held.map(({ hours }) => hours))
  const hoursToCome = sum(
    held
      .filter(({ hours, startOn }) => hours === 0 && addDays(startOn, daysToCredit) >= today)
      .map(({ creditHours }) => creditHours),
  )
  return {
    season,
    hoursEarned,
    hoursToCome,
    hoursMissing: Math.max(0, hoursNeeded - hoursEarned - hoursToCome),
    daysLeft: daysUntil(deadlineOf(season), today),
    hasCertificates: held.some(({ certificateLink }) => certificateLink !== null),
  }
}

function daysUntil(day: PlainDate, today: PlainDate): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
}
