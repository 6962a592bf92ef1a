import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/core/log.ts'
import { jobHandlers } from '#server/nouns.ts'
import { openServices } from '#server/open-services.ts'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

let statements = 0
const ask = pg.Client.prototype.query
pg.Client.prototype.query = function (...asked: unknown[]) {
  statements += 1
  return Reflect.apply(ask, this, asked)
}

/**
 * The portal as served, on the given database, with jobs if told to. It reports its CPU time and statements,
 * and how long its main thread was busy at most since it was last asked 'blocked'.
 */
const { connection, works, environment } = await started<Start & { environment?: Record<string, string> }>()
const own = { SEASON: '2027', RATE_LIMIT: 'off', PUBLIC_URL: 'http://localhost:3000' }
const config = readConfig({ ...own, ...environment })
const { services } = await openServices(config, connection, { log: openLog(config.logLevel) })
const app = await buildApp(services)
await app.listen({ port: 0 })
if (works) await services.jobs.work(jobHandlers(services))
const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', (asked) => {
  process.send?.({ ...process.cpuUsage(), statements, blockedMs: delay.max / 1e6 })
  if (asked !== 'blocked') return
  delay.reset()
  delay.enable()
})
process.send?.({ port: (app.server.address() as { port: number }).port })
