import { seasonOf } from '#contract/core/season.ts'
import * as unusualCredits from '#contract/counting/unusual-credits/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, minute, noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { findOverlapAlarms, findUnusualCredits } from './queries.ts'
import { nameOverlaps, seeOverlaps } from './unusual-credit-overlaps.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Names pairs of standing credits for the same time. */
    'name-overlaps': Record<string, never>
  }
}

export default noun({
  calls: [unusualCredits],
  serve(gate, services) {
    serve(gate, unusualCredits.getUnusualCredits, async ({ query }) => ({
      credits: await findUnusualCredits(services.db, { season: query.year ?? seasonOf(services.clock()) }),
    }))
    serve(gate, unusualCredits.getOverlapAlarms, async () => ({
      overlaps: await findOverlapAlarms(services.db),
    }))
    serveWrite(gate, services, unusualCredits.seeOverlaps, (work, body) => seeOverlaps(work, body.overlapIds))
  },
  jobs: [
    // At night, Eastern, and after an act that revalidates a credit or moves it to another account.
    job('name-overlaps', {
      verb: nameOverlaps,
      follows: {
        restored: anew,
        'handed-over': anew,
        credited: ({ isPutBack }) => (isPutBack ? anew() : []),
        'hours-released': anew,
      },
      expireInSeconds: 15 * minute,
      cron: '27 6 * * *',
    }),
  ],
})

function anew() {
  return [{ data: {}, isAnew: true }]
}
