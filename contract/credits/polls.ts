import type { PollMoment } from '#contract/attendances/readings.ts'
import { type AgendaDay, beginOf } from '#contract/slots/agendas.ts'
import type { Figures } from './figures.ts'
import type { PollCount } from './findings.ts'
import { secondOf } from './presence.ts'

/** Returns the polls of a day's hours, in their order. All hours of a day share one count if its polls have no times. */
export function countPolls(
  { mode, polls }: Figures,
  day: AgendaDay,
  asked: readonly PollMoment[],
  answers: readonly PollMoment[],
): PollCount[] {
  const bounds = windowsOf(day, polls.lateMinutes)
  const askedToday = asked.filter((moment) => isWithin(moment, bounds, day))
  if (mode === 'each' && polls.per === 'hour' && askedToday.every(({ at }) => at)) {
    const timed = answers
      .filter(({ at, on }) => at || on === day.on)
      .flatMap((answer) => (answer.at ? [answer] : whenAsked(answer, askedToday)))
    return bounds.map((window) => {
      const put = questionsIn([window], askedToday, day)
      const answered = questionsIn([window], timed, day)
      return { per: 'hour', asked: put, needed: Math.min(polls.needed, put), answered }
    })
  }
  const put = questionsIn(bounds, askedToday, day)
  const wanted = polls.per === 'day' ? polls.needed : polls.needed * day.hours.length
  const ofDay = { asked: put, needed: Math.min(wanted, put), answered: questionsIn(bounds, answers, day) }
  return day.hours.map(() => ({ per: 'day', ...ofDay }))
}

/**
 * Returns how many hours a day's answers are enough for, at most `hours`: the most h for which they reach ⌈h · needed / H⌉, with H
 * hours in the day.
 */
export function hoursAnswered({ needed, answered }: PollCount, ofDay: number, hours: number): number {
  return needed === 0 ? hours : Math.min(hours, Math.floor((answered * ofDay) / needed))
}

/** The seconds in which a poll counts for an hour, both included. */
type Window = readonly [first: number, last: number]

/** An hour's window lasts until the next hour begins, that of the last one until some minutes after it. */
function windowsOf({ hours, endAt }: AgendaDay, lateMinutes: number): Window[] {
  return hours.map((hour, index) => {
    const next = hours[index + 1]
    return [secondOf(beginOf(hour)), next ? secondOf(beginOf(next)) - 1 : secondOf(endAt) + lateMinutes * 60]
  })
}

function questionsIn(bounds: readonly Window[], moments: readonly PollMoment[], day: AgendaDay): number {
  return new Set(moments.filter((moment) => isWithin(moment, bounds, day)).map(({ question }) => question))
    .size
}

function isWithin({ at, on }: PollMoment, bounds: readonly Window[], day: AgendaDay): boolean {
  if (!at) return on === day.on
  return bounds.some(([first, last]) => first <= secondOf(at) && secondOf(at) <= last)
}

/** Returns an answer without a time as if it was given when its question was put. */
function whenAsked({ question, on }: PollMoment, asked: readonly PollMoment[]): PollMoment[] {
  return asked.filter((each) => each.question === question).map(({ at }) => ({ question, at, on }))
}
