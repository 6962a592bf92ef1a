import fc from 'fast-check'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { ReportFacts } from '#contract/attendance/attendances/reports.ts'
import { countingReports, coveredDays } from '#contract/attendance/attendances/reports.ts'
import { askedAt, daysWithoutPolls, fewAnswers } from '#contract/counting/hours/asked.ts'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import type { CourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { arbitraryPolls, arbitraryVisits, pollsOf, visitsOf } from './arbitrary-rows.ts'
import { arbitraryFigures, arbitrarySlot, courseOf } from './arbitrary-slots.ts'

type VisitOf = AttendanceVisit & { person: string }
type AnswerOf = PollMoment & { person: string }

/** A report with the rows of several people. */
export interface Report extends ReportFacts {
  visits: readonly VisitOf[]
  answers: readonly AnswerOf[]
}

/** The reports of a slot, from the oldest to the newest. `more`: rows of one more report. */
export interface ReportsCase {
  figures: Figures
  agenda: readonly CourseHour[]
  reports: readonly Report[]
  isSettled: boolean
  more: Pick<Report, 'visits' | 'answers'>
  places: readonly number[]
}

const people = ['ada', 'ben', 'cleo', 'dan', 'eve']
const texts = fc.constantFrom(null, null, null, 'a', 'b')
const reportFacts = fc.record({
  versionOf: texts,
  bytes: texts,
  isSetAside: fc.constantFrom(false, false, false, true),
})
const person = fc.record({ visits: arbitraryVisits, polls: arbitraryPolls, report: fc.nat({ max: 5 }) })

export const severalReports: fc.Arbitrary<ReportsCase> = fc
  .record({
    figures: arbitraryFigures,
    plan: arbitrarySlot,
    isSettled: fc.boolean(),
    facts: fc.array(reportFacts, { minLength: 1, maxLength: 3 }),
    persons: fc.array(person, { minLength: 1, maxLength: 3 }),
    more: fc.array(person, { minLength: 1, maxLength: 2 }),
    places: fc.array(fc.nat({ max: 999 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ figures, plan, facts, persons, more, isSettled, places }) => {
    const [agenda = []] = courseOf(figures, [plan])
    // Everybody was asked the same questions.
    const asked = persons[0]?.polls
    const rowsOf = ({ visits, polls }: (typeof persons)[number], place: number) => {
      const person = people[place] ?? ''
      const own = asked && { polls: { ...asked, answered: polls.answered, answers: polls.answers } }
      return {
        visits: visitsOf(figures, agenda, { visits }).map((row) => ({ ...row, person })),
        answers: (own ? pollsOf(figures, agenda, own).answers : []).map((row) => ({ ...row, person })),
      }
    }
    const all = persons.map(rowsOf)
    const isIn = (place: number, report: number) => (index: number) =>
      (index + (persons[place]?.report ?? 0)) % facts.length === report
    const reports = facts.map(
      (fact, reportId): Report => ({
        ...fact,
        reportId,
        visits: all.flatMap(({ visits }, place) => visits.filter((_, index) => isIn(place, reportId)(index))),
        answers: all.flatMap(({ answers }, place) =>
          answers.filter((_, index) => isIn(place, reportId)(Math.floor(index / 3))),
        ),
      }),
    )
    const further = more.map((each, place) => rowsOf(each, place + 1))
    return {
      figures,
      agenda,
      reports,
      isSettled,
      places,
      more: {
        visits: further.flatMap(({ visits }) => visits),
        answers: further.flatMap(({ answers }) => answers),
      },
    }
  })

/** Counts the reports of a slot. People without a row have no hours. `waits`: the people who wait for somebody's decision. */
export function countReports({ figures, agenda: hours, isSettled }: ReportsCase, reports: readonly Report[]) {
  const counting = countingReports(reports)
  const covered = new Set(counting.flatMap(({ visits }) => coveredDays(visits, hours)))
  const agenda = hours.map((hour) => ({ ...hour, isCovered: covered.has(hour.on) }))
  const rows = new Map(
    people.flatMap((person) => {
      const visits = counting.flatMap((report) => report.visits.filter((row) => row.person === person))
      const answers = counting.flatMap((report) => report.answers.filter((row) => row.person === person))
      return visits.length + answers.length > 0 ? [[person, { visits, answers }] as const] : []
    }),
  )
  const asked = askedAt(figures, agenda, { people: [...rows.values()] })
  const findings = [...rows].map(([person, ofPerson]) => ({
    person,
    finding: countCourse(figures, {
      registered: 1,
      slots: [{ eventSlotId: 1, agenda, ...ofPerson, asked, isSettled }],
    }),
  }))
  return {
    covered: [...covered].sort(),
    hours: {
      ...Object.fromEntries(people.map((person) => [person, 0])),
      ...Object.fromEntries(findings.map(({ person, finding }) => [person, finding.hours])),
    },
    waits: findings.flatMap(({ person, finding: { reason } }) =>
      reason === 'host' || reason === 'unusable-times' ? `${person}: ${reason}` : [],
    ),
    few: fewAnswers(figures, agenda, asked).length,
    withoutPolls: daysWithoutPolls(
      figures,
      agenda,
      [...rows.values()].flatMap(({ answers }) => answers),
    ),
  }
}
