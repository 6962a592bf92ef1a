import { EmbeddedPostgresProblem, startEmbeddedPostgres } from '@portal/embedded-postgres'
import { paths } from '#contract/core/paths.ts'
import { buildApp } from './app.ts'
import type { Config, DatabaseWays } from './config.ts'
import { ConfigProblem, loadEnvironment, readConfig } from './config.ts'
import { checkServer, ServerProblem } from './core/db/check-server.ts'
import { MigrationProblem } from './core/db/migrate.ts'
import { migratePortal } from './core/db/migrate-portal.ts'
import { flushLog, openLog } from './core/log.ts'
import { endWithParent } from './core/parent-watch.ts'
import { within } from './core/within.ts'
import { jobHandlers } from './nouns.ts'
import { fillDemo } from './office/demo/fill-demo.ts'
import { seedDemoSeason } from './office/demo/seed-season.ts'
import { openServices } from './open-services.ts'
import type { FirstAdministrator } from './people/administrators/first-administrator.ts'
import { administrationLines, ensureFirstAdministrator } from './people/administrators/first-administrator.ts'
import { findDemoAccounts } from './people/sessions/queries.ts'
import { breakGlassWarning } from './people/single-sign-ons/queries.ts'
import { hasUsers } from './people/users/queries.ts'
import type { Services } from './services.ts'
import { write } from './work.ts'

/** The open resources, closed in reverse order. */
const closers: { close: () => Promise<unknown> | unknown; isDatabase?: boolean }[] = []
let ending: Promise<void> | undefined

endWithParent(() => end(0))
start().catch(async (problem: Error) => {
  const forPeople = [ConfigProblem, EmbeddedPostgresProblem, MigrationProblem, ServerProblem]
  const isForPeople = forPeople.some((kind) => problem instanceof kind)
  console.error(isForPeople ? problem.message : `The portal could not start: ${problem.stack}`)
  await end(1)
})

async function start() {
  const config = readConfig(loadEnvironment())
  const log = openLog(config.logLevel)
  const { connection, direct } = await openServer(config)
  await migratePortal(direct, (sentence) => log.warn(sentence))
  const { services, close } = await openServices(config, connection, { direct, log })
  closers.push({ close })

  const administrator = await setUpPortal(services)
  const app = await buildApp(services)
  closers.push({ close: () => app.close() })
  await app.listen({ port: config.port, host: config.host }).catch((problem: NodeJS.ErrnoException) => {
    const { host, port } = config
    const taken = `PORT ${port} is taken by another program. Stop that one, or set PORT to another.`
    const refused = `HOST ${host} and PORT ${port} cannot be listened on: ${problem.message}`
    throw new ConfigProblem(problem.code === 'EADDRINUSE' ? taken : refused)
  })
  await services.jobs.work(jobHandlers(services))
  flushLog()
  const accounts = config.hasDemoPeople ? await findDemoAccounts(services.db) : []
  greet(config, administrator, accounts.length > 0)
  const warning = await breakGlassWarning(services)
  if (warning) log.warn(warning)
  await fill(services)
}

/** Opens the embedded PostgreSQL, or checks the server of DATABASE_URL. */
async function openServer(config: Config): Promise<DatabaseWays> {
  if (config.database) {
    await checkServer(config.database)
    return config.database
  }
  const postgres = await startEmbeddedPostgres({
    folder: config.dataDir,
    onExit: (problem) => {
      if (ending) return
      console.error(`${problem.message} The portal ends, too; please start it again.`)
      void end(1)
    },
  })
  closers.push({ close: () => postgres.stop(), isDatabase: true })
  return { connection: postgres.connection, direct: postgres.connection }
}

/**
 * Adds the demo season and the first administrator to an empty portal. In this order, the next start
 * completes one that was killed.
 */
async function setUpPortal(services: Services): Promise<FirstAdministrator> {
  const { db, config } = services
  const isNew = !(await hasUsers(db))
  if (config.demo ?? (isNew && !config.database)) await write(services, undefined, seedDemoSeason)
  return ensureFirstAdministrator(services)
}

/** Fills a demo while the portal serves. The end of the portal interrupts it, and the next start continues. */
async function fill(services: Services) {
  const end = new AbortController()
  const filling = fillDemo(services, end.signal).catch((problem: Error) => {
    if (!end.signal.aborted) services.log.error(problem)
  })
  closers.push({
    close: () => {
      end.abort()
      return filling
    },
  })
  await filling
}

function greet(config: Config, administrator: FirstAdministrator, isDemo: boolean) {
  const { publicUrl, mail } = config
  console.log(
    [
      '',
      `The portal is ready:  ${publicUrl}`,
      mail.hasMailbox ? `Emails it has sent:   ${publicUrl}${paths.mailbox()}` : undefined,
      ...administrationLines(config, administrator),
      isDemo
        ? `Look around:          ${publicUrl}${paths.login()} or ${publicUrl}${paths.adminLogin()}, without typing`
        : undefined,
      mail.url === 'mailbox:' && !mail.hasMailbox ? mailsGoNowhere : undefined,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  )
}

const mailsGoNowhere = `
Mails go nowhere: nobody gets a sign-in link, a confirmation or a certificate. Set MAIL_URL to smtp://…, smtps://… or https://…
(the built-in mailbox can be read only while PUBLIC_URL is an address of this machine and TRUST_PROXY is off).`

/** Running calls get 8 s of this. PostgreSQL rolls back the rest when the connections end. */
const endWithinMs = 10_000
/** The embedded database needs longer, to write its buffers. */
const stopWithinMs = 15_000

/** Ends in order: no new calls, running calls finish, jobs return to the queue, the database stops. */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    const deadline = performance.now() + endWithinMs
    for (const { close, isDatabase } of closers.reverse()) {
      await within(
        isDatabase ? stopWithinMs : Math.max(deadline - performance.now(), 0),
        Promise.resolve().then(close),
      ).catch((problem: Error) => console.error(`While ending: ${problem.message}`))
    }
    process.exit(code)
  })()
  return ending
}
