import { seasonOf } from '#contract/core/season.ts'
import * as unusualCredits from '#contract/counting/unusual-credits/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { findOverlapAlarms, findUnusualCredits } from './queries.ts'
import { seeOverlaps } from './unusual-credit-overlaps.ts'

export function serveUnusualCredits(gate: Gate, services: Services): void {
  serve(gate, unusualCredits.getUnusualCredits, async ({ query }) => ({
    credits: await findUnusualCredits(services.db, { season: query.year ?? seasonOf(services.clock()) }),
  }))
  serve(gate, unusualCredits.getOverlapAlarms, async () => ({
    overlaps: await findOverlapAlarms(services.db),
  }))
  serveWrite(gate, services, unusualCredits.seeOverlaps, (work, { body }) =>
    seeOverlaps(work, body.overlapIds),
  )
}
