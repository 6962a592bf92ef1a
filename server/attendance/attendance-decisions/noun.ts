import { sql } from 'kysely'
import * as decisions from '#contract/attendance/attendance-decisions/calls.ts'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { acceptSheets } from '#server/core/http/received-sheet.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { keepMatches } from './attendance-decision-leavers.ts'
import { registerAttendee } from './attendance-decision-registrations.ts'
import { decideAttendance, withdrawDecision } from './attendance-decisions.ts'
import { findDecisions, findDecisionsAbout, getFileOf } from './queries.ts'

export default noun({
  calls: [decisions],
  serve(gate, services) {
    const { db } = services
    serve(gate, decisions.getDecisions, async ({ query }) => ({
      decisions: await findDecisions(db, query.eventSlotId),
    }))
    acceptSheets(gate, (gate) => {
      serveWrite(gate, services, decisions.decideAttendance, decideAttendance)
    })
    serveWrite(gate, services, decisions.registerAttendee, (work, body, { caller }) =>
      registerAttendee(work, caller, body),
    )
    serveWrite(gate, services, decisions.withdrawDecision, withdrawDecision)
    serveFile(gate, decisions.getDecisionFile, async ({ params, reply }) => {
      const { file, fileName } = await getFileOf(db, params.decisionId)
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
        .send(file)
    })
  },
  expire: expireDecisions,
  personal: {
    data: [
      personalData({
        key: 'attendanceDecisions',
        title: 'Decisions about your attendance',
        read: ({ db }, { registrationIds }) => findDecisionsAbout(db, registrationIds),
        columns: {
          Event: 'eventName',
          Decided: 'decidedAt',
          About: ({ act }) =>
            ({
              match: 'Who the rows of a report belong to',
              state: 'When you were there',
              'set-aside': 'Nothing to do',
              counts: 'A poll question counts',
              'does-not-count': 'A poll question does not count',
              settle: 'The reports are final',
              credit: 'Hours credited',
              withdraw: 'A decision withdrawn',
            })[act],
          Times: ({ from, to }) => (from && to ? `${shownInstant(from)} to ${shownInstant(to)}` : ''),
          Reason: 'reason',
          File: 'fileName',
        },
      }),
    ],
    async forget(work, { registrationIds }) {
      await keepMatches(work, registrationIds)
    },
  },
})

/** Deletes answers older than certificates are kept, like their reports; the database refuses to delete newer ones. */
async function expireDecisions({ tx }: Work) {
  await tx
    .deleteFrom('attendanceDecisions')
    .where('decidedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}
