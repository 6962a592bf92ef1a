import { buildApp, jobHandlers } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { embeddedProvider } from '#server/identity/identity-tokens.ts'
import type { Jobs } from '#server/jobs.ts'
import { jobPolicies } from '#server/jobs.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openNotices } from '#server/platform/db/notices.ts'
import { idTokenVerifier } from '#server/platform/identity/verify-id-token.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { openLog } from '#server/platform/log.ts'
import { openTransport } from '#server/platform/mail/open-transport.ts'
import type { Services } from '#server/services.ts'
import type { Tables } from '#server/tables.ts'
import { started } from './servers.ts'

/** The portal as it is served, on a database of somebody else's; it works on jobs when asked to. */
const { connection, works } = await started()
const config = readConfig({ SEASON: '2027', RATE_LIMIT: 'off', PUBLIC_URL: 'http://localhost:3000' })
const { db, pool } = openDatabase<Tables>(connection)
const clock = () => new Date()
const log = openLog(config.logLevel)
const services: Services = {
  config,
  db,
  pool,
  jobs: await openQueue<Jobs>(connection, jobPolicies, (problem) => console.error(problem.message)),
  notices: await openNotices(connection),
  mail: openTransport(config.mail.url),
  verifyIdToken: idTokenVerifier(embeddedProvider(config, db), clock),
  clock,
  log,
}
const app = await buildApp(services)
await app.listen({ port: 0 })
if (works) await services.jobs.work(jobHandlers(services))
process.send?.({ port: (app.server.address() as { port: number }).port })
