import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'

/** The facts that give manual hours their days. */
export interface HandFacts {
  /** The finding's earned hours. */
  earned: readonly DayHours[]
  /** The days with rows of the person, even without an earned hour. */
  presentOn: readonly PlainDate[]
  /** The taught hours per day of the event. */
  taught: readonly DayHours[]
  /** The hours of the course. Several slots may teach the same ones. */
  courseHours: number
  /** Returns true if a day of the event has ended. */
  isOver: (on: PlainDate) => boolean
}

/** The kinds of manual hours that an inspector would ask about. */
export const unusualHoursKinds = ['more-than-taught', 'before-end'] as const
export type UnusualHours = (typeof unusualHoursKinds)[number]

/** Manual hours with their days. */
export interface HandCredit {
  byDay: DayHours[]
  unusual: UnusualHours[]
}

/**
 * Returns manual hours with their days, or a refusal. CREDIT_DAYS_NEEDED: the days are in two renewal years
 * and no evidence says which. CREDIT_DAYS_WRONG: the given days don't add up. CREDIT_UNUSUAL: unusual hours
 * lack a reason or a confirmation.
 */
export function creditByHand(
  given: {
    hours: number
    byDay?: readonly DayHours[] | undefined
    reason?: string | undefined
    isConfirmed?: boolean | undefined
  },
  facts: HandFacts,
): HandCredit | RefusalCode {
  const { hours, reason = '', isConfirmed = false } = given
  const seasons = new Set(facts.taught.map(({ on }) => seasonOfDay(on)))
  const isUnclear = facts.earned.length === 0 && facts.presentOn.length === 0 && seasons.size > 1
  if (hours > 0 && !given.byDay && isUnclear) return 'CREDIT_DAYS_NEEDED'
  const byDay = given.byDay ? oncePerDay(given.byDay) : daysByHand(hours, facts)
  if (given.byDay && sum(byDay.map((day) => day.hours)) !== hours) return 'CREDIT_DAYS_WRONG'
  const unusual = unusualIn(hours, byDay, facts)
  if (unusual.length > 0 && !(reason.trim() && isConfirmed)) return 'CREDIT_UNUSUAL'
  return { byDay, unusual }
}

/** Returns given days in order, each once, without those of 0 hours. */
function oncePerDay(days: readonly DayHours[]): DayHours[] {
  return [...Map.groupBy(days, ({ on }) => on)]
    .map(([on, ofDay]) => ({ on, hours: sum(ofDay.map(({ hours }) => hours)) }))
    .filter(({ hours }) => hours > 0)
    .sort((a, b) => (a.on < b.on ? -1 : 1))
}

/**
 * Spreads hours over days, in this order: what the finding earned, what is missing on those days, days with
 * any presence, other taught days. The rest goes to the last day with hours.
 */
export function daysByHand(hours: number, { earned, presentOn, taught }: HandFacts): DayHours[] {
  const given = new Map<PlainDate, number>()
  let left = hours
  const give = (on: PlainDate, most: number) => {
    const more = Math.min(left, Math.max(0, most - (given.get(on) ?? 0)))
    if (more > 0) given.set(on, (given.get(on) ?? 0) + more)
    left -= more
  }
  const inOrder = (days: readonly DayHours[]) => days.toSorted((a, b) => (a.on < b.on ? -1 : 1))
  const has = new Set(earned.map(({ on }) => on))
  for (const { on, hours } of inOrder(earned)) give(on, hours)
  const rest = inOrder(taught)
  for (const { on, hours } of rest) if (has.has(on)) give(on, hours)
  for (const { on, hours } of rest) if (presentOn.includes(on)) give(on, hours)
  for (const { on, hours } of rest) give(on, hours)
  const last = [...given.keys()].sort().at(-1) ?? rest.at(-1)?.on
  if (left > 0 && last) given.set(last, (given.get(last) ?? 0) + left)
  return inOrder([...given].map(([on, hours]) => ({ on, hours })))
}

function unusualIn(
  hours: number,
  byDay: readonly DayHours[],
  { taught, courseHours, isOver }: HandFacts,
): UnusualHours[] {
  if (hours === 0) return []
  const isMore = hours > courseHours || byDay.some((day) => day.hours > hoursTaughtOn(taught, day.on))
  const isEarly = byDay.some(({ on }) => !isOver(on))
  return [...(isMore ? (['more-than-taught'] as const) : []), ...(isEarly ? (['before-end'] as const) : [])]
}

/** Returns the hours of the longest time slot of a day; 0 for another day. */
export function hoursTaughtOn(taught: HandFacts['taught'], on: PlainDate): number {
  return Math.max(0, ...taught.flatMap((day) => (day.on === on ? day.hours : [])))
}
