import * as support from '#contract/support/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { contactSupport } from './support.ts'

export function serveSupport(gate: Gate, services: Services): void {
  serve(gate, support.contactSupport, ({ body }) =>
    write(services, undefined, (work) => contactSupport(work, body)),
  )
}
