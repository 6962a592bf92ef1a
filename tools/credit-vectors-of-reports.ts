import * as z from 'zod'
import {
  countingReports,
  coveredDays,
  isSmaller,
  versionBefore,
} from '#contract/attendance/attendances/reports.ts'
import { askedAt, daysWithoutPolls, fewAnswers } from '#contract/counting/hours/asked.ts'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import type { Finding } from '#contract/counting/hours/findings.ts'
import type { StatedTotal } from '#contract/counting/hours/stated-totals.ts'
import { isTotalOff } from '#contract/counting/hours/stated-totals.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendasOf, answer, figuresNamed, instant, ofPerson, slot, visit } from './credit-vector-shapes.ts'

const ReportsVector = z.object({
  figures: z.string(),
  slot,
  settled: z.boolean().default(true),
  reports: z.array(
    z.object({
      report: z.string(),
      visits: z.array(visit.and(ofPerson)).default([]),
      answers: z.array(answer.and(ofPerson)).default([]),
      totals: z.record(z.string(), z.number()).default({}),
      setAside: z.boolean().default(false),
      versionOf: z.string().nullish(),
      bytes: z.string().nullish(),
    }),
  ),
  questions: z
    .array(z.object({ question: z.string(), at: instant.nullish(), counts: z.boolean() }))
    .default([]),
})
type Report = z.output<typeof ReportsVector>['reports'][number]

/** Counts everyone in one slot's reports. */
export function reportsVector(vector: unknown, known: Record<string, unknown>): object {
  const { figures: name, slot, settled, reports, questions } = ReportsVector.parse(vector)
  const figures = figuresNamed(name, known)
  const [hours = []] = agendasOf(figures, [slot])
  const kept = reports.map((report, reportId) => ({
    ...report,
    reportId,
    versionOf: report.versionOf ?? null,
    bytes: report.bytes ?? null,
    isSetAside: report.setAside,
  }))
  const counting = countingReports(kept)
  const covered = new Set(counting.flatMap(({ visits }) => coveredDays(visits, hours)))
  const agenda = hours.map((hour) => ({ ...hour, isCovered: covered.has(hour.on) }))
  const rowsOf = (list: readonly Report[], person: string) => ({
    visits: list.flatMap(({ visits }) => visits.filter((row) => row.person === person)),
    answers: list.flatMap(({ answers }) => answers.filter((row) => row.person === person)),
  })
  const people = [
    ...new Set(
      counting.flatMap(({ visits, answers }) => [...visits, ...answers].map(({ person }) => person)),
    ),
  ]
  const rows = new Map(people.map((person) => [person, rowsOf(counting, person)]))
  const words = questions.map(({ at, ...word }) => ({ ...word, at: at ?? null }))
  const asked = askedAt(figures, agenda, { people: [...rows.values()], words })
  const findings = new Map(
    [...rows].map(([person, ofPerson]) => [
      person,
      countCourse(figures, {
        registered: 1,
        slots: [{ eventSlotId: 1, agenda, ...ofPerson, asked, isSettled: settled }],
      }),
    ]),
  )
  const waits = [...findings].map(
    ([person, finding]) =>
      [
        person,
        waitsOf(
          hours,
          finding,
          counting.flatMap((report) => totalOf(report, person)),
        ),
      ] as const,
  )
  const answers = [...rows.values()].flatMap((ofPerson) => ofPerson.answers)
  return {
    covers: Object.fromEntries(counting.map(({ report, visits }) => [report, coveredDays(visits, hours)])),
    covered: [...covered].sort(),
    hours: Object.fromEntries([...findings].map(([person, { hours }]) => [person, hours])),
    waits: Object.fromEntries(waits.filter(([, list]) => list.length > 0)),
    holds: [
      ...fewAnswers(figures, agenda, asked).map(({ question, answered, present }) => ({
        why: 'few-answers',
        question,
        answered,
        present,
      })),
      ...daysWithoutPolls(figures, agenda, answers).map((on) => ({ why: 'no-polls', on })),
      ...counting.flatMap((report) => {
        const before = report.versionOf === 'door' ? undefined : versionBefore(kept, report)
        const isLess = report.versionOf && before && isSmaller(sizeOf(report), sizeOf(before))
        return isLess ? { why: 'smaller-version', report: report.report } : []
      }),
    ],
  }
}

function totalOf({ totals, visits }: Report, person: string): StatedTotal[] {
  const minutes = totals[person]
  return minutes === undefined ? [] : [{ minutes, visits: visits.filter((row) => row.person === person) }]
}

/** Returns a report's people and seconds. */
function sizeOf({ visits }: Report) {
  const times = visits.flatMap(({ joinedAt, leftAt }) =>
    [joinedAt, leftAt].flatMap((at) => at?.getTime() ?? []),
  )
  const seconds = times.length > 0 ? (Math.max(...times) - Math.min(...times)) / 1000 : 0
  return { people: new Set(visits.map(({ person }) => person)).size, seconds }
}

function waitsOf(hours: readonly AgendaHour[], finding: Finding, totals: readonly StatedTotal[]): string[] {
  const { reason } = finding
  return [
    ...(reason === 'host' || reason === 'unusable-times' ? [reason] : []),
    ...(totals.some((total) => isTotalOff(finding, total, hours)) ? ['total-differs'] : []),
  ]
}
