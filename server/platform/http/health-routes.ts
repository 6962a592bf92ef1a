import { health, metrics, ready } from '#contract/health.ts'
import { isFromThisMachine } from './loopback.ts'
import type { Needs, Wrongs } from './readiness.ts'
import { openReadiness } from './readiness.ts'
import { Refusal } from './refusal.ts'
import type { Gate } from './serve.ts'
import { serve, serveFile } from './serve.ts'

export function serveHealth(gate: Gate, needs: Needs): void {
  const findWrongs = openReadiness(needs)
  serve(gate, health, () => ({ status: 'ok' as const }))
  serve(gate, ready, async () => {
    refuseWrongs(await findWrongs())
    return { database: 'ok', jobs: 'ok' } as const
  })
  serveFile(gate, metrics, async ({ request, reply }) => {
    if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
    return reply.type(gate.app.metrics.contentType).send(await gate.app.metrics.metrics())
  })
}

function refuseWrongs(wrongs: Wrongs): void {
  const reasons = Object.entries(wrongs).map(([name, wrong]) => `the ${name} ${wrong}`)
  if (reasons.length === 0) return
  throw new Refusal('NOT_READY', {
    message: `The portal is not ready: ${reasons.join(', ')}.`,
    fields: { ...wrongs },
  })
}
