import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { deadlineOf, seasonOfDay, twoYearsOf } from '#contract/core/season.ts'
import { hoursInSeason } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import type { RegisteredEvent } from './calls.ts'

/** The hours that an Inspection Authorization needs each renewal year. Source: 14 CFR 65.93(a)(4). */
export const hoursNeeded = 8

/** The days after an event until credit is no longer expected. */
export const daysToCredit = 30

/** A renewal year for its holder. */
export interface RenewalYear {
  /** The calendar year in which it ends. */
  season: number
  hoursEarned: number
  /**
   * The hours still possible from registered events; credit comes within some weeks of an event.
   * `lockLacking` is its SQL.
   */
  hoursToCome: number
  /** The hours missing even with `hoursToCome`. */
  hoursMissing: number
  /** The days until its last day, 0 on that day, then negative. */
  daysLeft: number
  /** There are valid certificates. */
  hasCertificates: boolean
}

/** A registration, and `creditHours` by renewal year if a finding tells. */
type HeldEvent = RegisteredEvent & { creditBySeason?: Readonly<Record<string, number>> }

/** The hours found for a registration. */
interface FoundHours {
  registrationId: number
  state: 'counted' | 'so-far' | 'awaited'
  isFinal: boolean
  hours: number
  byDay: readonly DayHours[] | null
  standing: { isDecided: boolean } | null
}

/** A certificate of another training provider, whose days are in one renewal year. */
interface EarlierHours {
  days: readonly PlainDate[]
  hours: number
  isCounted: boolean
}

/**
 * Returns registrations with found but uncredited hours: they may bring those hours, not all of their slot's, and
 * none once an administrator has decided.
 */
export function asFound(held: readonly RegisteredEvent[], findings: readonly FoundHours[]): HeldEvent[] {
  const found = new Map(
    findings
      .filter(({ state, isFinal }) => state === 'counted' && isFinal)
      .map((finding) => [finding.registrationId, finding.standing?.isDecided ? decidedAgainst : finding]),
  )
  return held.map((each) => {
    const { hours = each.creditHours, byDay } = found.get(each.registrationId) ?? {}
    return { ...each, creditHours: hours, ...(byDay && { creditBySeason: hoursBySeason(byDay) }) }
  })
}

const decidedAgainst = { hours: 0, byDay: [] }

/**
 * Returns the renewal years with registrations or hours, and today's; newest first. `earlier`: hours that
 * others certified.
 */
export function renewalYears(
  held: readonly HeldEvent[],
  today: PlainDate,
  earlier: readonly EarlierHours[] = [],
): RenewalYear[] {
  const days = [
    ...held.flatMap(({ startOn, endOn }) => [startOn, endOn]),
    ...earlier.flatMap((each) => each.days),
  ]
  const earned = held.flatMap((slot) =>
    [slot.hoursBySeason ?? {}, slot.creditBySeason ?? {}].flatMap(Object.keys),
  )
  const seasons = new Set([...[today, ...days].map(seasonOfDay), ...earned.map(Number)])
  return [...seasons].sort((a, b) => b - a).map((season) => renewalYear(season, { held, earlier }, today))
}

/** The two renewal years that renew an Inspection Authorization together. */
export type TwoYears = readonly [first: RenewalYear, second: RenewalYear]

/** Returns the two-year periods with registrations or hours, and today's; newest first. */
export function twoYearPeriods(
  held: readonly HeldEvent[],
  today: PlainDate,
  earlier: readonly EarlierHours[] = [],
): TwoYears[] {
  const seconds = new Set(renewalYears(held, today, earlier).map(({ season }) => twoYearsOf(season)[1]))
  return [...seconds].map((season) => [
    renewalYear(season - 1, { held, earlier }, today),
    renewalYear(season, { held, earlier }, today),
  ])
}

interface Hours {
  held: readonly HeldEvent[]
  earlier: readonly EarlierHours[]
}

function renewalYear(season: number, { held, earlier }: Hours, today: PlainDate): RenewalYear {
  const elsewhere = earlier.filter(
    ({ days: [first], isCounted }) => isCounted && first && seasonOfDay(first) === season,
  )
  const hoursEarned =
    sum(held.map((slot) => earnedIn(season, slot))) + sum(elsewhere.map(({ hours }) => hours))
  const hoursToCome = sum(
    held
      .filter(({ hours, startOn }) => hours === 0 && addDays(startOn, daysToCredit) >= today)
      .map((slot) => hoursInSeason(season, slot, slot.creditHours, slot.creditBySeason)),
  )
  return {
    season,
    hoursEarned,
    hoursToCome,
    hoursMissing: Math.max(0, hoursNeeded - hoursEarned - hoursToCome),
    daysLeft: daysUntil(deadlineOf(season), today),
    hasCertificates: held.some((slot) => slot.certificateLink !== null && earnedIn(season, slot) > 0),
  }
}

function earnedIn(season: number, slot: RegisteredEvent): number {
  return hoursInSeason(season, slot, slot.hours, slot.hoursBySeason)
}

function daysUntil(day: PlainDate, today: PlainDate): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
}
