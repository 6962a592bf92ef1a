import type { AddressInfo } from 'node:net'
import type { Selectable, Updateable } from 'kysely'
import type { QueryResult } from 'pg'
import { expect, inject } from 'vitest'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/core/db/database.ts'
import type { HttpTimes } from '#server/core/http/http.ts'
import { hasOpenJobs } from '#server/core/jobs/queue.ts'
import { openLog } from '#server/core/log.ts'
import { textOfMail } from '#server/foundation/mails/mail-sending.ts'
import { jobHandlers } from '#server/nouns.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { bundledVerifier } from '../tools/verifier.ts'
import type { Answer } from './call-app.ts'
import { callApp } from './call-app.ts'
import { cloneDatabase } from './database.ts'

/** The body of a call. */
export type Body<E extends Endpoint> = Input<E> extends { body: infer Sent } ? Sent : never

/** Somebody with a session, or its token. */
export type Caller = string | { token: string }

export interface TestApp {
  services: Services
  connection: Connection
  /** Calls an endpoint of the contract like a client, in somebody's session. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, by?: Caller): Promise<Answer<E>>
  /** Calls an endpoint of the contract with a body. */
  send<E extends Endpoint>(endpoint: E, body: Body<E>, by?: Caller): Promise<Answer<E>>
  /** Calls an endpoint and returns the data. Throws an error with the portal's words after a failure. */
  dataOf<E extends Endpoint>(endpoint: E, input: Input<E>, by?: Caller): Promise<Data<E>>
  /** Sends a raw request, for input that the contract refuses. */
  request: Awaited<ReturnType<typeof buildApp>>['inject']
  /** Listens on a free port of this machine, for tests that need a socket. */
  listen(): Promise<{ host: string; port: number }>
  /** Moves the portal's clock forward. */
  pass(time: { minutes: number }): void
  /** Returns the mails that arrived at an address, newest first, once there are at least `atLeast`. */
  mailsTo(email: string, atLeast?: number): Promise<{ subject: string; text: string; html: string }[]>
  /** Returns the rows of a statement. */
  query(text: string, values?: unknown[]): Promise<QueryResult['rows']>
  /** Changes a table's rows with these values, as another program would. */
  update<Name extends keyof Tables>(
    table: Name,
    values: Updateable<Tables[Name]>,
    where?: Partial<Selectable<Tables[Name]>>,
  ): Promise<void>
  /** Runs a verb as the portal itself. */
  write<T>(verb: (work: Work) => Promise<T>): Promise<T>
  /** Waits until no job is due or running. */
  untilJobsAreDone(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** The environment for the configuration. */
  environment?: Record<string, string>
  /** Another app whose database this one shares: two processes of one portal. */
  sharing?: TestApp
  /** A database of the test's own, or a proxy to it. */
  connection?: Connection
  /** A direct connection that bypasses the pooler. Defaults to `connection`. */
  direct?: Connection
  /** The time limit of a statement. */
  patienceMs?: number
  /** The time limits of HTTP. */
  times?: HttpTimes
  /** false: jobs wait. */
  works?: boolean
  /** The portal's clock; by default the real one, moved by `pass`. */
  clock?: () => Date
  /** Receives the lines of its log, at its LOG_LEVEL. */
  logLines?: string[]
}

/** Starts the real portal on its own database. It does not listen: `request` injects calls. */
export async function startApp({
  environment,
  sharing,
  connection: given = sharing?.connection,
  direct = given,
  patienceMs,
  times,
  works = true,
  clock,
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
    verifier: bundledOnce,
    onJobProblem: (problem) => problems.push(problem),
    clock: clock ?? (() => new Date(Date.now() + passedMs)),
    log: openLog(config.logLevel, logLines && { write: (line) => void logLines.push(line) }),
  })
  const { db, jobs } = services
  const undeclared = new Set<string>()
  const onUndeclared = (words: string) => void undeclared.add(words)
  const app = await buildApp(services, { times, onUndeclared })
  await app.ready()
  if (works) await jobs.work(jobHandlers(services))

  const call: TestApp['call'] = (endpoint, input, by) =>
    callApp(app, endpoint, input, typeof by === 'object' ? by.token : by)

  async function untilJobsAreDone(): Promise<void> {
    await until(async () => !(await hasOpenJobs(db)))
  }

  return {
    services,
    connection,
    request: app.inject.bind(app) as TestApp['request'],
    call,
    send: (endpoint, body, by) => call(endpoint, { body } as never, by),
    dataOf: async (endpoint, input, by) => (await call(endpoint, input, by)).data,
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port }
    },
    pass: ({ minutes }) => {
      passedMs += minutes * 60_000
    },
    async query(text, values) {
      const { rows } = await services.pool.query(text, values)
      // Other statements may have changed an event, as a verb does.
      if (!/^\s*select/i.test(text)) await services.pool.query('notify events_changed')
      return rows
    },
    async update(table, values, where = {}) {
      let rows = db.updateTable(table as 'users').set(values as Updateable<Tables['users']>)
      for (const [column, value] of Object.entries(where))
        rows = rows.where(column as 'userId', '=', value as string)
      await rows.execute()
    },
    write: (verb) => write(services, undefined, verb),
    untilJobsAreDone,
    async mailsTo(email, atLeast = 1) {
      let mails: { subject: string; text: string; html: string }[] = []
      await until(async () => {
        const query = db
          .selectFrom('mails')
          .select(['subject', ...textOfMail])
          .orderBy('mailId', 'desc')
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
      if (undeclared.size > 0) throw new Error([...undeclared].join('\n'))
    },
  }
}

/** Expects a call to succeed. */
export async function expectSuccess(answer: Answered | Promise<Answered>): Promise<void> {
  const { status, failure } = await answer
  expect({ status, failure }).toEqual({ status: 200, failure: undefined })
}

/** Expects a call to be refused with a code; undefined expects success. */
export async function expectRefusal(
  answer: Pick<Answered, 'failure'> | Promise<Pick<Answered, 'failure'>>,
  code: string | undefined,
): Promise<void> {
  expect((await answer).failure?.code).toBe(code)
}

interface Answered {
  status: number
  failure?: { code: string } | undefined
}

/** Calls a function several times at once, each time with its place. */
export function atOnce<Result>(times: number, call: (place: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, place) => call(place)))
}

let bundled: Promise<string> | undefined
/** Returns `verify.mjs` of this code, not of the last build. */
function bundledOnce(): Promise<string> {
  bundled ??= bundledVerifier()
  return bundled
}

/** Makes the next try of a paused service due at once, for a breaker that reads Date.now. Returns a function that undoes it. */
export function skipBreak(): () => void {
  const now = Date.now
  // Enough for the pause after a second failure, too. The clock keeps running, so a later pause is no longer than usual.
  Date.now = () => now() + 10_000
  return () => {
    Date.now = now
  }
}

/** Waits for a condition, checking every few milliseconds; otherwise the test fails by its own time limit. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10))
}
