import * as calls from '#contract/attendance/poll-codes/calls.ts'
import { readsPersonalLinks } from '#contract/core/permissions.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { answerPollCode } from './answer-poll-code.ts'
import { makePollCodes, withdrawPollCode } from './poll-codes.ts'
import { findPollAnswersOf, findPollCodes, getPollSlide } from './queries.ts'

export default noun({
  calls: [calls],
  serve(gate, services) {
    const { db, clock } = services
    serve(gate, calls.getPollCodes, async ({ caller, query }) => {
      const found = await findPollCodes(db, query.eventSlotId, clock())
      if (readsPersonalLinks(caller)) return found
      return { ...found, codes: found.codes.map((each) => ({ ...each, code: null })) }
    })
    serve(gate, calls.getPollCode, ({ params }) => getPollSlide(services, params.pollCodeId))
    serveWrite(gate, services, calls.makePollCodes, makePollCodes)
    serveWrite(gate, services, calls.withdrawPollCode, (work, _, { params }) =>
      withdrawPollCode(work, params.pollCodeId),
    )
    serveWrite(gate, services, calls.answerPollCode, (work, body, { caller }) =>
      answerPollCode(work, caller.userId, body.code),
    )
  },
  personal: {
    data: [
      personalData({
        key: 'pollAnswers',
        title: 'Polls answered by code',
        read: ({ db }, { userId }) => findPollAnswersOf(db, userId),
        columns: { Event: 'eventName', Poll: 'question', Answered: 'answeredAt' },
      }),
    ],
  },
})
