import { copySeason } from '#contract/event-copies/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { copyEvents } from './event-copies.ts'

export function serveEventCopies(gate: Gate, services: Services): void {
  serve(gate, copySeason, async ({ body, caller }) => ({
    results: await write(services, caller, (work) => copyEvents(work, body)),
  }))
}
