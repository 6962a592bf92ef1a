import * as comparisons from '#contract/webinars/webinar-comparisons/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { aboutSlot, hour, job, minute, noun, tries } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { runComparison } from './jobs.ts'
import { findComparedSlots, getComparison, getDrift } from './queries.ts'
import {
  askAllComparisons,
  compareWebinar,
  repairDifferences,
  writeWebinarTime,
} from './webinar-comparisons.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Makes the requested repairs of a slot's webinar, then compares the two. */
    'compare-webinar': { eventSlotId: number }
    'compare-webinars': Record<string, never>
  }
}

export default noun({
  calls: [comparisons],
  serve(gate, services) {
    serve(gate, comparisons.getWebinarComparisons, async () => ({
      platform: services.webinar.name,
      awaySince: services.webinar.health().awaySince,
      slots: await findComparedSlots(services),
    }))
    serve(gate, comparisons.getWebinarComparison, ({ params }) => getComparison(services, params.eventSlotId))
    serveWrite(gate, services, comparisons.compareWebinar, compareWebinar)
    serveWrite(gate, services, comparisons.repairDifferences, repairDifferences)
    serveWrite(gate, services, comparisons.writeWebinarTime, writeWebinarTime)
    serve(gate, comparisons.getWebinarDrift, () => getDrift(services))
  },
  jobs: [
    job('compare-webinar', {
      run: runComparison,
      follows: {
        'slot-added': (what) => (what.hasWebinar ? aboutSlot()(what) : []),
        'slot-changed': (what) => {
          const { time, webinarId } = what.details?.changes ?? {}
          return what.hasWebinar && (time || webinarId) ? aboutSlot()(what) : []
        },
        'webinar-repaired': aboutSlot({ isUrgent: true }),
        'webinar-time-sent': aboutSlot({ isUrgent: true }),
        // Earlier comparisons knew nothing of its registrants.
        'webinar-sync-ended': aboutSlot({ isUrgent: true }),
      },
      ...tries(20, hour),
      expireInSeconds: 30 * minute,
      atOnce: 4,
    }),
    // At night, Eastern.
    job('compare-webinars', { verb: askAllComparisons, cron: '37 7 * * *' }),
  ],
})
