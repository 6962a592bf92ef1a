import type { ReportProblem } from '#contract/attendance/attendance-uploads/calls.ts'
import * as words from '#contract/attendance/attendance-uploads/comparison-words.ts'
import { isSmaller, versionBefore } from '#contract/attendance/attendances/reports.ts'
import { chosenReports } from '#server/attendance/attendances/attendance-choice.ts'
import { findReportSizes } from '#server/attendance/attendances/attendance-evidence.ts'
import { findCovers, findReports } from '#server/attendance/attendances/queries.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import type { Comparison } from './attendance-upload-comparison.ts'
import { compareReport } from './attendance-upload-comparison.ts'

/** Sentences about a report: what it adds to what counts, and doubts. */
export interface Notes {
  adds: string[]
  problems: ReportProblem[]
}

/** The most earlier reports in the notes. */
const mostEarlier = 3

/** Returns sentences about a stored report, compared with those that counted before it. */
export async function notesOn(db: Db, slot: Slot, reportId: number, now: Date): Promise<Notes> {
  const compared = await compareReport(db, slot, reportId)
  if (!compared) return { adds: [], problems: [] }
  const { report, added, totals, otherNames } = compared
  const aside = stillAside(report, now)
  if (aside.length > 0) return { adds: [], problems: aside }
  return {
    adds: words.addedWords(added),
    problems: [
      ...compared.less.slice(0, mostEarlier).flatMap((less) => doubtsAbout(less, now)),
      ...(totals ? [problemOf(words.totalWords(totals.first, totals.count))] : []),
      ...words.otherNameWords(otherNames).map(problemOf),
    ],
  }
}

/** Says that an earlier decision still sets a report aside. */
export function stillAside({ setAside }: Comparison['report'], now: Date): ReportProblem[] {
  return setAside
    .filter(({ on, part }) => on === null && part === null)
    .map((decision) => ({
      ...problemOf(words.stillAsideWords(decision, now)),
      decisionIds: [decision.decisionId],
    }))
}

/** Returns sentences about the people who have less than in an earlier report. The first one offers to set it aside. */
function doubtsAbout(
  { report, fewer, missing, people }: Comparison['less'][number],
  now: Date,
): ReportProblem[] {
  const sentences = [
    ...(fewer.count > 0 ? [words.lessWords(fewer, report, now)] : []),
    ...(missing.count > 0 ? [words.missingWords(missing, report, now)] : []),
  ]
  const earlier = { reportId: report.reportId, label: words.asideWords(report, now) }
  // A list of a few people does not replace a report of everyone.
  const mayReplace = missing.count * 2 <= people
  return sentences.map((sentence, place) => ({
    ...problemOf(sentence),
    ...(place === 0 && mayReplace && { earlier }),
  }))
}

/** Returns a sentence about a whole report. */
export function problemOf(problem: string): ReportProblem {
  return { line: null, problem }
}

/** The reports of one fetch are stored within a minute. */
const fetchMs = 60_000

/**
 * Returns notes on the counting reports of a slot's last fetch, newest first. Includes reports that cover no
 * day, or that are smaller than their previous version.
 */
export async function findFetchedNotes(
  db: Db,
  slot: Slot,
  now: Date,
): Promise<(Notes & { reportId: number })[]> {
  const reports = await findReports(db, slot.eventSlotId)
  const chosen = chosenReports(reports)
  const fetched = chosen.filter(({ origin }) => origin === 'platform').toReversed()
  const [newest] = fetched
  if (!newest) return []
  const since = newest.receivedAt.getTime() - fetchMs
  const notes: (Notes & { reportId: number })[] = []
  for (const report of fetched.filter(({ receivedAt }) => receivedAt.getTime() >= since)) {
    const { adds, problems } = await notesOn(db, slot, report.reportId, now)
    const before = versionBefore(chosen, report)
    const sizes = before && (await findReportSizes(db, [report.readingId, before.readingId]))
    const [size, sizeBefore] = [sizes?.get(report.readingId), before && sizes?.get(before.readingId)]
    const isLess = size && sizeBefore && isSmaller(size, sizeBefore)
    const smaller = isLess ? [problemOf(words.smallerWords(size, sizeBefore, before ?? report, now))] : []
    const covers = (await findCovers(db, slot, report.readingId)).get(report.readingId) ?? []
    const uncovered = report.visits > 0 && covers.length === 0 ? [problemOf(words.uncoveredWords)] : []
    notes.push({ reportId: report.reportId, adds, problems: [...uncovered, ...smaller, ...problems] })
  }
  return notes
}
