import * as support from '#contract/foundation/support/calls.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { contactSupport } from './support.ts'

export default noun({
  serve(gate, services) {
    serveWrite(gate, services, support.contactSupport, (work, { body }) => contactSupport(work, body))
  },
})
