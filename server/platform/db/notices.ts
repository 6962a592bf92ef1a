import { once } from 'node:events'
import pg from 'pg'
import { within } from '../within.ts'
import type { Connection } from './database.ts'

type Listener = (payload: string) => void

/** What the database tells every server process: LISTEN on a connection of its own that is renewed when it breaks. */
export interface Notices {
  on(channel: string, listener: Listener): void
  /** Resolves once every channel asked for so far is heard. */
  ready(): Promise<void>
  /** Called whenever notices may have been missed: whoever keeps something drops it then. */
  onGap(listener: () => void): void
  /** False while the connection is broken: nothing kept may be trusted then. */
  isListening(): boolean
  close(): Promise<void>
}

const firstRetryMs = 500
/** Each further try waits twice as long, up to this. */
const lastRetryMs = 5000

export interface NoticesOptions {
  /** How often the connection is asked whether it still lives: a firewall that has forgotten it tells nobody. */
  heartbeatMs?: number
  /** A connection that answers later is taken for broken. */
  answerWithinMs?: number
}

export async function openNotices(
  connection: Connection,
  { heartbeatMs = 30_000, answerWithinMs = 5000 }: NoticesOptions = {},
): Promise<Notices> {
  const listeners = new Map<string, Listener[]>()
  const gapListeners: (() => void)[] = []
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let listening: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'portal notices',
      keepAlive: true,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    try {
      await fresh.connect()
      for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (problem) {
      // A standby is connected to and refuses LISTEN.
      void fresh.end()
      throw problem
    }
    if (isClosed) return fresh.end()
    client = fresh
    retryMs = firstRetryMs
    for (const listener of gapListeners) listener()
  }

  function lose(lost: pg.Client): void {
    if (client !== lost || isClosed) return
    client = undefined
    void lost.end()
    for (const listener of gapListeners) listener()
    reconnect()
  }

  function reconnect(): void {
    if (isClosed) return
    retry = setTimeout(() => connect().catch(reconnect), retryMs)
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  function ask(asked: pg.Client | undefined): void {
    asked?.query('select').catch(() => lose(asked))
  }

  await connect()
  const heartbeat = setInterval(() => ask(client), heartbeatMs)
  return {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      listening = listening
        .then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`))
        .catch(() => {})
    },
    ready: () => listening.then(() => {}),
    onGap: (listener) => void gapListeners.push(listener),
    isListening: () => client !== undefined,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      // One that has gone silent never says goodbye.
      if (client) await within(answerWithinMs, client.end()).catch(() => {})
    },
  }
}

/**
 * Whether what one connection tells is heard by another. A pooler that lends connections by transaction takes LISTEN
 * without a word and keeps back what is told; a connection that told itself might still hear it there.
 */
export async function hearsNotices(connection: Connection, withinMs = 5000): Promise<boolean> {
  const options = { ...connection, application_name: 'portal start', connectionTimeoutMillis: 10_000 }
  const listener = new pg.Client(options)
  const teller = new pg.Client(options)
  const heard = once(listener, 'notification').then(
    () => true,
    () => false,
  )
  teller.on('error', () => {})
  try {
    await listener.connect()
    await listener.query('listen portal_start')
    await teller.connect()
    await teller.query('notify portal_start')
    return await within(withinMs, heard).catch(() => false)
  } finally {
    await Promise.all([listener.end(), teller.end()])
  }
}
