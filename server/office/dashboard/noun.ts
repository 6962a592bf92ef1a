import * as dashboard from '#contract/office/dashboard/calls.ts'
import * as progress from '#contract/office/dashboard/slot-progress.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, noun } from '#server/noun.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { countDashboard, renewDashboard } from './count-dashboard.ts'
import { findSlotProgress, findToday } from './dashboard-progress.ts'
import { findEndedSlots, findSlotsToday } from './dashboard-slots.ts'
import { findFreshDashboard, findUnprintable } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    'count-dashboard': Record<string, never>
  }
}

export default noun({
  calls: [dashboard, progress],
  serve(gate, services) {
    const { config, clock, db } = services
    serve(
      gate,
      dashboard.getDashboard,
      async ({ caller, query: { year: season = config.season(clock()) } }) => {
        const kept = await findFreshDashboard(db, season, clock())
        return kept ?? write(services, caller, (work) => renewDashboard(work, season))
      },
    )
    serve(gate, dashboard.getEndedSlots, async () => ({
      slots: await findEndedSlots(db, clock()),
      unprintable: await findUnprintable(db),
    }))
    serve(gate, dashboard.getSlotsToday, async () => ({ slots: await findSlotsToday(db, clock()) }))
    serve(gate, dashboard.getDemoStep, async () => ({ step: services.demo.step ?? null }))
    serve(gate, progress.getSlotProgress, async ({ query }) => ({
      slots: await findSlotProgress(db, { ...query, season: config.season(clock()) }),
    }))
    serve(gate, progress.getToday, () => findToday(db, clock()))
  },
  jobs: [job('count-dashboard', { verb: countSeason, cron: '* * * * *' })],
})

/** Counts the current season, so that nobody waits for it. */
async function countSeason(work: Work) {
  await countDashboard(work, work.config.season(work.clock()))
}
