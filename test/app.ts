import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import * as z from 'zod/mini'
import type { Data, Endpoint, Failure, Input, Success } from '#contract/core/endpoint.ts'
import { wireInput } from '#contract/core/endpoint.ts'
import { buildApp, jobHandlers } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/core/db/database.ts'
import type { HttpTimes } from '#server/core/http/http.ts'
import { openLog } from '#server/core/log.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import { cloneDatabase } from './database.ts'

export interface TestApp {
  services: Services
  connection: Connection
  /** Calls an endpoint of the contract as a client would; `token` is a session's. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, token?: string): Promise<Answer<E>>
  /** A request as it is, for what the contract doesn't allow. */
  request: Awaited<ReturnType<typeof buildApp>>['inject']
  /** Listens on a free port of this machine, for what has to travel through a socket. */
  listen(): Promise<{ host: string; port: number }>
  /** Lets the clock of the portal jump. */
  pass(time: { minutes: number }): void
  /** The mails that have arrived at an address, newest first, once there are at least `atLeast`. */
  mailsTo(email: string, atLeast?: number): Promise<{ subject: string; text: string; html: string }[]>
  /** Runs until nothing is left to do for the jobs. */
  untilJobsAreDone(): Promise<void>
  close(): Promise<void>
}

export interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, unknown>
  /** What succeeded; reading it after a failure fails the test with what the portal said. */
  data: Data<E>
  /** The same as it travelled. */
  wire: unknown
  /** What was refused; undefined after a success. */
  failure: Failure | undefined
}

export interface TestAppOptions {
  /** The environment it reads its configuration from. */
  environment?: Record<string, string>
  /** The database of another app: two processes of one portal. */
  sharing?: TestApp
  /** A database of the test's own, or the way there. */
  connection?: Connection
  /** The way around what stands between: by itself, the same. */
  direct?: Connection
  /** How long a statement may take. */
  patienceMs?: number
  /** How long it waits for whom. */
  times?: HttpTimes
  /** false: jobs wait. */
  works?: boolean
  /** Takes the lines of its log, as its LOG_LEVEL says. */
  logLines?: string[]
}

/** The real portal on a database of its own; what it listens to is a call of `request`. */
export async function startApp({
  environment,
  sharing,
  connection: given = sharing?.connection,
  direct = given,
  patienceMs,
  times,
  works = true,
  logLines,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = given ? undefined : await cloneDatabase(inject('cluster'))
  const connection = given ?? (database?.connection as Connection)
  const config = readConfig({ SEASON: '2027', LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...environment })
  const problems: Error[] = []
  let passedMs = 0
  const { services, close } = await openServices(config, connection, {
    direct: direct ?? connection,
    connections: 8,
    patienceMs,
    isPrompt: true,
    onJobProblem: (problem) => problems.push(problem),
    clock: () => new Date(Date.now() + passedMs),
    log: openLog(config.logLevel, logLines && { write: (line) => void logLines.push(line) }),
  })
  const { db, pool, jobs } = services
  const app = await buildApp(services, times)
  await app.ready()
  if (works) await jobs.work(jobHandlers(services))

  async function untilJobsAreDone(): Promise<void> {
    await until(async () => {
      const { rows } = await pool.query(
        `select count(*)::int as open from pgboss.job
         where state in ('created', 'retry', 'active') and start_after <= now() and not starts_with(name, '__pgboss')`,
      )
      return rows[0].open === 0
    })
  }

  return {
    services,
    connection,
    request: app.inject.bind(app) as TestApp['request'],
    call: (endpoint, input, token) => call(app, endpoint, input, token),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port }
    },
    pass: ({ minutes }) => {
      passedMs += minutes * 60_000
    },
    untilJobsAreDone,
    async mailsTo(email, atLeast = 1) {
      let mails: { subject: string; text: string; html: string }[] = []
      await until(async () => {
        const query = db.selectFrom('mails').select(['subject', 'text', 'html']).orderBy('mailId', 'desc')
        mails = await query.where('toAddress', '=', email).where('status', '=', 'sent').execute()
        return mails.length >= atLeast
      })
      return mails
    },
    async close() {
      await app.close()
      await jobs.close(0)
      await close()
      await database?.drop()
    },
  }
}

/** Lets the next try of a service that is left alone be due at once, the way its breaker reads the clock; gives what undoes it. */
export function skipBreak(): () => void {
  const now = Date.now
  // As long as it is after a second failure, too. The clock goes on: who has missed it waits no longer than ever.
  Date.now = () => now() + 10_000
  return () => {
    Date.now = now
  }
}

/** Waits for a condition, looking every few milliseconds; a test that never gets there fails by its own time limit. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function call<E extends Endpoint>(
  app: Awaited<ReturnType<typeof buildApp>>,
  endpoint: E,
  input: Input<E>,
  token: string | undefined,
): Promise<Answer<E>> {
  const { params = {}, query, body } = wireInput(endpoint, input)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const answer = await app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query: Object.fromEntries(
      Object.entries(query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const said = isJson ? (answer.json() as Success<Data<E>> | Failure) : undefined
  const failure = said?.error ? said : undefined
  return {
    status: answer.statusCode,
    headers: answer.headers,
    failure,
    wire: isJson ? answer.json().data : undefined,
    get data() {
      if (failure)
        throw new Error(
          `${endpoint.path}: ${failure.code} ${failure.message} ${JSON.stringify(failure.fields)}`,
        )
      return z.parse(endpoint.data as z.ZodMiniType, (said as Success<unknown>).data) as Data<E>
    },
  }
}
