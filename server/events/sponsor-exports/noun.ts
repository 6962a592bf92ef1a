import * as sponsorExports from '#contract/events/sponsor-exports/calls.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { write } from '#server/work.ts'
import { countConsents } from './queries.ts'
import { exportForSponsors, noteSponsorExport } from './sponsor-export-file.ts'

export default noun({
  calls: [sponsorExports],
  serve(gate, services) {
    serve(gate, sponsorExports.getSponsorConsents, ({ query }) => countConsents(services.db, query.eventId))
    serveFile(gate, sponsorExports.exportForSponsors, async ({ caller, query, reply }) => {
      await write(services, caller, (work) => noteSponsorExport(work, query.eventId))
      return sendList(
        reply,
        { name: 'sponsors', format: query.format },
        await exportForSponsors(services, query.eventId),
      )
    })
  },
})
