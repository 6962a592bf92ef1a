import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import * as waitlists from '#contract/registrations/waitlists/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { findRegisteredEvents } from '#server/registrations/registrations/queries.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { joinWaitlist, leaveWaitlist } from './join-waitlist.ts'
import { moveInWaitlist, offerOutOfTurn } from './order-waitlist.ts'
import { findWaitlists, findWaits, getOffer } from './queries.ts'
import { takeSeat } from './take-waitlist.ts'

export function serveWaitlists(gate: Gate, services: Services): void {
  const { db, clock } = services
  // Served here, because registrations know no waitlists.
  serve(gate, getRegisteredEvents, async ({ caller }) => ({
    registeredEvents: await findRegisteredEvents(services, caller.userId),
    waitlist: await findWaits(db, caller.userId),
  }))
  serveWrite(gate, services, waitlists.joinWaitlist, (work, { caller, body }) =>
    joinWaitlist(work, caller.userId, body.eventSlotId),
  )
  serveWrite(gate, services, waitlists.leaveWaitlist, (work, { caller, body }) =>
    leaveWaitlist(work, caller.userId, body.eventSlotId),
  )
  serve(gate, waitlists.getOffer, ({ body }) => getOffer(db, body.code, clock()))
  serveWrite(gate, services, waitlists.takeSeat, (work, { body }) => takeSeat(work, body.code))
  serve(gate, waitlists.getWaitlists, async () => ({ waitlists: await findWaitlists(db) }))
  serveWrite(gate, services, waitlists.moveInWaitlist, (work, { body }) => moveInWaitlist(work, body))
  serveWrite(gate, services, waitlists.offerOutOfTurn, (work, { body }) => offerOutOfTurn(work, body))
}
