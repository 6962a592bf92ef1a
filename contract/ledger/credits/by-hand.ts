import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'

/** The facts by which hours that a person gives get their days. */
export interface HandFacts {
  /** The hours that the finding earned. */
  earned: readonly DayHours[]
  /** The days on which a report has the person, also without an earned hour. */
  presentOn: readonly PlainDate[]
  /** The hours that each day of the event taught. */
  taught: readonly DayHours[]
  /** The hours that the course taught. Several slots may each have taught them. */
  courseHours: number
  /** Whether a day of the event is over. */
  isOver: (on: PlainDate) => boolean
}

/** A thing about hours by hand that an inspector would ask about. */
export const unusualKinds = ['more-than-taught', 'before-end'] as const
export type Unusual = (typeof unusualKinds)[number]

/** Hours by hand with their days. */
export interface HandCredit {
  byDay: DayHours[]
  unusual: Unusual[]
}

/**
 * Returns hours by hand with their days, or the refusal: CREDIT_DAYS_NEEDED if the days lie in two renewal years and no evidence says which,
 * CREDIT_DAYS_WRONG if the given days do not add up, or CREDIT_UNUSUAL if unusual hours have no reason or are not confirmed.
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

/** Returns given days in order, each once, without those of no hours. */
function oncePerDay(days: readonly DayHours[]): DayHours[] {
  return [...Map.groupBy(days, ({ on }) => on)]
    .map(([on, ofDay]) => ({ on, hours: sum(ofDay.map(({ hours }) => hours)) }))
    .filter(({ hours }) => hours > 0)
    .sort((a, b) => (a.on < b.on ? -1 : 1))
}

/**
 * Spreads hours over days: first those that the finding earned, in the order of days; then what is missing on those days; then days with any
 * presence; then the other taught days. What is left goes to the last day that has some.
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
): Unusual[] {
  if (hours === 0) return []
  const taughtOn = new Map(taught.map((day) => [day.on, day.hours]))
  const isMore = hours > courseHours || byDay.some((day) => day.hours > (taughtOn.get(day.on) ?? 0))
  const isEarly = byDay.some(({ on }) => !isOver(on))
  return [...(isMore ? (['more-than-taught'] as const) : []), ...(isEarly ? (['before-end'] as const) : [])]
}
