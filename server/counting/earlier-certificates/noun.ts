import { shownDate } from '#contract/core/plain-dates.ts'
import * as earlierCertificates from '#contract/counting/earlier-certificates/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { handOverEarlierCertificates } from './earlier-certificates.ts'
import { findByNumber, findEarlierCertificatesOf, findEarlierRecord } from './queries.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    earlierCertificates: Awaited<ReturnType<typeof findEarlierRecord>>
  }
}

export default noun({
  calls: [earlierCertificates],
  serve(gate, { db }) {
    serve(gate, earlierCertificates.getOwnEarlierCertificates, async ({ caller }) => ({
      certificates: await findEarlierCertificatesOf(db, caller.userId),
    }))
    serve(gate, earlierCertificates.findEarlierCertificates, async ({ query }) => ({
      certificates: await findByNumber(db, query.number),
    }))
  },
  personal: {
    data: [
      personalData({
        key: 'earlierCertificates',
        title: 'Certificates issued elsewhere',
        read: ({ db }, { userId }) => findEarlierCertificatesOf(db, userId),
        columns: {
          Number: 'number',
          'Issued by': 'issuer',
          Course: 'title',
          Days: ({ days }) => days.map(shownDate).join(', '),
          Hours: 'hours',
          Counts: ({ isCounted }) => isCounted,
          Recorded: 'recordedAt',
        },
      }),
    ],
    record: { earlierCertificates: ({ db }, { userId }) => findEarlierRecord(db, userId) },
    mergeSteps: [
      {
        key: 'earlierCertificates',
        run: handOverEarlierCertificates,
        undo: handOverEarlierCertificates,
      },
    ],
    async forget({ tx }, { userId }) {
      await tx.deleteFrom('earlierCertificates').where('userId', '=', userId).execute()
    },
  },
})
