import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AccountAttendance } from '#contract/attendance/attendances/calls.ts'
import { attendedMinutes, stayOf } from '#contract/attendance/attendances/rules.ts'
import { explain } from '#contract/counting/hours/explain.ts'
import { Finding, slotsOfInput } from '#contract/counting/hours/findings.ts'
import { ruleName } from '#contract/events/credit-rules/names.ts'
import { findSlotRows, rowsOf } from '#server/attendance/attendances/attendance-evidence.ts'
import { findReports } from '#server/attendance/attendances/queries.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import type { Db } from '#server/services.ts'
import { subjectsOf } from './credit-finding-evidence.ts'

/**
 * Returns a person's visits and answers by the last count of each slot with a report, latest first. Includes
 * stated visits.
 */
export async function findAttendancesOf(db: Db, userId: string): Promise<AccountAttendance[]> {
  const counts = await db
    .selectFrom('creditCounts as count')
    .innerJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
    .innerJoin('registrations as held', 'held.registrationId', 'count.registrationId')
    .select(['count.registrationId', 'count.eventSlotId', 'subjects', 'input'])
    .select('found.eventSlotId as countedId')
    .where('held.userId', '=', userId)
    .execute()
  const attendances = await Promise.all(
    counts.map(async ({ registrationId, eventSlotId, countedId, subjects, input }) => {
      const slot = await findSlot(db, eventSlotId)
      if (!slot) return []
      const { eventName, startOn, endOn, startTime, endTime } = slot
      const here = slotsOfInput(input).find((part) => (part.eventSlotId ?? countedId) === eventSlotId)
      const visits = (here?.visits ?? []).flatMap((visit) => stayOf(visit) ?? [])
      return {
        registrationId,
        eventSlotId,
        eventName,
        startOn,
        endOn,
        startTime,
        endTime,
        minutes: attendedMinutes(visits),
        visits,
        answers: await findAnswers(db, slot, new Set(subjects.map(({ subject }) => subject))),
      }
    }),
  )
  return attendances.flat().sort((a, b) => b.startOn.localeCompare(a.startOn))
}

/** Returns every finding about a person's hours, latest first. `isCurrent`: by the last count of its slot. */
export async function findFindingsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('creditFindings as found')
    .innerJoin('creditRules as rule', 'rule.creditRuleId', 'found.creditRuleId')
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'found.eventSlotId')
    .innerJoin('events', 'events.eventId', 'slot.eventId')
    .innerJoin('registrations as held', 'held.registrationId', 'found.registrationId')
    .leftJoin('creditCounts as count', 'count.creditFindingId', 'found.creditFindingId')
    .select(['found.registrationId', 'eventName', 'startOn', 'endOn', 'startTime', 'endTime'])
    .select(['countedAt', 'rule.season', 'rule.version', 'figures', 'finding'])
    .select('count.creditFindingId as currentId')
    .where('held.userId', '=', userId)
    .orderBy('found.creditFindingId', 'desc')
    .execute()
  return rows.map(({ season, version, figures, finding, currentId, ...row }) => {
    const found = z.decode(Finding, finding)
    const { hours, possibleHours, isFinal } = found
    return {
      ...row,
      rule: ruleName({ season, version, figures }),
      isCurrent: currentId !== null,
      hours,
      possibleHours,
      isFinal,
      sentences: explain(found),
    }
  })
}

/** Returns the matched answers of a slot's reports. A finding has no words of answers. */
async function findAnswers(db: Db, slot: Slot, matched: Set<string>): Promise<AccountAttendance['answers']> {
  if (matched.size === 0) return []
  const reports = await findReports(db, slot.eventSlotId)
  const { answers } = await findSlotRows(db, slot, reports, {
    visits: sql`false`,
    answers: rowsOf([...matched]),
  })
  const subjects = await subjectsOf({ visits: [], answers })
  return subjects
    .filter(({ subject }) => matched.has(subject))
    .flatMap(({ answers }) =>
      answers.map(({ question, answer, at: answeredAt }) => ({ question, answer, answeredAt })),
    )
}
