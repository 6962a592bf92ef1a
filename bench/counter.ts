import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/core/log.ts'
import { countSlot } from '#server/counting/credit-findings/credit-findings.ts'
import { openServices } from '#server/open-services.ts'
import { write } from '#server/work.ts'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

/** Counts the requested slots' hours, as the portal's job does, and reports each count's time. */
const { connection } = await started<Start>()
const { services } = await openServices(readConfig({ SEASON: '2027' }), connection, {
  log: openLog('silent'),
})
process.on('message', async (eventSlotId: number) => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begunAt = performance.now()
  await write(services, undefined, (work) => countSlot(work, { eventSlotId }))
  delay.disable()
  process.send?.({ ms: performance.now() - begunAt, blockedMs: delay.max / 1e6 })
})
process.send?.({ port: 0 })
