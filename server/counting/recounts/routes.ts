import * as recounts from '#contract/counting/recounts/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { findAlarms } from './queries.ts'
import { seeRecount } from './recounts.ts'

export function serveRecounts(gate: Gate, services: Services): void {
  serve(gate, recounts.getRecountAlarms, async () => ({ alarms: await findAlarms(services.db) }))
  serveWrite(gate, services, recounts.seeRecount, (work, { body }) => seeRecount(work, body.recountId))
}
