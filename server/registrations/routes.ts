import * as registrations from '#contract/registrations.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile, serveWritten } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { findRegisteredEvents } from './queries.ts'
import { exportRegistrations } from './registration-csv.ts'
import { countRegistrations, writeRegistrationPage } from './registration-list.ts'
import { openRegister } from './registrations.ts'

export function serveRegistrations(gate: Gate, services: Services): void {
  const register = openRegister(services)
  serve(gate, registrations.registerForEvent, async ({ caller, body }) => ({
    registration: await register({ ...body, userId: body.userId ?? caller.userId, askedBy: caller }),
  }))
  serve(gate, registrations.cancelRegistration, ({ caller, body }) =>
    write(services, caller, (work) => cancelRegistration(work, caller.userId, body.eventId)),
  )
  serve(gate, registrations.getRegisteredEvents, async ({ caller }) => ({
    registeredEvents: await findRegisteredEvents(services, caller.userId),
  }))
  serve(gate, registrations.getUserEvents, async ({ query }) => ({
    registeredEvents: await findRegisteredEvents(services, query.userId),
  }))
  serveWritten(gate, registrations.getAllRegisteredUsers, ({ query }) =>
    writeRegistrationPage(services, query),
  )
  serve(gate, registrations.countRegisteredUsers, ({ query }) => countRegistrations(services, query))
  serveFile(gate, registrations.exportRegisteredUsersCsv, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="registrations.csv"')
      .header('cache-control', 'no-store')
      .send(await exportRegistrations(services, query)),
  )
}
