import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay } from '#contract/events/slots/agendas.ts'
import { beginOf } from '#contract/events/slots/agendas.ts'
import { periodEndOf } from '#contract/events/slots/hour-times.ts'
import { secondOf } from '#contract/events/slots/presence.ts'
import type { PollCount } from './findings.ts'
import type { Launch } from './launches.ts'
import { countsAsAsked, launchKey, launchOf, questionKey } from './launches.ts'

/** A day's polls: by hour, in order, or for all hours together. */
export interface DayPolls {
  counts: PollCount[]
  /** The answers that all hours of the day need. */
  wanted: number
}

/**
 * Returns a day's polls. `launches` and `answers` are the whole slot's, because an answer may come after its
 * hour. All hours share one count if the figures say so, or if the day has polls without times.
 */
export function countPolls(
  figures: Figures,
  day: AgendaDay,
  given: { launches: readonly Launch[]; answers: readonly PollMoment[]; isSettled: boolean },
): DayPolls {
  const { mode, polls } = figures
  const { launches, answers, isSettled } = given
  const { hourOf, isWithin } = hourClock(figures, day)
  const asked = launches.filter((launch) => isOfDay(launch)).filter(countsAsAsked)
  const ofWebinar = asked.filter(({ source }) => source === undefined)
  // On a day with webinar polls, codes only add answers. Else the codes are its questions, once no others can
  // come.
  const required = ofWebinar.length > 0 || !isSettled ? ofWebinar : asked
  const isByHour = mode === 'each' && polls.per === 'hour'
  const answered = answers.flatMap((answer) => {
    const { at, source } = answer
    const launch = launchOf(answer, launches)
    if (!at) return answer.on === day.on ? { key: launchKey(answer), source, hour: -1 } : []
    const begun = launch?.at ? hourOf(launch.at) : -1
    const hour = begun >= 0 && isWithin(begun, at) ? begun : hourOf(at)
    // Each hour counts one answer, and so does a day that adds up hours. Else untimed polls could later lower
    // it.
    const key =
      launch && !isByHour ? launchKey(launch) : `${hour} ${launch ? launchKey(launch) : questionKey(answer)}`
    return hour >= 0 ? { key, source, hour } : []
  })
  // An untimed answer alone is not enough: on a day with timed questions, one more answer must not change how
  // it is counted.
  const isUntimed = launches.some(({ at, on }) => !at && on === day.on)
  if (isByHour && !isUntimed) {
    const counts = day.hours.map((_, hour) => {
      const put = required.filter(({ at }) => at && hourOf(at) === hour).length
      return countOf(
        'hour',
        put,
        polls.needed,
        answered.filter((each) => each.hour === hour),
      )
    })
    return { counts, wanted: polls.needed }
  }
  const wanted = polls.per === 'day' ? polls.needed : polls.needed * day.hours.length
  const ofDay = countOf('day', required.length, wanted, answered)
  return { counts: day.hours.map(() => ofDay), wanted }

  function isOfDay({ at, on }: Launch): boolean {
    return at ? hourOf(at) >= 0 : on === day.on
  }
}

function countOf(
  per: PollCount['per'],
  asked: number,
  wanted: number,
  answered: readonly { key: string; source: PollMoment['source'] }[],
): PollCount {
  const known = new Set(answered.map(({ key }) => key))
  const byCode = new Set(answered.flatMap(({ key, source }) => (source === 'code' ? key : [])))
  return {
    per,
    asked: Math.max(asked, 0),
    needed: Math.min(wanted, asked),
    answered: known.size,
    ...(byCode.size > 0 && { byCode: byCode.size }),
  }
}

/**
 * Returns how many hours, up to `hours`, the answers cover. It is the most h for which they reach ⌈h · needed
 * / H⌉, with H hours in the day.
 */
export function hoursAnswered(answered: number, needed: number, ofDay: number, hours: number): number {
  return needed === 0 ? hours : Math.min(hours, Math.floor((answered * ofDay) / needed))
}

/**
 * Maps instants to a day's hours. An hour's window runs until the next hour begins, at most some minutes past
 * its period.
 */
export function hourClock(figures: Figures, { hours }: AgendaDay) {
  const windows = hours.map((hour, index) => {
    const next = hours[index + 1]
    const closesAt = periodEndOf(figures, hour) + figures.polls.lateMinutes * 60
    const last = next ? Math.min(closesAt, secondOf(beginOf(next)) - 1) : closesAt
    return { first: secondOf(beginOf(hour)), last, closesAt }
  })
  return {
    /** Returns the place of the hour whose window contains an instant, or -1. */
    hourOf: (at: Date) =>
      windows.findIndex(({ first, last }) => first <= secondOf(at) && secondOf(at) <= last),
    /** Returns true if an answer to this hour's poll is in time, even in the next hour. */
    isWithin: (hour: number, at: Date) => secondOf(at) <= (windows[hour]?.closesAt ?? 0),
  }
}
