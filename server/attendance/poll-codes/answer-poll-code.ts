import { sql } from 'kysely'
import type { answerPollCode as answerPollCodeCall } from '#contract/attendance/poll-codes/calls.ts'
import { pollCodeRefusal, readPollCode } from '#contract/attendance/poll-codes/rules.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

/** The wrong codes of one person per hour. */
const mostTries = 20
const hourMs = 3_600_000

/**
 * Stores a person's poll answer by code; their first answer counts. Refuses with POLL_CODE_UNKNOWN,
 * POLL_CODE_EARLY, POLL_CODE_OVER, POLL_CODE_OTHER_EVENT, and TOO_MANY_POLL_CODES after too many wrong codes.
 */
export async function answerPollCode(
  work: Work,
  userId: string,
  typed: string,
): Promise<Data<typeof answerPollCodeCall>> {
  const { tx, clock } = work
  const now = clock()
  // Counted first, which locks the person's row: concurrent codes are compared one by one.
  if ((await countTry(work, userId)) > mostTries) throw new Refusal('TOO_MANY_POLL_CODES')
  const code = await findCode(work, userId, readPollCode(typed))
  const { registrationId } = code ?? {}
  const refusal = pollCodeRefusal(
    code && { ...code, isWithdrawn: code.withdrawnAt !== null, isRegistered: code.registrationId !== null },
    now,
  )
  const isWrong = refusal === 'POLL_CODE_UNKNOWN' || refusal === 'POLL_CODE_OTHER_EVENT'
  if (!isWrong) await takeBackTry(work, userId)
  if (refusal || !code || !registrationId) {
    throw new Refusal(refusal ?? 'POLL_CODE_UNKNOWN', { keepsWork: true })
  }
  const { pollCodeId, eventName, question } = code
  const added = await tx
    .insertInto('pollCodeAnswers')
    .values({ pollCodeId, registrationId, answeredAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('answeredAt')
    .executeTakeFirst()
  if (added) {
    await happened(work, [{ activity: 'poll-answered', registrationId, details: { item: question } }])
    return { eventName, question, answeredAt: now, isRepeated: false }
  }
  const { answeredAt } = await tx
    .selectFrom('pollCodeAnswers')
    .select('answeredAt')
    .where('pollCodeId', '=', pollCodeId)
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow()
  return { eventName, question, answeredAt, isRepeated: true }
}

/** Returns the newest code of this spelling, with the person's registration for its event. */
function findCode({ tx }: Work, userId: string, code: string) {
  return (
    tx
      .selectFrom('pollCodes')
      .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'pollCodes.eventSlotId')
      .innerJoin('events', 'events.eventId', 'slot.eventId')
      // A person who came to the event's other slot is counted there, so their answer counts, too.
      .leftJoin('registrations as held', (join) =>
        join
          .onRef('held.eventId', '=', 'events.eventId')
          .on('held.userId', '=', userId)
          .on('held.cancelledAt', 'is', null),
      )
      .select(['pollCodeId', 'question', 'opensAt', 'closesAt', 'withdrawnAt', 'eventName', 'registrationId'])
      .where('code', '=', code)
      .where('slot.deletedAt', 'is', null)
      .orderBy('pollCodeId', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Counts a person's code, and returns the wrong ones of this hour, including it. */
async function countTry({ tx, clock }: Work, userId: string) {
  const since = clock()
  const isOver = sql<boolean>`poll_code_tries.since <= ${new Date(since.getTime() - hourMs)}`
  const { tries } = await tx
    .insertInto('pollCodeTries')
    .values({ userId, tries: 1, since })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({
        tries: sql`case when ${isOver} then 1 else poll_code_tries.tries + 1 end`,
        since: sql`case when ${isOver} then ${since} else poll_code_tries.since end`,
      }),
    )
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries
}

/** Uncounts a code that was not wrong. */
async function takeBackTry({ tx }: Work, userId: string) {
  await tx
    .updateTable('pollCodeTries')
    .set((row) => ({ tries: row('tries', '-', 1) }))
    .where('userId', '=', userId)
    .execute()
}
