import { readsPersonalLinks } from '#contract/core/permissions.ts'
import * as lists from '#contract/registrations/registration-lists/calls.ts'
import * as changes from '#contract/registrations/registration-lists/changes.ts'
import * as registrationRows from '#contract/registrations/registration-lists/rows.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { write } from '#server/work.ts'
import { countArrivals, findRegistrationPage } from './registration-list.ts'
import { findChangedRegistrations } from './registration-list-changes.ts'
import { exportRegistrations, exportUnregistered, noteExport } from './registration-list-file.ts'
import { findUnregisteredPage } from './registration-list-unregistered.ts'
import { countInOtherYears } from './registration-list-years.ts'

export default noun({
  calls: [lists, changes, registrationRows],
  serve(gate, services) {
    serve(gate, lists.getAllRegisteredUsers, async ({ caller, query }) => {
      const page = await findRegistrationPage(services, query)
      if (readsPersonalLinks(caller)) return page
      return { ...page, registrations: page.registrations.map((row) => ({ ...row, joinUrl: null })) }
    })
    serve(gate, changes.getRegistrations, ({ query }) => findChangedRegistrations(services, query))
    serve(gate, lists.countOtherYears, ({ query }) => countInOtherYears(services, query))
    serve(gate, lists.getArrivals, async ({ query }) => ({ arrivals: await countArrivals(services, query) }))
    serve(gate, lists.getAllUnregisteredUsers, ({ query }) => findUnregisteredPage(services, query))
    serveFile(gate, lists.exportRegisteredUsersCsv, async ({ caller, query, reply }) => {
      await write(services, caller, (work) => noteExport(work, query, 'All registrations'))
      return sendList(
        reply,
        { name: 'registrations', format: query.format },
        await exportRegistrations(services, query, caller),
      )
    })
    serveFile(gate, lists.exportUnregisteredUsersCsv, async ({ caller, query, reply }) => {
      await write(services, caller, (work) => noteExport(work, query, 'Non registered users'))
      return sendList(
        reply,
        { name: 'non-registered-users', format: query.format },
        await exportUnregistered(services, query),
      )
    })
  },
})
