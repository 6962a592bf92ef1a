import * as questions from '#contract/events/event-questions/calls.ts'
import * as evaluations from '#contract/events/event-questions/evaluations.ts'
import * as shapes from '#contract/events/event-questions/questions.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import { expireAnswers, forgetAnswers, saveAnswers } from './event-question-answers.ts'
import { getEvaluation, sendEvaluation, sendOwnEvaluation } from './event-question-evaluations.ts'
import { findResults, resultFile } from './event-question-results.ts'
import {
  findAnswersOfPerson,
  findAskedQuestions,
  findEventQuestions,
  findOwnAnswers,
  findSentEvaluations,
  refuseUnknownEvent,
} from './queries.ts'
import { saveEventQuestions } from './save-event-questions.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    answers: Awaited<ReturnType<typeof findAnswersOfPerson>>
  }
}

export default noun({
  calls: [questions, evaluations, shapes],
  serve(gate, services) {
    const { db, clock } = services
    serve(gate, questions.getEventQuestions, ({ query }) => findEventQuestions(db, query.eventId))
    serveWrite(gate, services, questions.saveEventQuestions, saveEventQuestions)
    serve(gate, questions.getAskedQuestions, ({ caller: { userId }, query: { eventId } }) =>
      findAskedQuestions(db, { userId, eventId }),
    )
    serve(gate, questions.getOwnAnswers, async ({ caller }) => ({
      registrations: await findOwnAnswers(db, caller.userId, clock()),
    }))
    serveWrite(gate, services, questions.saveAnswers, (work, body, { caller }) =>
      saveAnswers(work, caller.userId, body),
    )
    serve(gate, evaluations.getOwnEvaluation, ({ caller: { userId }, query: { registrationId } }) =>
      getEvaluation(db, { registrationId, userId }, clock()),
    )
    serveWrite(gate, services, evaluations.sendOwnEvaluation, (work, body, { caller }) =>
      sendOwnEvaluation(work, caller.userId, body),
    )
    serve(gate, evaluations.findEvaluation, ({ body }) => getEvaluation(db, body, clock()))
    serveWrite(gate, services, evaluations.sendEvaluation, (work, { code, answers }) =>
      sendEvaluation(work, { code }, answers),
    )
    serve(gate, evaluations.getEvaluationResults, async ({ query: { eventId } }) => {
      await refuseUnknownEvent(db, eventId)
      return findResults(db, eventId, clock())
    })
    serveFile(
      gate,
      evaluations.exportEvaluationResults,
      async ({ caller, query: { eventId, format }, reply }) => {
        const eventName = await refuseUnknownEvent(db, eventId)
        const reason = `Evaluation of ${eventName}`
        await write(services, caller, (work) =>
          happened(work, [{ activity: 'exported', eventId, details: { reason } }]),
        )
        return sendList(
          reply,
          { name: 'evaluation', format },
          resultFile(await findResults(db, eventId, clock())),
        )
      },
    )
  },
  expire: expireAnswers,
  personal: {
    data: [
      personalData({
        key: 'answers',
        title: 'Answers at registration',
        read: ({ db }, { userId }) => findAnswersOfPerson(db, userId),
        columns: { Event: 'eventName', Question: 'wording', Answer: 'answer' },
      }),
      personalData({
        key: 'evaluations',
        title: 'Evaluations sent, without your answers, which we store without your name',
        read: ({ db }, { userId }) => findSentEvaluations(db, userId),
        columns: { Event: 'eventName' },
      }),
    ],
    record: { answers: ({ db }, { userId }) => findAnswersOfPerson(db, userId) },
    async forget(work, { registrationIds }) {
      await forgetAnswers(work, registrationIds)
    },
  },
})
