import * as automations from '#contract/office/automations/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { setAutomation } from './automations.ts'
import { getAutomation } from './queries.ts'

export function serveAutomations(gate: Gate, services: Services): void {
  serve(gate, automations.getAutomation, ({ query }) => getAutomation(services.db, query.eventId))
  serveWrite(gate, services, automations.setAutomation, (work, { body }) => setAutomation(work, body))
}
