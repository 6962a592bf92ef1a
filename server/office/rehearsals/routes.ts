import { getRehearsals, rehearseEvent } from '#contract/office/rehearsals/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { listRehearsals } from './queries.ts'
import { startRehearsal } from './start-rehearsal.ts'

export function serveRehearsals(gate: Gate, services: Services): void {
  serve(gate, getRehearsals, ({ query }) => listRehearsals(services.db, query.eventId))
  serveWrite(gate, services, rehearseEvent, (work, { body }) => startRehearsal(work, body))
}
