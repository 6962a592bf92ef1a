import * as rosters from '#contract/counting/credit-rosters/calls.ts'
import * as rosterRows from '#contract/counting/credit-rosters/rows.ts'
import { withDays } from '#contract/events/slots/hours-by-day.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import { exportRoster } from './credit-roster-file.ts'
import { forgetReportedEmails, reportRoster } from './credit-rosters.ts'
import { findDueRosters, findReportedRows, findReports, findRoster, findScope } from './queries.ts'

export default noun({
  calls: [rosters, rosterRows],
  serve(gate, services) {
    const { db, clock, config } = services
    serve(gate, rosters.getRoster, async ({ query }) => {
      await findScope(db, query)
      const [roster, reports] = await Promise.all([findRoster(db, query), findReports(db, query)])
      return { ...roster, reports }
    })
    serveFile(gate, rosters.exportRoster, async ({ caller, query, reply }) => {
      const { format, ...asked } = query
      const { name, ...ofEvent } = await findScope(db, query)
      await write(services, caller, (work) =>
        happened(work, [{ activity: 'exported', ...ofEvent, details: { reason: `Credit roster: ${name}` } }]),
      )
      return sendList(reply, { name: 'credit-roster', format }, await exportRoster(db, asked))
    })
    serveWrite(gate, services, rosters.reportRoster, async (work, body) => ({
      rows: await reportRoster(work, body, body.state),
    }))
    serve(gate, rosters.getDueRosters, async () => ({
      due: await findDueRosters(db, config.season(clock())),
    }))
  },
  personal: {
    data: [
      personalData({
        key: 'creditRosters',
        title: 'Reported to FAASafety.gov',
        read: ({ db }, { userId }) => findReportedRows(db, userId),
        columns: {
          Event: 'eventName',
          Reported: 'reportedAt',
          Hours: ({ content }) => (content ? withDays(String(content.hours), content.byDay) : 'Removed'),
          Name: ({ content }) => content?.name ?? '',
          Email: ({ content }) => content?.email ?? '',
          'Course number': ({ content }) => content?.courseNumber ?? '',
        },
      }),
    ],
    async forget(work, { registrationIds }) {
      await forgetReportedEmails(work, registrationIds)
    },
  },
})
