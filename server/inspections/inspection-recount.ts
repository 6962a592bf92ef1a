import { portalZone } from '#contract/core/season.ts'
import type { Figures } from '#contract/credits/figures.ts'
import { readAttendanceAnswers } from '#server/attendances/attendance-answers.ts'
import { countedRows, saysAnything, sourcesOf } from '#server/attendances/attendance-choice.ts'
import { readAttendanceFile } from '#server/attendances/attendance-file.ts'
import { evidenceOf, storedKind } from '#server/attendances/attendance-reading.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import { type Counted, countPeople } from '#server/credit-findings/credit-finding-counting.ts'
import type { SlotCounting } from './inspection-records.ts'

/** Counts everybody at a slot again from the bytes of its reports, as the portal does. undefined: no report covers a day of the slot. */
export async function countAgain(
  counting: SlotCounting,
  figures: Figures,
  bytesOf: (path: string) => Buffer,
): Promise<Counted[] | undefined> {
  const { slot, others, webinarId, agenda, isSettled, people, identities, decisions, codes } = counting
  const reports = []
  for (const report of counting.reports) {
    const read = await readReport(report, bytesOf(report.file))
    if (read && saysAnything(read)) reports.push(read)
  }
  const withVisits = sourcesOf(slot, reports).filter(({ visits }) => visits.length > 0)
  const covered = new Set<string>(withVisits.map(({ on }) => on))
  if (covered.size === 0) return undefined
  const byCode = { on: null, source: 'code' } as const
  const { counted } = await countPeople({
    ...{ webinarId, identities, figures, isSettled },
    people: people.map(({ person, ...rest }) => ({ ...rest, userId: String(person), name: '' })),
    rows: countedRows(slot, others, reports),
    decisions: new Map(decisions.map((decision) => [decision.subject, decision])),
    codes: {
      asked: codes.asked.map((asked) => ({ ...asked, ...byCode })),
      answers: codes.answers.map((answer) => ({ ...answer, ...byCode })),
    },
    covered: agenda.filter(({ on }) => covered.has(on)),
  })
  return counted
}

/** Reads a report as received; undefined if the readers cannot. */
async function readReport(
  { reportId, file, origin, receivedAt, timeZone }: SlotCounting['reports'][number],
  bytes: Buffer,
) {
  const reading =
    origin === 'platform' && file.endsWith('.json')
      ? readAttendanceAnswers(JSON.parse(bytes.toString()) as AttendanceSource[])
      : await readAttendanceFile(bytes, { zone: timeZone ?? portalZone })
  if ('refused' in reading) return undefined
  const { visits, answers } = evidenceOf(reading)
  return {
    ...{ reportId, origin, receivedAt, kind: storedKind(reading.kind), days: reading.days },
    ...{ visits: visits.length, answers: answers.length },
    rows: {
      visits: reading.visits,
      answers: reading.answers.map(({ on, ...answer }) => ({ ...answer, answeredOn: on })),
    },
  }
}
