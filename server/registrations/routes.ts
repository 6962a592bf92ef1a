import * as registrations from '#contract/registrations/calls.ts'
import * as changes from '#contract/registrations/changes.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { changeRegistrations } from './change-registrations.ts'
import { deleteRegistration } from './delete-registration.ts'
import { moveRegistration } from './move-registration.ts'
import { findRegisteredEvents } from './queries.ts'
import { sendConfirmation } from './registration-confirmation.ts'
import { openRegister } from './registrations.ts'
import { restoreRegistration } from './restore-registration.ts'

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
  serve(gate, changes.updateTimeslot, async ({ caller, body }) => ({
    registration: await write(services, caller, (work) => moveRegistration(work, body)),
  }))
  serve(gate, changes.deleteRegistration, ({ caller, body }) =>
    write(services, caller, (work) => deleteRegistration(work, body)),
  )
  serve(gate, changes.changeRegistrations, async ({ caller, body }) => ({
    registrations: await write(services, caller, (work) => changeRegistrations(work, body)),
  }))
  serve(gate, changes.restoreRegistration, ({ caller, body }) =>
    write(services, caller, (work) => restoreRegistration(work, body.registrationId)),
  )
  serve(gate, changes.sendConfirmationEmail, ({ caller, body }) =>
    write(services, caller, (work) => sendConfirmation(work, body.registrationId)),
  )
  serve(gate, registrations.getRegisteredEventsOfUser, async ({ query }) => ({
    registeredEvents: await findRegisteredEvents(services, query.userId),
  }))
}
