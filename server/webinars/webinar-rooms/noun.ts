import * as webinarRooms from '#contract/webinars/webinar-rooms/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { getRoomOf, tellPresence } from './webinar-room-visits.ts'

export default noun({
  calls: [webinarRooms],
  serve(gate, services) {
    serve(gate, webinarRooms.getWebinarRoom, ({ params }) => getRoomOf(services, params.seatCode))
    serveWrite(gate, services, webinarRooms.tellPresence, (work, _, { params }) =>
      tellPresence(work, params.seatCode),
    )
  },
})
