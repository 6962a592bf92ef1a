import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { clusterFolder, owner, startEmbeddedPostgres, superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import type { MailboxMessage } from '#contract/foundation/mails/calls.ts'
import { freePort } from '#test/free-port.ts'
import { demoSeason } from './demo-season.ts'
// Columns are read as the portal reads them, whatever else a worker has loaded.
import '#server/core/db/database.ts'
import { moveDatabaseClock } from '../database-clock.ts'
import { databaseFolder } from '../in-memory.ts'

export const administrator = { email: 'admin@example.com', password: 'correct horse battery' }

/** The portal as `npm start` runs it, with its own data folder and port. */
export interface Portal {
  url: string
  /** The folder with its data. */
  folder: string
  /** Returns the mails that arrived at an address, newest first, once there are at least `atLeast`. */
  mailsTo(email: string, atLeast?: number): Promise<MailboxMessage[]>
  /** Returns the newest mail at an address with this subject, once there is one, or this many. */
  mailAbout(email: string, subject: RegExp, atLeast?: number): Promise<MailboxMessage>
  /** Returns the newest sign-in link, once there are at least `atLeast` mails. */
  linkTo(email: string, atLeast?: number): Promise<string>
  /** Runs a statement in its database, for what nobody could do by hand: a thousand people, or a slot of last week. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Copies its data, for `restoreData`. */
  keepData(): Promise<void>
  /** Puts the copied data back, once no job runs. */
  restoreData(): Promise<void>
  /** Kills it with kill -9. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Stops it, and deletes its data. */
  stop(options?: { keepsData?: boolean }): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Starts a portal, on a copy of the data of the first one if there is one. */
export async function startPortal(
  environment: Record<string, string> = {},
  from = process.env.FIRST_PORTAL,
): Promise<Portal> {
  const folder = await mkdtemp(join(databaseFolder(), 'portal e2e '))
  // With owners and modes, which PostgreSQL checks.
  if (from) await promisify(execFile)('cp', ['-a', `${from}/.`, folder])
  else await makeMovedDatabase(folder)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const start = () =>
    startServer({
      PORT: String(port),
      DATA_DIR: folder,
      SEASON: String(demoSeason),
      DEMO: 'season',
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT: 'off',
      WEBHOOKS_TO_PRIVATE_NETWORKS: 'on',
      LOG_LEVEL: 'warn',
      ...environment,
    })
  let server = await start()

  /** Returns what `find` finds in the mails at an address, once it is there. */
  async function findIn<Found>(email: string, find: (mails: MailboxMessage[]) => Found | undefined) {
    for (;;) {
      const answer = await fetch(`${url}/api/mailbox?to=${encodeURIComponent(email)}`)
      const { data } = (await answer.json()) as { data: { messages: MailboxMessage[] } }
      const found = find(data.messages)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function run<Row>(
    text: string,
    { values, user = owner }: { values?: unknown[] | undefined; user?: string } = {},
  ): Promise<Row[]> {
    const cluster = clusterFolder(folder)
    const [, , , port, host = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
    const client = new pg.Client({
      host: resolve(cluster, host),
      port: Number(port),
      user,
      database: 'portal',
    })
    await client.connect()
    try {
      const { rows } = await client.query(text, values)
      // The statement may have changed an event, as a verb does.
      await client.query('notify events_changed')
      return rows as Row[]
    } finally {
      await client.end()
    }
  }

  const runAll = async (statement: string) => void (await run(statement, { user: superuser }))

  return {
    url,
    folder,
    mailsTo: (email, atLeast = 1) => findIn(email, (mails) => (mails.length >= atLeast ? mails : undefined)),
    mailAbout: (email, subject, atLeast = 1) =>
      findIn(email, (mails) => {
        const found = mails.filter((mail) => subject.test(mail.subject))
        return found.length >= atLeast ? found[0] : undefined
      }),
    linkTo: (email, atLeast = 1) =>
      findIn(email, (mails) =>
        mails.length >= atLeast
          ? mails.flatMap(({ links }) => links).find((link) => link.includes('/handle-redirect-login'))
          : undefined,
      ),
    query: (text, values) => run(text, { values }),
    keepData: () => runAll(keepTables),
    async restoreData() {
      while ((await run(activeJobs)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await runAll(restoreTables)
    },
    async kill() {
      const gone = exitOf(server)
      server.kill('SIGKILL')
      await gone
    },
    async start() {
      server = await start()
    },
    async stop({ keepsData = false } = {}) {
      const gone = exitOf(server)
      server.kill('SIGTERM')
      await gone
      if (!keepsData) await rm(folder, { recursive: true, force: true })
    },
  }
}

const keepTables = `do $$ declare name text; begin
  create schema kept;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table kept.%1$I as table public.%1$I', name);
  end loop;
end $$`

const activeJobs = `select from pgboss.job where state = 'active' and name not like '\\_\\_%'`

// Sequences go on, so that no late job of a journey finds its row's id in the next one.
const restoreTables = `do $$ declare name text; columns text; begin
  set local session_replication_role = replica;
  delete from pgboss.job;
  for name in select tablename from pg_tables where schemaname = 'kept' loop
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('delete from public.%I', name);
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from kept.%1$I', name, columns);
  end loop;
end $$`

/** Makes the portal's database, empty, so that its clock moves before the portal starts. */
async function makeMovedDatabase(folder: string) {
  const postgres = await startEmbeddedPostgres({ folder })
  await moveDatabaseClock(postgres.connection)
  await postgres.stop()
}

/** Resolves once the server says that it is ready; fails with its output if it ends before. */
export function startServer(environment: Record<string, string>, cwd = root): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      if (said.includes('The portal is ready')) resolve(server)
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.once('exit', (code) => reject(new Error(`The portal ended with ${code}: ${said}`)))
  })
}

function exitOf(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => server.once('exit', () => resolve()))
}
