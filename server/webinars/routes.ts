import type { FastifyRequest } from 'fastify'
import * as webinars from '#contract/webinars/calls.ts'
import { joinWebinar } from '#contract/webinars/joins.ts'
import { hearZoom } from '#contract/webinars/webhooks.ts'
import { acceptBytes } from '#server/core/http/received-bytes.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { ZoomNotice } from '#server/core/webinar/zoom-webhooks.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { findNewestSync, getStats, getSync } from './queries.ts'
import { findJoin } from './webinar-joins.ts'
import { hearZoomNotice } from './webinar-notices.ts'
import { startWebinarSync } from './webinar-syncs.ts'

export function serveWebinars(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, webinars.getWebinarStats, ({ query }) => getStats(db, query.eventSlotId))
  serve(gate, webinars.syncWebinar, ({ caller, body }) =>
    write(services, caller, (work) => startWebinarSync(work, { kind: 'sync', ...body })),
  )
  serve(gate, webinars.delinkWebinar, ({ caller, body }) =>
    write(services, caller, (work) => startWebinarSync(work, { kind: 'delink', ...body })),
  )
  serve(gate, webinars.getWebinarSync, ({ params }) => getSync(db, params.jobId))
  serve(gate, webinars.getNewestWebinarSync, async ({ query }) => ({
    sync: await findNewestSync(db, query.eventSlotId),
  }))
  serve(gate, joinWebinar, ({ params }) => findJoin(services, params))
  acceptBytes(gate, ['application/json'], (gate) => {
    serveFile(gate, hearZoom, async ({ request, reply }) => {
      const answer = await hearZoomNotice(services, noticeIn(request))
      return answer ? reply.send(answer) : reply.code(204).send()
    })
  })
}

function noticeIn({ headers, body }: FastifyRequest): ZoomNotice {
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    signature: textOf(headers['x-zm-signature']),
    timestamp: textOf(headers['x-zm-request-timestamp']),
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
