import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { findActivities } from './queries.ts'

export function serveActivities(gate: Gate, services: Services): void {
  serve(gate, getActivities, ({ query }) => findActivities(services, query))
}
