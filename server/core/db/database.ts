import type { Transaction } from 'kysely'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Connection } from './connection.ts'
import type { PlacedOptions } from './placed-client.ts'
import { PlacedClient } from './placed-client.ts'
import { isPlanOutdated, isWorthAnotherRun } from './unavailable.ts'

export interface Database<Tables> {
  /** Typed queries; each distinct text is prepared once per connection. */
  db: Kysely<Tables>
  pool: pg.Pool
  close(): Promise<void>
}

export type { Connection, Kysely, Transaction }

// Counts come back as numbers: none of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time zone, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, String)
// Neither have lists of dates, which are read as lists of text are.
const [datesType, textsType] = [1182, 1009] as unknown as [
  typeof pg.types.builtins.DATE,
  typeof pg.types.builtins.TEXT,
]
pg.types.setTypeParser(datesType, pg.types.getTypeParser(textsType))
// Slots have no seconds.
pg.types.setTypeParser(pg.types.builtins.TIME, (time) => time.slice(0, 5))
// pg returns a view into Node's buffer pool. A kept view of 32 bytes would keep 64 kB alive.
const viewOf = pg.types.getTypeParser(pg.types.builtins.BYTEA) as (text: string) => Buffer
pg.types.setTypeParser(pg.types.builtins.BYTEA, (text) => {
  const view = viewOf(text)
  if (view.buffer.byteLength === view.length) return view
  const bytes = Buffer.allocUnsafeSlow(view.length)
  view.copy(bytes)
  return bytes
})

/** Maps `start_on` in SQL to `startOn`; keys inside JSON values stay. */
const ourSpelling = new CamelCasePlugin({ maintainNestedObjectKeys: true })

export interface DatabaseOptions {
  connections?: number | undefined
  /** The time limit of a statement; Infinity for migrations. COPY has no limit but its reader. */
  patienceMs?: number | undefined
  /** Further settings of each connection, such as 'synchronous_commit = off'. */
  settings?: string[]
}

/** Returns the options of all pools: no connection waits forever on a silent network path. */
export function poolOptions(
  connection: Connection,
  { connections = 5, patienceMs = 15_000, settings: further = [] }: DatabaseOptions = {},
) {
  const isPatient = patienceMs === Number.POSITIVE_INFINITY
  // PostgreSQL ends a statement first; a connection that stays silent is dead.
  const silentMs = isPatient ? 20_000 : Math.round(patienceMs * (4 / 3))
  const settings = [
    `statement_timeout = ${isPatient ? 0 : patienceMs}`,
    // Frees the locks of a stopped or vanished process after this time.
    `idle_in_transaction_session_timeout = ${silentMs}`,
    'tcp_keepalives_idle = 10',
    'tcp_keepalives_interval = 5',
    'tcp_keepalives_count = 3',
    // It would also end an export with a slow reader.
    ...(isPatient ? [] : [`tcp_user_timeout = ${silentMs}`]),
    ...further,
  ]
  return {
    ...connection,
    Client: PreparingClient,
    max: connections,
    // A request that waits longer for a connection is answered that the portal is busy.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'portal',
    answerWithinMs: isPatient ? undefined : silentMs,
    names: new Map(),
    // Not a startup parameter, which a pooler would refuse; in transaction mode it would leak to other clients.
    onConnect: (client: pg.ClientBase) =>
      connection.isPooled ? undefined : client.query(settings.map((each) => `set ${each}`).join('; ')),
  } satisfies PreparingOptions & pg.PoolConfig
}

export function openDatabase<Tables>(connection: Connection, options?: DatabaseOptions): Database<Tables> {
  const pool = new pg.Pool(poolOptions(connection, options))
  // A lost connection is replaced at its next use, and its query reports it. Without these listeners, losing
  // one between queries would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [ourSpelling] }),
    pool,
    close: () => pool.end(),
  }
}

/**
 * Makes PostgreSQL plan a query for its own values and the current tables: a term may be rare, a table may
 * have been empty.
 */
export const planAnew = '/* plan anew */'

const mostStatements = 1000
let namesGiven = 0

/** The name of each statement's text; shared by the connections of one pool. */
type StatementNames = Map<string, string>

interface PreparingOptions extends PlacedOptions {
  /** Later answers find their connection closed; undefined: no limit. */
  answerWithinMs?: number | undefined
  isPooled?: boolean | undefined
  names?: StatementNames | undefined
}

/** The database committed, but does not know if its standby did. */
class StandbySilent extends Error {
  readonly code = 'STANDBY_SILENT'
}

/** Names every query with values, so that PostgreSQL parses and plans it once per connection. */
class PreparingClient extends PlacedClient {
  readonly #answerWithinMs: number | undefined
  readonly #isPooled: boolean
  readonly #names: StatementNames
  #isDoubtful = false

  constructor(options: PreparingOptions = {}) {
    super(options)
    this.#answerWithinMs = options.answerWithinMs
    this.#isPooled = options.isPooled ?? false
    this.#names = options.names ?? new Map()
    // If a commit is canceled while waiting for its standby, PostgreSQL reports success.
    this.on('notice', ({ routine }) => {
      this.#isDoubtful ||= routine === 'SyncRepWaitForLSN'
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: one signature for the overloads of pg's own query
  override query(query: any, values?: any, callback?: any): any {
    if (typeof query.submit === 'function') return super.query(query, values, callback)
    const done = callback ?? (typeof values === 'function' ? values : undefined)
    const answer = this.#run(query, done === values ? undefined : values)
    if (!done) return answer
    answer.then((result) => done(null, result), done)
  }

  /**
   * Runs a query, and reruns it if PostgreSQL rolled it back. In a transaction it does not: `write` reruns
   * the whole.
   */
  async #run(query: string | pg.QueryConfig, values: unknown[] | undefined): Promise<unknown> {
    // A text without values may hold several statements.
    const isOne = typeof query === 'string' && values !== undefined && values.length > 0
    try {
      return await this.#runOnce(query, values, isOne)
    } catch (problem) {
      // Until the next answer, the status is from before the query.
      if (!isOne || this.getTransactionStatus() !== 'I' || !isWorthAnotherRun(problem as Error)) throw problem
      return this.#runOnce(query, values, isOne)
    }
  }

  async #runOnce(query: string | pg.QueryConfig, values: unknown[] | undefined, isOne: boolean) {
    const name = isOne && !this.#isPooled ? nameOf(this.#names, query as string) : undefined
    const given = typeof query === 'string' ? { text: query } : query
    const asked = { ...given, name, query_timeout: this.#answerWithinMs }
    try {
      const result = await super.query(asked as pg.QueryConfig, values)
      this.#refuseDoubt()
      return result
    } catch (problem) {
      // Its next user would wait for the earlier answers.
      if ((problem as Error).message === 'Query read timeout') this.giveUp()
      if (isPlanOutdated(problem as Error)) forgetName(this.#names, query as string, name)
      throw problem
    }
  }

  #refuseDoubt() {
    if (!this.#isDoubtful) return
    this.#isDoubtful = false
    throw new StandbySilent('The standby has not confirmed what was written')
  }
}

function nameOf(names: StatementNames, text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostStatements || text.includes(planAnew)) return known
  const name = `s${++namesGiven}`
  names.set(text, name)
  return name
}

/**
 * Renames every statement after a migration changed a result, so that each connection prepares it again. A
 * failure under an older name changes nothing.
 */
function forgetName(names: StatementNames, text: string, name: string | undefined) {
  if (names.get(text) === name) names.clear()
}
