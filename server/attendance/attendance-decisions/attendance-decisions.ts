import { sql } from 'kysely'
import type { Decided, Decision } from '#contract/attendance/attendance-decisions/calls.ts'
import { pollWords, questionAnswers } from '#contract/attendance/attendance-decisions/poll-words.ts'
import { decisionRefusal } from '#contract/attendance/attendance-decisions/rules.ts'
import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import { reportWords } from '#contract/attendance/attendances/report-words.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { sheetOf } from '#server/core/http/received-sheet.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { creditAsDecided, putBackCredit } from './attendance-decision-credits.ts'
import type { About } from './queries.ts'
import { findNamedReports, findNewestDecision, findSubjectRegistrations, isSubjectKnown } from './queries.ts'

/** A subject with the newest decision about it that the caller has read. */
export type Read = About & Pick<Decision['subjects'][number], 'readDecisionId'>

/**
 * Stores an answer about a slot's attendance, with its hours: a decision per subject. Locks the slot, so that
 * answers and counts follow one another. Refuses all of it with the reason, and with CHANGED_MEANWHILE if
 * another answer was given since the caller read.
 */
export async function decideAttendance(work: Work, { subjects, ...answer }: Decision): Promise<Decided> {
  const slot = await getSlot(work.tx, answer.eventSlotId, { isLocked: true })
  const decisions: NewDecision[] = []
  for (const each of subjects) decisions.push(await checked(work, slot, { ...answer, ...each }))
  Object.assign(decisions[0] ?? {}, await sheetOf(answer.file))
  return insertDecisions(work, slot, decisions)
}

/** Returns the decision about one subject, once its hours are set. */
async function checked(
  work: Work,
  slot: Slot,
  decision: Omit<Decision, 'subjects'> & Read,
): Promise<NewDecision> {
  const { act, subject, credit } = decision
  await refuseAnswered(work.tx, decision)
  const { registrationId } = readSubject(subject)
  const named = new Set([...decision.registrationIds, registrationId, credit?.registrationId])
  named.delete(undefined)
  const registrations = await findSubjectRegistrations(work.tx, [...named] as number[])
  const isKnown =
    act === 'settle' || registrationId !== undefined || (await isSubjectKnown(work.tx, decision))
  refuse(
    decisionRefusal(decision, {
      slot,
      isKnown,
      areThere: registrations.length === named.size,
      areOfEvent: registrations.every(
        (one) => one.eventId === slot.eventId || (act === 'credit' && one.registrationId !== registrationId),
      ),
      isSamePerson: new Set(registrations.map(({ userId }) => userId)).size === 1,
    }),
  )
  const creditId = credit && (await creditAsDecided(work, decision, credit))
  const registrationIds = registrationId === undefined ? decision.registrationIds : [registrationId]
  const { from = null, to = null, reason } = decision
  return { act, subject, registrationIds, reason, from, to, creditId }
}

/**
 * Withdraws answers about one slot, all or none. Restores the hours before them, unless others were set
 * since. Refuses with DECISION_NOT_FOUND, or with CHANGED_MEANWHILE if one is not the newest about its
 * subject.
 */
export async function withdrawDecision(
  work: Work,
  { decisionIds, reason }: { decisionIds: number[]; reason: string },
) {
  const given = await work.tx
    .selectFrom('attendanceDecisions')
    .select(['attendanceDecisionId as readDecisionId', 'eventSlotId'])
    .select(['act', 'subject', 'registrationIds', 'creditId'])
    .where(sql<boolean>`attendance_decision_id = any(${decisionIds}::integer[])`)
    .orderBy('attendanceDecisionId')
    .execute()
  const [eventSlotId, ...others] = new Set(given.map((one) => one.eventSlotId))
  const areAnswers = given.length === decisionIds.length && given.every(({ act }) => act !== 'withdraw')
  if (eventSlotId === undefined || others.length > 0 || !areAnswers) throw new Refusal('DECISION_NOT_FOUND')
  const slot = await getSlot(work.tx, eventSlotId, { isLocked: true })
  for (const decision of given) {
    await refuseAnswered(work.tx, decision)
    if (decision.creditId !== null) await putBackCredit(work, decision.creditId, reason)
  }
  const withdrawals = given.map(({ subject, registrationIds }) => ({
    act: 'withdraw' as const,
    subject,
    registrationIds,
    reason,
  }))
  await insertDecisions(work, slot, withdrawals)
}

/** Refuses with CHANGED_MEANWHILE if the caller has not read the newest answer about the subject. */
export async function refuseAnswered(tx: Tx, { readDecisionId, ...about }: Read) {
  if (readDecisionId === undefined) return
  const newest = await findNewestDecision(tx, about)
  if (!newest || newest.act === 'withdraw' ? readDecisionId === null : newest.decisionId === readDecisionId) {
    return
  }
  throw new Refusal('CHANGED_MEANWHILE')
}

interface NewDecision extends Pick<Decision, 'registrationIds' | 'reason'> {
  act: Decision['act'] | 'withdraw'
  subject: string
  from?: Date | null
  to?: Date | null
  creditId?: number | undefined
  bytes?: Buffer
  fileName?: string
}

/** Inserts answers about a slot. Its hours are counted again, once. */
export async function insertDecisions(work: Work, slot: Slot, decisions: NewDecision[]): Promise<Decided> {
  const decidedAt = work.clock()
  const inserted = await work.tx
    .insertInto('attendanceDecisions')
    .values(
      decisions.map(({ act, subject, registrationIds, from, to, reason, creditId, bytes, fileName }) => ({
        eventSlotId: slot.eventSlotId,
        act,
        subject,
        registrationIds,
        reason,
        decidedAt,
        fromAt: from ?? null,
        toAt: to ?? null,
        creditId: creditId ?? null,
        file: bytes ?? null,
        fileName: fileName ?? '',
        decidedBy: work.actingUserId ?? null,
      })),
    )
    .returning('attendanceDecisionId as decisionId')
    .execute()
  const reports = await findNamedReports(
    work.tx,
    slot.eventSlotId,
    decisions.map(({ subject }) => subject),
  )
  await happened(
    work,
    decisions.map((decision) => {
      const { act, subject } = decision
      const report = reports.get(readSubject(subject).sha256 ?? '')
      const about =
        report && `Report ${reportWords(report)} ${act === 'withdraw' ? 'taken back' : 'set aside'}`
      const item = about && { item: `${shownTimeslot(slot)} · ${about}` }
      return { activity: 'attendance-decided', ...ofSlot(slot, { ...detailsOf(slot, decision), ...item }) }
    }),
  )
  return { decisionIds: inserted.map(({ decisionId }) => decisionId), decidedAt }
}

/** Returns the details for the history. They name a poll question, because its answer is not about the whole slot. */
function detailsOf(slot: Slot, { act, subject, reason }: NewDecision) {
  const { about, question = '', at = null } = readSubject(subject)
  if (about !== 'question' || !(act in questionAnswers)) return { reason }
  const said = questionAnswers[act as keyof typeof questionAnswers]
  return { reason, item: `${shownTimeslot(slot)}: ${pollWords({ question, at })} ${said}` }
}
