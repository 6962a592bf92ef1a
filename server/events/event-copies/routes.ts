import { copySeason } from '#contract/events/event-copies/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { copyEvents } from './event-copies.ts'

export function serveEventCopies(gate: Gate, services: Services): void {
  serveWrite(gate, services, copySeason, async (work, { body }) => ({
    results: await copyEvents(work, body),
  }))
}
