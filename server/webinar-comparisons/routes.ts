import * as comparisons from '#contract/webinar-comparisons/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { findComparedSlots, getComparison, getDrift } from './queries.ts'
import { askComparison, askRepairs, askTime } from './webinar-comparisons.ts'

export function serveWebinarComparisons(gate: Gate, services: Services): void {
  serve(gate, comparisons.getWebinarComparisons, async () => ({
    platform: services.webinar.name,
    awaySince: services.webinar.health().awaySince,
    slots: await findComparedSlots(services),
  }))
  serve(gate, comparisons.getWebinarComparison, ({ params }) => getComparison(services, params.eventSlotId))
  serve(gate, comparisons.compareWebinar, ({ caller, body }) =>
    write(services, caller, (work) => askComparison(work, body)),
  )
  serve(gate, comparisons.repairDifferences, ({ caller, body }) =>
    write(services, caller, (work) => askRepairs(work, body)),
  )
  serve(gate, comparisons.writeWebinarTime, ({ caller, body }) =>
    write(services, caller, (work) => askTime(work, body)),
  )
  serve(gate, comparisons.getWebinarDrift, () => getDrift(services))
}
