import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaDay } from '#contract/events/slots/agendas.ts'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import { neededMinutes, taughtMinutesOf } from '#contract/events/slots/hour-times.ts'
import { taughtPresence } from '#contract/events/slots/presence.ts'
import { attendedBy } from './attended.ts'
import type { CourseHour } from './course-hours.ts'
import type { Launch } from './launches.ts'
import { countsAsAsked, launchesOf, launchOf } from './launches.ts'
import { hourClock } from './polls.ts'

/** The rows of one person at a slot. */
export interface PersonRows {
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
}

/** An administrator's decision about a question: about one launch, or about all. */
export interface QuestionWord {
  question: string
  at: Date | null
  counts: boolean
}

/** The rows and decisions that tell a slot's questions. */
interface AskedBasis {
  people: readonly PersonRows[]
  /** The questions of poll codes, known without answers. */
  codes?: readonly PollMoment[]
  words?: readonly QuestionWord[]
}

/** Returns the questions of a slot, one per launch, with how many of the people present in its hour answered. */
export function askedAt(figures: Figures, agenda: readonly CourseHour[], basis: AskedBasis): Launch[] {
  const tally = tallyOf(figures, agenda, basis)
  for (const person of basis.people) tally.count(person)
  return tally.asked()
}

/** Opens the tally of `askedAt`, for callers that count people one by one. */
export function tallyOf(
  figures: Figures,
  agenda: readonly CourseHour[],
  { people, codes = [], words = [] }: AskedBasis,
) {
  // A code entered late is not a second question, and a withdrawn one is none.
  const ofWebinar = people.flatMap(({ answers }) => answers.filter(({ source }) => source === undefined))
  const launches = figures.polls.per === 'none' ? [] : launchesOf([...codes, ...ofWebinar])
  const placeOf = placesOf(figures, agenda)
  const days = agendaDays(agenda)
  const tallies = new Map(launches.map((launch) => [launch, { answered: 0, present: 0 }]))
  return { count, asked }

  function count({ visits, answers }: PersonRows): void {
    const there = launches.length > 0 && presentPlaces(figures, days, visits)
    if (!there) return
    const answered = new Set(answers.map((answer) => launchOf(answer, launches)))
    for (const [launch, tally] of tallies) {
      if (there.has(placeOf(launch) ?? '')) tally.present++
      if (answered.has(launch)) tally.answered++
    }
  }

  function asked(): Launch[] {
    return launches.map((launch) => {
      const counts = words.findLast((word) => isAbout(word, launch))?.counts
      return { ...launch, ...tallies.get(launch), ...(counts !== undefined && { counts }) }
    })
  }
}

/**
 * Returns true if a decision is about a launch: same question, and no time or one from the launch's first
 * answer to its last. It still applies after another report brings an earlier answer.
 */
export function isAbout(
  word: Pick<QuestionWord, 'question' | 'at'>,
  { question, at, until }: Launch,
): boolean {
  if (word.question !== question) return false
  return !word.at || (at !== null && at <= word.at && word.at <= (until ?? at))
}

/** Returns a function from a launch to its hour, or without times to its day; undefined outside all hours. */
export function placesOf(figures: Figures, agenda: readonly CourseHour[]) {
  const days = agendaDays(agenda)
  const clocks = days.map((day) => ({ on: day.on, hourOf: hourClock(figures, day).hourOf }))
  return ({ at, on }: PollMoment): string | undefined => {
    if (!at) return on ?? undefined
    for (const clock of clocks) {
      const hour = clock.hourOf(at)
      if (hour >= 0) return `${clock.on} ${hour}`
    }
    return undefined
  }
}

/** Returns the hours in which a person was present, and their days; undefined for a host. */
function presentPlaces(
  figures: Figures,
  days: AgendaDay<CourseHour>[],
  visits: readonly AttendanceVisit[],
): Set<string> | undefined {
  const attended = attendedBy(visits, figures, days)
  if (attended.hasHosted) return undefined
  return new Set(
    days.flatMap(({ on, hours }) =>
      hours.flatMap((hour, place) => {
        const minutes = Math.floor(taughtPresence(hour, attended.all, figures).seconds / 60)
        return minutes >= neededMinutes(figures, taughtMinutesOf(hour)) ? [`${on} ${place}`, on] : []
      }),
    ),
  )
}

/**
 * Returns the questions in a slot's hours with answers, but too few to count, and without an administrator's
 * decision.
 */
export function fewAnswers(
  figures: Figures,
  agenda: readonly CourseHour[],
  launches: readonly Launch[],
): Launch[] {
  const placeOf = placesOf(figures, agenda)
  return launches.filter(
    (launch) =>
      launch.counts === undefined && (launch.answered ?? 0) > 0 && placeOf(launch) && !countsAsAsked(launch),
  )
}

/** Returns the reported days without any answer, for a slot that needs polls. */
export function daysWithoutPolls(
  figures: Figures,
  agenda: readonly CourseHour[],
  answers: readonly PollMoment[],
): PlainDate[] {
  if (figures.polls.per === 'none') return []
  const placeOf = placesOf(figures, agenda)
  const answered = new Set(answers.map((answer) => placeOf(answer)?.slice(0, 10)))
  const covered = new Set(agenda.filter(({ isCovered }) => isCovered).map(({ on }) => on))
  return [...covered].filter((on) => !answered.has(on))
}
