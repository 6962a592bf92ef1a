import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { makePollCodes as makePollCodesCall, PollCodes } from '#contract/attendance/poll-codes/calls.ts'
import { codeLength, codeSigns, minutesProblem } from '#contract/attendance/poll-codes/rules.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { Refusal, refuseFields, refusing } from '#server/core/http/refusal.ts'
import { lockSlot } from '#server/events/slots/lock-slot.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findPollCodes } from './queries.ts'

/**
 * Makes poll codes for a slot and returns all of them. Refuses with SLOT_NOT_FOUND, EVENT_NOT_FOUND, with
 * POLL_QUESTION_TAKEN if the slot has a code for one of the questions, and minutes outside the slot.
 */
export async function makePollCodes(
  work: Work,
  { eventSlotId, codes }: Input<typeof makePollCodesCall>['body'],
): Promise<PollCodes> {
  const { tx, clock, actingUserId = null } = work
  const slot = await lockSlot(tx, eventSlotId)
  const now = clock()
  const made = codes.map(({ question, opensAt: given, minutes }, place) => {
    const opensAt = given ?? now
    const problem = minutesProblem(slot, { opensAt, minutes }, now)
    if (problem) refuseFields({ [`codes.${place}.opensAt`]: problem })
    return {
      eventSlotId,
      question: question.trim(),
      opensAt,
      madeBy: actingUserId,
      madeAt: now,
      closesAt: new Date(opensAt.getTime() + minutes * 60_000),
    }
  })
  const questions = [...(await findCodeQuestions(work, eventSlotId)), ...made.map(({ question }) => question)]
  if (new Set(questions).size < questions.length) throw new Refusal('POLL_QUESTION_TAKEN')
  const taken = await lockTakenCodes(work)
  await tx
    .insertInto('pollCodes')
    .values(made.map((each) => ({ ...each, code: newCode(taken) })))
    .execute()
  const item = `${made.map(({ question }) => question).join(', ')} · ${shownTimeslot(slot)}`
  await happened(work, [{ activity: 'poll-codes-made', ...ofSlot(slot, { item }) }])
  return findPollCodes(tx, eventSlotId, now)
}

/**
 * Withdraws a poll code, which is then not required; its answers still count. Returns its slot's codes.
 * Refuses with POLL_CODE_NOT_FOUND, SLOT_NOT_FOUND, EVENT_NOT_FOUND, and NOTHING_CHANGES if already
 * withdrawn.
 */
export async function withdrawPollCode(work: Work, pollCodeId: number): Promise<PollCodes> {
  const { tx, clock } = work
  const found = await tx
    .selectFrom('pollCodes')
    .select(['eventSlotId', 'question'])
    .where('pollCodeId', '=', pollCodeId)
    .executeTakeFirstOrThrow(refusing('POLL_CODE_NOT_FOUND'))
  const slot = await lockSlot(tx, found.eventSlotId)
  const withdrawn = await tx
    .updateTable('pollCodes')
    .set({ withdrawnAt: clock() })
    .where('pollCodeId', '=', pollCodeId)
    .where('withdrawnAt', 'is', null)
    .returning('pollCodeId')
    .execute()
  if (withdrawn.length === 0) throw new Refusal('NOTHING_CHANGES')
  const item = `${found.question} · ${shownTimeslot(slot)}`
  await happened(work, [{ activity: 'poll-code-withdrawn', ...ofSlot(slot, { item }) }])
  return findPollCodes(tx, found.eventSlotId, clock())
}

/** Deletes codes and answers older than attendance is kept; the database refuses to delete newer ones. */
export async function expirePollCodes({ tx, clock }: Work) {
  const oldest = sql<Date>`now() - ${yearsKept} * interval '1 year'`
  await tx.deleteFrom('pollCodeAnswers').where('answeredAt', '<', oldest).execute()
  await tx.deleteFrom('pollCodes').where('closesAt', '<', oldest).execute()
  const dayAgo = new Date(clock().getTime() - 86_400_000)
  await tx.deleteFrom('pollCodeTries').where('since', '<', dayAgo).execute()
}

async function findCodeQuestions({ tx }: Work, eventSlotId: number) {
  const rows = await tx
    .selectFrom('pollCodes')
    .select('question')
    .where('eventSlotId', '=', eventSlotId)
    .where('withdrawnAt', 'is', null)
    .execute()
  return rows.map(({ question }) => question)
}

/** Returns the codes whose minutes are not over, and locks out other makers until the transaction ends. */
async function lockTakenCodes({ tx, clock }: Work): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtext('poll codes'))`.execute(tx)
  const rows = await tx.selectFrom('pollCodes').select('code').where('closesAt', '>', clock()).execute()
  return new Set(rows.map(({ code }) => code))
}

function newCode(taken: Set<string>) {
  const sign = () => codeSigns[randomInt(codeSigns.length)]
  const code = Array.from({ length: codeLength }, sign).join('')
  if (taken.has(code)) return newCode(taken)
  taken.add(code)
  return code
}
