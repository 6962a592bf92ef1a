import { getDashboard, getEndedSlots } from '#contract/office/dashboard/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { renewDashboard } from './count-dashboard.ts'
import { findEndedSlots, findFreshDashboard, findUnprintable } from './queries.ts'

export function serveDashboard(gate: Gate, services: Services): void {
  const { config, clock, db } = services
  serve(gate, getDashboard, async ({ caller, query: { year: season = config.season(clock()) } }) => {
    const kept = await findFreshDashboard(db, season, clock())
    return kept ?? write(services, caller, (work) => renewDashboard(work, season))
  })
  serve(gate, getEndedSlots, async () => ({
    slots: await findEndedSlots(db, clock()),
    unprintable: await findUnprintable(db),
  }))
}
