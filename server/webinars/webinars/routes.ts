import * as webinars from '#contract/webinars/webinars/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { hearZoom } from '#contract/webinars/webinars/webhooks.ts'
import { acceptBytes } from '#server/core/http/received-bytes.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { findNewestSync, getStats, getSync } from './queries.ts'
import { findJoin } from './webinar-joins.ts'
import { startWebinarSync } from './webinar-syncs.ts'
import { hearWebhook } from './webinar-webhook.ts'

export function serveWebinars(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, webinars.getWebinarStats, ({ query }) => getStats(db, query.eventSlotId))
  serveWrite(gate, services, webinars.syncWebinar, (work, { body }) =>
    startWebinarSync(work, { kind: 'sync', ...body }),
  )
  serveWrite(gate, services, webinars.delinkWebinar, (work, { body }) =>
    startWebinarSync(work, { kind: 'delink', ...body }),
  )
  serve(gate, webinars.getWebinarSync, ({ params }) => getSync(db, params.jobId))
  serve(gate, webinars.getNewestWebinarSync, async ({ query }) => ({
    sync: await findNewestSync(db, query.eventSlotId),
  }))
  serve(gate, joinWebinar, ({ params, query }) => findJoin(services, { ...params, makeUpSlotId: query.slot }))
  acceptBytes(gate, ['application/json'], (gate) => {
    serveFile(gate, hearZoom, async ({ request: { body, headers }, reply }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const answer = await hearWebhook(services, { body: bytes, headers })
      return answer ? reply.send(answer) : reply.code(204).send()
    })
  })
}
