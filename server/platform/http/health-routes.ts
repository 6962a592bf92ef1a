import type { Pool } from 'pg'
import { health, metrics, ready } from '#contract/health.ts'
import { isFromThisMachine } from './loopback.ts'
import { Refusal } from './refusal.ts'
import type { Gate } from './serve.ts'
import { serve, serveFile } from './serve.ts'

export function serveHealth(gate: Gate, pool: Pool, jobs: { isReady(): boolean }): void {
  serve(gate, health, () => ({ status: 'ok' as const }))
  serve(gate, ready, async () => {
    await pool.query('select 1').catch(() => {
      throw new Refusal('NOT_READY')
    })
    if (!jobs.isReady()) throw new Refusal('NOT_READY')
    return { database: 'ok', jobs: 'ok' } as const
  })
  serveFile(gate, metrics, async ({ request, reply }) => {
    if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
    return reply.type(gate.app.metrics.contentType).send(await gate.app.metrics.metrics())
  })
}
