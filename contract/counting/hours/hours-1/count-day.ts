import { sum } from '#contract/core/numbers.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay, AgendaHour } from '#contract/events/slots/agendas.ts'
import { taughtSecondsOf } from '#contract/events/slots/hour-times.ts'
import type { Presences } from '../attended.ts'
import type { HourFacts as Facts } from '../count-slot.ts'
import { factsOf } from '../count-slot.ts'
import type { Evidence, HourCode, HourFinding } from '../findings.ts'
import { hoursAnswered } from '../polls.ts'
import { countPolls } from './polls.ts'

type HourFacts = Facts<AgendaHour>

/** A day with its hours counted. */
export interface CountedDay {
  on: AgendaDay['on']
  hours: HourFinding[]
  /** The most minutes of credit that anyone can get. */
  possible: number
  /** The minutes of credit of earned hours. */
  earned: number
  /** In mode `sum`: the hours that its polls allow. */
  allowed: number
}

/** Returns an agenda's day with a code for each hour. */
export function countDay(
  figures: Figures,
  day: AgendaDay,
  attended: Presences,
  evidence: Evidence,
): CountedDay {
  const { isSettled } = evidence
  const isPolled = figures.polls.per !== 'none'
  const polls = isPolled ? countPolls(figures, day, evidence) : []
  const hours = day.hours.map((hour, index) =>
    factsOf(
      figures,
      { hour, taughtMinutes: taughtSecondsOf(hour) / 60, polls: polls[index] ?? null },
      attended,
    ),
  )
  const isUnknown = attended.unclearDays.has(day.on) && hours.every(({ seconds }) => seconds === 0)
  const answered = hoursWithAnswers(figures, hours)
  const codes = hours.map((hour): HourCode => {
    if (isUnknown) return 'unknown'
    if (hour.seconds === 0) return 'not-there'
    if (!hour.isPresent) return 'too-short'
    const code = pollCode(hour, answered, isSettled)
    return figures.mode === 'sum' && code !== 'open' ? 'counted' : code
  })
  const isEarned = (index: number) => codes[index] === 'earned' || codes[index] === 'earned-no-poll'
  return {
    on: day.on,
    hours: hours.map(({ finding }, index) => ({ ...finding, code: codes[index] ?? 'unknown' })),
    possible: sum(day.hours.map(({ value }) => value)),
    earned: sum(hours.filter((_, index) => isEarned(index)).map(({ hour }) => hour.value)),
    allowed: hoursAllowed(hours, isSettled),
  }
}

/**
 * Returns the present hours with answered polls. If a day's answers count together, the latest hours lose
 * first. Hours of less credit lose before those, so that one more hour of presence never costs a more
 * valuable one.
 */
function hoursWithAnswers(figures: Figures, hours: HourFacts[]): Set<HourFacts> {
  const present = hours.filter(({ isPresent, isWaived, polls }) => isPresent && !isWaived && polls)
  const [first] = present
  if (figures.mode === 'each' && first?.polls?.per === 'day') {
    const { answered, needed } = first.polls
    const enough = hoursAnswered(answered, needed, hours.length, present.length)
    return new Set(present.toSorted((a, b) => b.hour.value - a.hour.value).slice(0, enough))
  }
  return new Set(present.filter(({ polls }) => polls && polls.answered >= polls.needed))
}

function pollCode(hour: HourFacts, answered: Set<HourFacts>, isSettled: boolean): HourCode {
  const { polls, isWaived } = hour
  if (!polls) return 'earned'
  if (isWaived) return polls.asked > 0 && polls.answered >= polls.needed ? 'earned' : 'earned-no-poll'
  if (polls.asked === 0) return isSettled ? 'earned-no-poll' : 'open'
  return answered.has(hour) ? 'earned' : 'poll-missing'
}

/** Returns how many of a day's hours its polls allow in mode `sum`, where answers count together. */
function hoursAllowed(hours: HourFacts[], isSettled: boolean): number {
  const polls = hours[0]?.polls
  if (!polls || (polls.asked === 0 && isSettled)) return Number.POSITIVE_INFINITY
  const waived = hours.filter(({ isWaived }) => isWaived).length
  if (polls.asked === 0) return waived
  return waived + hoursAnswered(polls.answered, polls.needed, hours.length, hours.length - waived)
}
