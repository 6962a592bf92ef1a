import { getWebinarRoom, tellPresence } from '#contract/webinars/webinar-rooms/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { getRoomOf, notePresence } from './webinar-room-visits.ts'

export function serveWebinarRooms(gate: Gate, services: Services): void {
  serve(gate, getWebinarRoom, ({ params }) => getRoomOf(services, params.seatCode))
  serveWrite(gate, services, tellPresence, (work, { params }) => notePresence(work, params.seatCode))
}
