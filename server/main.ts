import { join } from 'node:path'
import { paths } from '#contract/paths.ts'
import { buildApp, jobHandlers } from './app.ts'
import type { Config } from './config.ts'
import { ConfigProblem, loadEnvironment, readConfig } from './config.ts'
import { seedDemoSeason } from './demo/seed-season.ts'
import { givePassword } from './identity/identity.ts'
import { openServices } from './open-services.ts'
import type { Connection } from './platform/db/database.ts'
import { openDatabase } from './platform/db/database.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts'
import { EmbeddedPostgresProblem } from './platform/db/embedded/problem.ts'
import { MigrationProblem, migrate } from './platform/db/migrate.ts'
import { hearsNotices } from './platform/db/notices.ts'
import { hashPassword } from './platform/identity/passwords.ts'
import { flushLog, openLog } from './platform/log.ts'
import { endWithParent } from './platform/parent-watch.ts'
import { within } from './platform/within.ts'
import type { Services } from './services.ts'
import { hasUsers } from './users/queries.ts'
import { ensureAdministrator } from './users/user-administrators.ts'
import { write } from './work.ts'

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
  const log = openLog(config.logLevel)
  const connection = await openServer(config)
  await migrateDatabase(connection)
  const { services, close } = await openServices(config, connection, { log })
  closers.push(close)

  const administrator = await openHouse(services)
  const app = await buildApp(services)
  closers.push(() => app.close())
  await app.listen({ port: config.port, host: config.host }).catch((problem: NodeJS.ErrnoException) => {
    const { host, port } = config
    const taken = `PORT ${port} is taken by another program. Stop that one, or set PORT to another.`
    const refused = `HOST ${host} and PORT ${port} cannot be listened on: ${problem.message}`
    throw new ConfigProblem(problem.code === 'EADDRINUSE' ? taken : refused)
  })
  await services.jobs.work(jobHandlers(services))
  flushLog()
  greet(config, administrator)
}

/** Who has the address of ADMIN_EMAIL, and whether the password of this start is theirs. */
type Administrator = Awaited<ReturnType<typeof ensureAdministrator>> & { isPasswordNew: boolean }

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

async function migrateDatabase(connection: Connection): Promise<void> {
  const { pool, close } = openDatabase(connection, { connections: 1, patienceMs: Number.POSITIVE_INFINITY })
  await migrate(pool, join(import.meta.dirname, 'migrations')).finally(close)
}

/** A connection that works, or a sentence; the address is not repeated in it, for it holds a password. */
async function reachable(connection: Connection): Promise<Connection> {
  const isHeard = await hearsNotices(connection).catch((problem: Error) => {
    throw new ConfigProblem(`DATABASE_URL has to name a PostgreSQL that can be reached: ${problem.message}`)
  })
  if (isHeard) return connection
  throw new ConfigProblem(
    'DATABASE_URL has to lead to PostgreSQL without a pooler that lends its connections by transaction: what the ' +
      'database tells (NOTIFY) does not arrive here. Connect directly, or let the pooler lend them by session.',
  )
}

/**
 * Furnishes a new house: the demo season, then the first administrator. In this order a start that was killed in
 * between is made up for by the next.
 */
async function openHouse(services: Services): Promise<Administrator> {
  const { db, config } = services
  const isNewHouse = !(await hasUsers(db))
  if (config.demo ?? (isNewHouse && !config.databaseUrl)) await write(services, undefined, seedDemoSeason)
  const { email, password } = config.admin
  const passwordHash = await hashPassword(password)
  return write(services, undefined, async (work) => {
    const { was } = await ensureAdministrator(work, email)
    return { was, isPasswordNew: await givePassword(work, email, passwordHash) }
  })
}

function greet({ publicUrl, mail, admin }: Config, { was, isPasswordNew }: Administrator): void {
  const password = isPasswordNew && !admin.isPasswordGiven ? admin.password : 'the password you chose'
  const forgotten =
    isPasswordNew || admin.isPasswordGiven ? '' : ` (forgotten? ${publicUrl}${paths.adminForgotPassword()})`
  console.log(
    [
      '',
      `The portal is ready:  ${publicUrl}`,
      mail.hasMailbox ? `Mails it has sent:    ${publicUrl}${paths.mailbox()}` : undefined,
      `Administration:       ${publicUrl}${paths.admin()}   ${admin.email} / ${password}${forgotten}`,
      was === 'person' ? `${admin.email} had an account already, and is an administrator now.` : undefined,
      mail.url === 'mailbox:' && !mail.hasMailbox ? mailsGoNowhere : undefined,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  )
}

const mailsGoNowhere = `
Mails go nowhere: nobody gets a sign-in link, a confirmation or a certificate. Set MAIL_URL to smtp://…, smtps://… or https://…
(the built-in mailbox can be read only while PUBLIC_URL is an address of this machine and TRUST_PROXY is off).`

/** More than each needs by itself: a database that has gone silent would be said goodbye to for ever. */
const closeWithinMs = 15_000

/** Ends in order: no new calls, running ones finish, jobs are handed back, the database stops. */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const close of closers.reverse()) {
      await within(closeWithinMs, Promise.resolve().then(close)).catch((problem: Error) =>
        console.error(`While ending: ${problem.message}`),
      )
    }
    process.exit(code)
  })()
  return ending
}
