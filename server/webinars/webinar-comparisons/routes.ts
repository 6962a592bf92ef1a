import * as comparisons from '#contract/webinars/webinar-comparisons/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { findComparedSlots, getComparison, getDrift } from './queries.ts'
import { askComparison, askRepairs, askTime } from './webinar-comparisons.ts'

export function serveWebinarComparisons(gate: Gate, services: Services): void {
  serve(gate, comparisons.getWebinarComparisons, async () => ({
    platform: services.webinar.name,
    awaySince: services.webinar.health().awaySince,
    slots: await findComparedSlots(services),
  }))
  serve(gate, comparisons.getWebinarComparison, ({ params }) => getComparison(services, params.eventSlotId))
  serveWrite(gate, services, comparisons.compareWebinar, (work, { body }) => askComparison(work, body))
  serveWrite(gate, services, comparisons.repairDifferences, (work, { body }) => askRepairs(work, body))
  serveWrite(gate, services, comparisons.writeWebinarTime, (work, { body }) => askTime(work, body))
  serve(gate, comparisons.getWebinarDrift, () => getDrift(services))
}
