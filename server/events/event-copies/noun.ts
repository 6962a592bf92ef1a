import * as eventCopies from '#contract/events/event-copies/calls.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { copySeason } from './event-copies.ts'

export default noun({
  calls: [eventCopies],
  serve(gate, services) {
    serveWrite(gate, services, eventCopies.copySeason, async (work, body) => ({
      results: await copySeason(work, body),
    }))
  },
})
