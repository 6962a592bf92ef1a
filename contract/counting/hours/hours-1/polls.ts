import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay } from '#contract/events/slots/agendas.ts'
import { beginOf } from '#contract/events/slots/agendas.ts'
import { secondOf } from '#contract/events/slots/presence.ts'
import type { Evidence, PollCount } from '../findings.ts'

/** Returns the polls of a day's hours, in order. All hours share one count if the polls have no times. */
export function countPolls(
  { mode, polls }: Figures,
  day: AgendaDay,
  { asked, answers, isSettled }: Pick<Evidence, 'asked' | 'answers' | 'isSettled'>,
): PollCount[] {
  const bounds = windowsOf(day, polls.lateMinutes)
  const put = asked.filter((moment) => isWithin(moment, bounds, day))
  const isOfWebinar = ({ source }: PollMoment) => source === undefined
  const [ofWebinar, codes] = [put.filter(isOfWebinar), put.filter((moment) => !isOfWebinar(moment))]
  const answersByCode = answers
    .filter((answer) => !isOfWebinar(answer))
    .map((answer) => whenCodeWasShown(answer, codes))
  // On a day with webinar polls, codes only add answers. Else the codes are its questions.
  const required = ofWebinar.length > 0 ? ofWebinar : codes

  function countIn(windows: readonly Window[], wanted: number, answered: readonly PollMoment[]) {
    const questions = questionsIn(windows, required, day)
    const byCode = required.length > 0 ? questionsIn(windows, answersByCode, day) : new Set<string>()
    const known = questionsIn(windows, answered, day).union(byCode)
    // The webinar may still have a poll that needs as many answers as possible.
    const isOpen = !isSettled && questionsIn(windows, ofWebinar, day).size === 0 && known.size < wanted
    return {
      asked: isOpen ? 0 : questions.union(byCode).size,
      needed: isOpen ? 0 : Math.min(wanted, questions.size),
      answered: known.size,
      ...(byCode.size > 0 && { byCode: byCode.size }),
    }
  }

  const answersOfWebinar = answers.filter(isOfWebinar)
  if (mode === 'each' && polls.per === 'hour' && ofWebinar.every(({ at }) => at)) {
    const timed = answersOfWebinar
      .filter(({ at, on }) => at || on === day.on)
      .flatMap((answer) => (answer.at ? [answer] : whenAsked(answer, ofWebinar)))
    return bounds.map((window) => ({ per: 'hour', ...countIn([window], polls.needed, timed) }))
  }
  const wanted = polls.per === 'day' ? polls.needed : polls.needed * day.hours.length
  const ofDay = countIn(bounds, wanted, answersOfWebinar)
  return day.hours.map(() => ({ per: 'day', ...ofDay }))
}

/** The seconds in which a poll counts for an hour, inclusive. */
type Window = readonly [first: number, last: number]

/** An hour's window lasts until the next hour begins; the last one's, some minutes longer. */
function windowsOf({ hours, endAt }: AgendaDay, lateMinutes: number): Window[] {
  return hours.map((hour, index) => {
    const next = hours[index + 1]
    return [secondOf(beginOf(hour)), next ? secondOf(beginOf(next)) - 1 : secondOf(endAt) + lateMinutes * 60]
  })
}

function questionsIn(bounds: readonly Window[], moments: readonly PollMoment[], day: AgendaDay): Set<string> {
  return new Set(moments.filter((moment) => isWithin(moment, bounds, day)).map(({ question }) => question))
}

function isWithin({ at, on }: PollMoment, bounds: readonly Window[], day: AgendaDay): boolean {
  if (!at) return on === day.on
  return bounds.some(([first, last]) => first <= secondOf(at) && secondOf(at) <= last)
}

/** Returns an untimed answer with the time of its question. */
function whenAsked({ question, on }: PollMoment, asked: readonly PollMoment[]): PollMoment[] {
  return asked.filter((each) => each.question === question).map(({ at }) => ({ question, at, on }))
}

/**
 * Returns an answer by code with the time when the code appeared, because a code's minutes may reach into the
 * next hour. If the code was withdrawn since, the answer keeps its own time.
 */
function whenCodeWasShown(answer: PollMoment, codes: readonly PollMoment[]): PollMoment {
  const shown = codes.filter(
    ({ question, at }) => question === answer.question && at && answer.at && at <= answer.at,
  )
  return shown.reduce(
    (latest, each) => (Number(each.at) > Number(latest.at) ? each : latest),
    shown[0] ?? answer,
  )
}
