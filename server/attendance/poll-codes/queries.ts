import { sql } from 'kysely'
import type { getPollCode, PollCodes } from '#contract/attendance/poll-codes/calls.ts'
import { codesOfHours } from '#contract/attendance/poll-codes/rules.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { agendaOf } from '#contract/events/slots/agendas.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { qrSvg } from '#server/core/qr-codes.ts'
import { findSlotAgendas } from '#server/events/slots/slot-agendas.ts'
import type { Db, Services } from '#server/services.ts'

/** Returns a slot's poll codes, and proposals for its hours. Refuses with SLOT_NOT_FOUND. */
export async function findPollCodes(db: Db, eventSlotId: number, now: Date): Promise<PollCodes> {
  const { eventName, slot, planned, versions } = await findSlotAgendas(db, eventSlotId)
  const codes = await db
    .selectFrom('pollCodes')
    .leftJoin('pollCodeAnswers as answer', 'answer.pollCodeId', 'pollCodes.pollCodeId')
    .select(['pollCodes.pollCodeId', 'code', 'question', 'opensAt', 'closesAt', 'withdrawnAt'])
    .select(({ fn }) => fn.count<number>('registrationId').as('answers'))
    .where('eventSlotId', '=', eventSlotId)
    .groupBy('pollCodes.pollCodeId')
    .orderBy('opensAt')
    .orderBy('pollCodes.pollCodeId')
    .execute()
  const standing = codes.filter(({ withdrawnAt }) => withdrawnAt === null)
  const proposals = codesOfHours(agendaOf(versions[0]?.hours ?? planned)).filter(
    ({ question, opensAt, closesAt }) =>
      closesAt > now &&
      standing.every(
        (each) => each.question !== question && (each.opensAt < opensAt || each.opensAt >= closesAt),
      ),
  )
  return { eventSlotId, eventName, slot, codes, proposals, now }
}

/** Returns a poll code for a slide. Refuses with POLL_CODE_NOT_FOUND. */
export async function getPollSlide(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  pollCodeId: number,
): Promise<Data<typeof getPollCode>> {
  const found = await db
    .selectFrom('pollCodes')
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'pollCodes.eventSlotId')
    .innerJoin('events', 'events.eventId', 'slot.eventId')
    .select(['code', 'question', 'eventName', 'opensAt', 'closesAt', 'withdrawnAt'])
    .where('pollCodeId', '=', pollCodeId)
    .executeTakeFirstOrThrow(refusing('POLL_CODE_NOT_FOUND'))
  const link = config.publicUrl + paths.poll({ code: found.code })
  return {
    ...found,
    address: config.publicUrl + paths.poll(),
    qrCode: qrSvg(link, 1),
    now: clock(),
  }
}

/** Returns a slot's codes that are not withdrawn, and all answers or one registration's, each with its question. */
export async function findCodeMoments(db: Db, eventSlotId: number, registrationId?: number) {
  const [codes, answers] = await Promise.all([
    db
      .selectFrom('pollCodes')
      .select(['question', 'opensAt'])
      .where('eventSlotId', '=', eventSlotId)
      .where('withdrawnAt', 'is', null)
      .execute(),
    db
      .selectFrom('pollCodeAnswers')
      .innerJoin('pollCodes', 'pollCodes.pollCodeId', 'pollCodeAnswers.pollCodeId')
      .select(['registrationId', 'question', 'answeredAt'])
      .where('eventSlotId', '=', eventSlotId)
      .$if(registrationId !== undefined, (rows) =>
        rows.where('registrationId', '=', registrationId as number),
      )
      .orderBy('answeredAt')
      .execute(),
  ])
  const byCode = { on: null, source: 'code' } as const
  return {
    asked: codes.map(({ question, opensAt }) => ({ question, at: opensAt, ...byCode })),
    answers: answers.map(({ answeredAt, ...answer }) => ({ ...answer, at: answeredAt, ...byCode })),
  }
}

/** Returns the polls that a person answered by code, oldest first. */
export function findPollAnswersOf(db: Db, userId: string) {
  return db
    .selectFrom('pollCodeAnswers as answer')
    .innerJoin('pollCodes', 'pollCodes.pollCodeId', 'answer.pollCodeId')
    .innerJoin('registrations as held', 'held.registrationId', 'answer.registrationId')
    .innerJoin('events', 'events.eventId', 'held.eventId')
    .select(['answer.registrationId', 'eventName', 'question', 'answeredAt'])
    .where('held.userId', '=', userId)
    .orderBy('answeredAt')
    .execute()
}

/** Selects when a poll of the slot was last answered by code; null: never. */
export const lastAnsweredAt = sql<Date | null>`(select max(answered_at) from poll_code_answers
  join poll_codes using (poll_code_id) where poll_codes.event_slot_id = event_slots.event_slot_id)`
