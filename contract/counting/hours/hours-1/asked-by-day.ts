import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { dayAt } from '#contract/events/slots/agendas.ts'
import type { SlotDay } from '#contract/events/slots/times.ts'
import type { Launch } from '../launches.ts'

/** Returns questions as `hours-1` asks them: each once a day, at its first answer; plus those of codes. */
export function askedByDay(
  answers: readonly PollMoment[],
  codes: readonly PollMoment[],
  days: readonly SlotDay[],
): Launch[] {
  const byQuestion = Map.groupBy(answers, ({ question, at, on }) => {
    const day = at ? dayAt(days, at)?.on : on
    return JSON.stringify([day, question])
  })
  const asked = [...byQuestion.values()].map((given): PollMoment => {
    const times = given.flatMap(({ at }) => (at ? [at.getTime()] : []))
    const [{ question, at, on }] = given as [PollMoment]
    const day = at ? (dayAt(days, at)?.on ?? null) : on
    return { question, at: times.length > 0 ? new Date(Math.min(...times)) : null, on: day }
  })
  return [...asked, ...codes].map((moment) => ({ ...moment, until: moment.at }))
}
