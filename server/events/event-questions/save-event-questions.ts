import type { Input } from '#contract/core/endpoint.ts'
import type { saveEventQuestions as saveEventQuestionsCall } from '#contract/events/event-questions/calls.ts'
import type {
  EvaluationQuestion,
  Moment,
  RegistrationQuestion,
} from '#contract/events/event-questions/questions.ts'
import { mostQuestions, questionMessages } from '#contract/events/event-questions/questions.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { lockEvent } from '#server/events/events/lock-event.ts'
import { findSlotsOf } from '#server/events/slots/queries.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import type { StoredQuestion } from './queries.ts'
import { countAnswers, findStoredQuestions, stateOf } from './queries.ts'

type Given = RegistrationQuestion | EvaluationQuestion

/**
 * Saves an event's questions. Those that are left out are removed, and keep their answers. Refuses with
 * EVENT_NOT_FOUND, with CHANGED_MEANWHILE if `state` is older, and by field another type of an answered question.
 */
export async function saveEventQuestions(
  work: Work,
  { eventId, state, registration, evaluation }: Input<typeof saveEventQuestionsCall>['body'],
): Promise<{ state: string }> {
  const { tx } = work
  await lockEvent(tx, eventId)
  const before = await findStoredQuestions(tx, [eventId])
  if (state !== undefined && state !== stateOf(before)) throw new Refusal('CHANGED_MEANWHILE')
  const answered = await countAnswers(
    tx,
    before.map(({ questionId }) => questionId),
  )
  const slotIds = (await findSlotsOf(tx, eventId)).map(({ eventSlotId }) => eventSlotId)
  refuseFields({
    ...problemsOf('registration', registration, { before, answered, slotIds }),
    ...problemsOf('evaluation', evaluation, { before, answered, slotIds }),
  })
  const given = [...registration, ...evaluation]
  for (const { questionId } of before) {
    if (given.some((question) => question.questionId === questionId)) continue
    if (answered.get(questionId)) await removeQuestion(work, questionId)
    else await tx.deleteFrom('eventQuestions').where('eventQuestionId', '=', questionId).execute()
  }
  for (const [place, question] of registration.entries()) {
    await saveQuestion(work, eventId, { ...question, moment: 'registration', place })
  }
  for (const [place, question] of evaluation.entries()) {
    await saveQuestion(work, eventId, { ...question, moment: 'evaluation', place })
  }
  const after = await findStoredQuestions(tx, [eventId])
  if (stateOf(after) === stateOf(before)) return { state: stateOf(after) }
  const changes: Record<string, [string, string]> = {}
  for (const moment of Object.keys(mostQuestions) as Moment[]) {
    const [from, to] = [wordingsOf(before, moment), wordingsOf(after, moment)]
    if (from !== to) changes[`${moment}Questions`] = [from, to]
  }
  await happened(work, [{ activity: 'questions-changed', eventId, details: { changes } }])
  return { state: stateOf(after) }
}

/** Copies a locked event's questions to its copy, whose slots were made in the same order. */
export async function copyQuestions(work: Work, fromEventId: number, toEventId: number) {
  const questions = await findStoredQuestions(work.tx, [fromEventId])
  if (questions.length === 0) return
  const from = (await findSlotsOf(work.tx, fromEventId)).map(({ eventSlotId }) => eventSlotId)
  const to = (await findSlotsOf(work.tx, toEventId)).map(({ eventSlotId }) => eventSlotId)
  for (const [place, { questionId: _, eventId: __, ...question }] of questions.entries()) {
    const { eventSlotId } = question
    const copied = eventSlotId === null ? null : to[from.indexOf(eventSlotId)]
    // A question for a deleted slot has nobody to ask.
    if (copied === undefined) continue
    await saveQuestion(work, toEventId, { ...question, eventSlotId: copied, place })
  }
}

interface Facts {
  before: StoredQuestion[]
  answered: Map<number, number>
  slotIds: number[]
}

function problemsOf(
  moment: Moment,
  given: readonly Given[],
  { before, answered, slotIds }: Facts,
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [place, question] of given.entries()) {
    const { questionId, kind } = question
    if (questionId !== undefined) {
      const stored = before.find((each) => each.questionId === questionId && each.moment === moment)
      // Removed by another administrator, or of another event.
      if (!stored) throw new Refusal('CHANGED_MEANWHILE')
      if (stored.kind !== kind && answered.get(questionId)) {
        problems[`${moment}.${place}.kind`] = questionMessages.kindStays
      }
    }
    const slotId = 'eventSlotId' in question ? question.eventSlotId : null
    if (slotId !== null && !slotIds.includes(slotId)) {
      problems[`${moment}.${place}.eventSlotId`] = questionMessages.notSlot
    }
  }
  return problems
}

async function saveQuestion(
  { tx }: Work,
  eventId: number,
  { questionId, kind, choices, ...question }: Given & { moment: Moment; place: number },
) {
  const fields = {
    isRequired: false,
    isPerSpeaker: false,
    eventSlotId: null,
    ...question,
    wording: question.wording.trim(),
    kind,
    choices: kind === 'choice' ? choices.map((choice) => choice.trim()) : [],
  }
  if (questionId === undefined) {
    await tx
      .insertInto('eventQuestions')
      .values({ ...fields, eventId })
      .execute()
    return
  }
  await tx.updateTable('eventQuestions').set(fields).where('eventQuestionId', '=', questionId).execute()
}

async function removeQuestion({ tx, clock }: Work, questionId: number) {
  await tx
    .updateTable('eventQuestions')
    .set({ removedAt: clock() })
    .where('eventQuestionId', '=', questionId)
    .execute()
}

function wordingsOf(questions: readonly StoredQuestion[], moment: Moment) {
  const asked = questions.filter((question) => question.moment === moment)
  return asked.map(({ wording }) => wording).join('; ')
}
