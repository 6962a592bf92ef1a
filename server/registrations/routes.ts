import * as registrations from '#contract/registrations.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { findRegisteredEvents } from './queries.ts'
import { exportRegistrations } from './registration-csv.ts'
import { findRegistrationPage } from './registration-list.ts'
import { openRegister } from './registrations.ts'

export function serveRegistrations(gate: Gate, services: Services): void {
  const register = openRegister(services)
  serve(gate, registrations.registerForEvent, async ({ caller, body: { userId, ...choice } }) => {
    if (userId !== undefined && userId !== caller.userId && caller.role !== 'admin') {
      throw new Refusal('NOT_ADMINISTRATOR')
    }
    return { registration: await register(userId ?? caller.userId, choice, caller.userId) }
  })
  serve(gate, registrations.cancelRegistration, async ({ caller, body }) => {
    await cancelRegistration(services, caller.userId, body.eventId)
    return {}
  })
  serve(gate, registrations.getRegisteredEvents, async ({ caller }) => ({
    registeredEvents: await findRegisteredEvents(services, caller.userId),
  }))
  serve(gate, registrations.getUserEvents, async ({ query }) => ({
    registeredEvents: await findRegisteredEvents(services, query.user_id),
  }))
  serve(gate, registrations.getAllRegisteredUsers, ({ query: { page, limit, ...filter } }) =>
    findRegistrationPage(services, filter, { page, limit }),
  )
  serveFile(gate, registrations.exportRegisteredUsersCsv, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="registrations.csv"')
      .header('cache-control', 'no-store')
      .send(await exportRegistrations(services, query)),
  )
}
