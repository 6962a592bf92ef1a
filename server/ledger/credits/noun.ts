import { withDays } from '#contract/events/slots/hours-by-day.ts'
import * as credits from '#contract/ledger/credits/calls.ts'
import * as handCredits from '#contract/ledger/credits/hand-calls.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { creditsOf, findCreditRecord } from './queries.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    credits: Awaited<ReturnType<typeof findCreditRecord>>
  }
}

export default noun({
  calls: [credits, handCredits],
  personal: {
    data: [
      personalData({
        key: 'credits',
        title: 'Credits',
        read: ({ db }, { userId }) => creditsOf(db, userId).select('credits.registrationId').execute(),
        columns: {
          Event: 'eventName',
          Hours: ({ act, minutes, byDay, isStanding }) =>
            withDays(
              `${minutes / 60}${act === 'release' ? ', back to automatic hours' : isStanding ? ', counts' : ''}`,
              byDay,
            ),
          Decided: 'decidedAt',
          By: ({ source }) =>
            ({
              administrator: 'An administrator',
              csv: 'An uploaded list',
              attendance: 'Recorded attendance',
            })[source],
          Reason: 'reason',
        },
      }),
    ],
    record: { credits: ({ db }, { userId }) => findCreditRecord(db, userId) },
  },
})
