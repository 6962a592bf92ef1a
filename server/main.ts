import { join } from 'node:path'
import pg from 'pg'
import { ensureAdministrator } from './accounts/accounts.ts'
import { hasUsers } from './accounts/queries.ts'
import { buildApp, jobHandlers } from './app.ts'
import type { Config } from './config.ts'
import { ConfigProblem, loadEnvironment, readConfig } from './config.ts'
import { seedDemoSeason } from './demo/seed-season.ts'
import { givePassword } from './identity/identity.ts'
import { embeddedProvider } from './identity/identity-tokens.ts'
import type { Jobs } from './jobs.ts'
import { jobPolicies } from './jobs.ts'
import type { Connection } from './platform/db/database.ts'
import { openDatabase } from './platform/db/database.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts'
import { EmbeddedPostgresProblem } from './platform/db/embedded/problem.ts'
import { MigrationProblem, migrate } from './platform/db/migrate.ts'
import { openNotices } from './platform/db/notices.ts'
import { idTokenVerifier } from './platform/identity/verify-id-token.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { flushLog, openLog } from './platform/log.ts'
import { openTransport } from './platform/mail/open-transport.ts'
import { endWithParent } from './platform/parent-watch.ts'
import type { Services } from './services.ts'
import type { Tables } from './tables.ts'

/** What has been opened, closed in the opposite order. */
const closers: (() => Promise<unknown> | unknown)[] = []
let ending: Promise<void> | undefined

endWithParent(() => end(0))
start().catch(async (problem: Error) => {
  const forPeople = [ConfigProblem, EmbeddedPostgresProblem, MigrationProblem]
  const isForPeople = forPeople.some((kind) => problem instanceof kind)
  console.error(isForPeople ? problem.message : `The portal could not start: ${problem.stack}`)
  await end(1)
})

async function start(): Promise<void> {
  const config = readConfig(loadEnvironment())
  const clock = () => new Date()
  const log = openLog(config.logLevel)
  const connection = await openServer(config)
  const { db, pool, close } = openDatabase<Tables>(connection)
  closers.push(close)
  await migrate(pool, join(import.meta.dirname, 'migrations'))
  const notices = await openNotices(connection)
  closers.push(() => notices.close())
  const mail = openTransport(config.mail.url)
  closers.push(() => mail.close())
  const jobs = await openQueue<Jobs>(connection, jobPolicies, (problem) => log.error(problem))
  closers.push(() => jobs.close())
  const verifyIdToken = idTokenVerifier(embeddedProvider(config, db), clock)
  const services: Services = { config, db, pool, jobs, notices, mail, verifyIdToken, clock, log }

  const isNewAdministrator = await openHouse(services)
  const app = await buildApp(services)
  closers.push(() => app.close())
  await app.listen({ port: config.port, host: config.host }).catch((problem: NodeJS.ErrnoException) => {
    const { host, port } = config
    const taken = `PORT ${port} is taken by another program. Stop that one, or set PORT to another.`
    const refused = `HOST ${host} and PORT ${port} cannot be listened on: ${problem.message}`
    throw new ConfigProblem(problem.code === 'EADDRINUSE' ? taken : refused)
  })
  await jobs.work(jobHandlers(services))
  flushLog()
  greet(config, isNewAdministrator)
}

/** The embedded PostgreSQL, or the server that DATABASE_URL names. */
async function openServer(config: Config): Promise<Connection> {
  if (config.databaseUrl) return reachable({ connectionString: config.databaseUrl })
  const postgres = await startEmbeddedPostgres({
    folder: config.dataDir,
    onExit: (problem) => {
      if (ending) return
      console.error(`${problem.message} The portal ends, too; please start it again.`)
      void end(1)
    },
  })
  closers.push(() => postgres.stop())
  return postgres.connection
}

/** A connection that works, or a sentence; the address is not repeated in it, for it holds a password. */
async function reachable(connection: Connection): Promise<Connection> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
  } catch (problem) {
    throw new ConfigProblem(
      `DATABASE_URL has to name a PostgreSQL that can be reached: ${(problem as Error).message}`,
    )
  }
  return connection
}

/**
 * Furnishes a new house: the demo season, then the first administrator. In this order a start that was killed in
 * between is made up for by the next. True when the administrator was made just now.
 */
async function openHouse(services: Services): Promise<boolean> {
  const { db, config } = services
  const isNewHouse = !(await hasUsers(db))
  if (config.demo ?? (isNewHouse && !config.databaseUrl)) await seedDemoSeason(services)
  const { isNew } = await ensureAdministrator(db, config.admin.email)
  if (isNew) await givePassword(db, config.admin.email, config.admin.password)
  return isNew
}

function greet({ publicUrl, mail, admin }: Config, isNewAdministrator: boolean): void {
  const password = isNewAdministrator && !admin.isPasswordGiven ? admin.password : 'the password you chose'
  const forgotten =
    isNewAdministrator || admin.isPasswordGiven ? '' : ` (forgotten? ${publicUrl}/admin/forgot-password)`
  console.log(
    [
      '',
      `The portal is ready:  ${publicUrl}`,
      mail.url === 'mailbox:' ? `Mails it has sent:    ${publicUrl}/mailbox` : undefined,
      `Administration:       ${publicUrl}/admin   ${admin.email} / ${password}${forgotten}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  )
}

/** Ends in order: no new calls, running ones finish, jobs are handed back, the database stops. */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const close of closers.reverse()) {
      await Promise.resolve(close()).catch((problem: Error) =>
        console.error(`While ending: ${problem.message}`),
      )
    }
    process.exit(code)
  })()
  return ending
}
