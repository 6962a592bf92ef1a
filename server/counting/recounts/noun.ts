import type { Registry } from 'prom-client'
import * as recounts from '#contract/counting/recounts/calls.ts'
import { gauge } from '#server/core/http/metrics.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, minute, noun } from '#server/noun.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { countRecounts, findAlarms } from './queries.ts'
import { expireRecounts, recountLongestAgo, seeRecount } from './recounts.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Counts a settled slot again from its reports' bytes. */
    'recount-settled': Record<string, never>
  }
}

export default noun({
  calls: [recounts],
  serve(gate, services) {
    serve(gate, recounts.getRecountAlarms, async () => ({ alarms: await findAlarms(services.db) }))
    serveWrite(gate, services, recounts.seeRecount, (work, body) => seeRecount(work, body.recountId))
  },
  jobs: [
    // At night, Eastern.
    job('recount-settled', { run: recountLongestAgo, expireInSeconds: 15 * minute, cron: '17 6 * * *' }),
  ],
  expire: expireRecounts,
  measure: measureRecounts,
})

/** Measures the recounts of settled slots by result. */
function measureRecounts(register: Registry, { db }: Pick<Services, 'db'>) {
  gauge(
    register,
    'recounts',
    'Recounts of settled slots from the stored bytes, by result; unseen ones are different, too',
    'result',
    async () => Object.entries(await countRecounts(db)),
  )
}
