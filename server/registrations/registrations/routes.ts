import { readsPersonalLinks } from '#contract/core/permissions.ts'
import * as registrations from '#contract/registrations/registrations/calls.ts'
import * as changes from '#contract/registrations/registrations/changes.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { changeRegistrations, moveRegistration } from './change-registrations.ts'
import { deleteRegistration } from './delete-registration.ts'
import { findRegisteredEvents } from './queries.ts'
import { sendConfirmation } from './registration-confirmation.ts'
import { openRegister } from './registrations.ts'
import { restoreRegistration } from './restore-registration.ts'

export function serveRegistrations(gate: Gate, services: Services): void {
  const register = openRegister(services)
  serve(gate, registrations.registerForEvent, async ({ caller, body }) => ({
    registration: await register({ ...body, userId: body.userId ?? caller.userId, askedBy: caller }),
  }))
  serveWrite(gate, services, registrations.cancelRegistration, (work, { caller, body }) =>
    cancelRegistration(work, caller.userId, body.eventId),
  )
  serve(gate, registrations.getUserEvents, async ({ query }) => ({
    registeredEvents: await findRegisteredEvents(services, query.userId),
  }))
  serveWrite(gate, services, changes.updateTimeslot, async (work, { body }) => ({
    registration: await moveRegistration(work, body),
  }))
  serveWrite(gate, services, changes.deleteRegistration, (work, { body }) => deleteRegistration(work, body))
  serveWrite(gate, services, changes.changeRegistrations, async (work, { body }) => ({
    registrations: await changeRegistrations(work, body),
  }))
  serveWrite(gate, services, changes.restoreRegistration, (work, { body }) =>
    restoreRegistration(work, body.registrationId, body),
  )
  serveWrite(gate, services, changes.sendConfirmationEmail, (work, { body }) =>
    sendConfirmation(work, body.registrationId),
  )
  serve(gate, registrations.getRegisteredEventsOfUser, async ({ caller, query }) => {
    const held = await findRegisteredEvents(services, query.userId)
    const readsLinks = readsPersonalLinks(caller)
    return { registeredEvents: readsLinks ? held : held.map((each) => ({ ...each, joinUrl: null })) }
  })
}
