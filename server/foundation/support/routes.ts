import * as support from '#contract/foundation/support/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { contactSupport } from './support.ts'

export function serveSupport(gate: Gate, services: Services): void {
  serveWrite(gate, services, support.contactSupport, (work, { body }) => contactSupport(work, body))
}
