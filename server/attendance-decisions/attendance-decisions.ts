import type { Decided, Decision } from '#contract/attendance-decisions/calls.ts'
import { decisionRefusal } from '#contract/attendance-decisions/rules.ts'
import { readSubject } from '#contract/attendance-decisions/subjects.ts'
import { happened, ofSlot } from '#server/activities/activities.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import type { Slot } from '#server/slots/queries.ts'
import { getSlot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { creditAsDecided, putBackCredit } from './attendance-decision-credits.ts'
import { sheetOf } from './attendance-decision-files.ts'
import { findNewestDecision, findSubjectRegistrations, isSubjectKnown } from './queries.ts'

/**
 * Stores an answer about the attendance of a slot, with the hours that it sets. Locks the slot, so that answers and counts follow one
 * another. Refuses with the reason, and with CHANGED_MEANWHILE if somebody has answered since the caller read.
 */
export async function decide(work: Work, decision: Decision): Promise<Decided> {
  const { eventSlotId, act, subject, credit } = decision
  const slot = await getSlot(work.tx, eventSlotId, { isLocked: true })
  await refuseAnswered(work.tx, decision)
  const { registrationId } = readSubject(subject)
  const named = new Set([...decision.registrationIds, registrationId, credit?.registrationId])
  named.delete(undefined)
  const registrations = await findSubjectRegistrations(work.tx, [...named] as number[])
  const isKnown =
    act === 'settle' ||
    registrationId !== undefined ||
    (await isSubjectKnown(work.tx, { eventSlotId, subject }))
  refuse(
    decisionRefusal(decision, {
      ...{ slot, isKnown },
      areThere: registrations.length === named.size,
      areOfEvent: registrations.every(
        (one) => one.eventId === slot.eventId || (act === 'credit' && one.registrationId !== registrationId),
      ),
      isSamePerson: new Set(registrations.map(({ userId }) => userId)).size === 1,
    }),
  )
  const file = sheetOf(decision.file)
  const creditId = credit && (await creditAsDecided(work, decision, credit))
  const registrationIds = registrationId === undefined ? decision.registrationIds : [registrationId]
  const { from = null, to = null } = decision
  return insertDecision(work, slot, { ...decision, registrationIds, from, to, creditId, ...file })
}

/**
 * Withdraws an answer. Hours that it set are what they were before, unless others were set since. Refuses with DECISION_NOT_FOUND, or
 * with CHANGED_MEANWHILE if it is not the newest one about its subject.
 */
export async function withdrawDecision(
  work: Work,
  { decisionId, reason }: { decisionId: number; reason: string },
): Promise<void> {
  const given = await work.tx
    .selectFrom('attendanceDecisions')
    .select(['eventSlotId', 'act', 'subject', 'registrationIds', 'creditId'])
    .where('attendanceDecisionId', '=', decisionId)
    .executeTakeFirst()
  if (!given || given.act === 'withdraw') throw new Refusal('DECISION_NOT_FOUND')
  const { eventSlotId, subject, registrationIds, creditId } = given
  const slot = await getSlot(work.tx, eventSlotId, { isLocked: true })
  await refuseAnswered(work.tx, { eventSlotId, subject, readDecisionId: decisionId })
  if (creditId !== null) await putBackCredit(work, creditId, reason)
  await insertDecision(work, slot, { act: 'withdraw', subject, registrationIds, reason })
}

/** Refuses with CHANGED_MEANWHILE if the newest answer about the subject is not the one that the caller has read. */
export async function refuseAnswered(
  tx: Tx,
  { readDecisionId, ...about }: Pick<Decision, 'eventSlotId' | 'subject' | 'readDecisionId'>,
): Promise<void> {
  if (readDecisionId === undefined) return
  const newest = await findNewestDecision(tx, about)
  if (!newest || newest.act === 'withdraw' ? readDecisionId === null : newest.decisionId === readDecisionId) {
    return
  }
  throw new Refusal('CHANGED_MEANWHILE')
}

interface NewDecision extends Pick<Decision, 'subject' | 'registrationIds' | 'reason'> {
  act: Decision['act'] | 'withdraw'
  from?: Date | null
  to?: Date | null
  creditId?: number | undefined
  bytes?: Buffer
  fileName?: string
}

/** Inserts an answer of a locked slot. Its hours are counted again. */
export async function insertDecision(work: Work, slot: Slot, decision: NewDecision): Promise<Decided> {
  const { act, subject, registrationIds, from, to, reason, creditId, bytes, fileName } = decision
  const decidedAt = work.clock()
  const { decisionId } = await work.tx
    .insertInto('attendanceDecisions')
    .values({
      ...{ eventSlotId: slot.eventSlotId, act, subject, registrationIds, reason, decidedAt },
      ...{ fromAt: from ?? null, toAt: to ?? null, creditId: creditId ?? null },
      ...{ file: bytes ?? null, fileName: fileName ?? '', decidedBy: work.actingUserId ?? null },
    })
    .returning('attendanceDecisionId as decisionId')
    .executeTakeFirstOrThrow()
  await happened(work, [{ activity: 'attendance-decided', ...ofSlot(slot, { reason }) }])
  return { decisionId, decidedAt }
}
