import { once } from 'node:events'
import pg from 'pg'
import { within } from '#server/core/within.ts'
import type { Connection } from './connection.ts'
import { PlacedClient } from './placed-client.ts'

type Listener = (payload: string) => void

/** What the database tells every server process: LISTEN on a connection of its own that is renewed when it breaks. */
export interface Notices {
  on(channel: string, listener: Listener): void
  /** Tells the listeners of this process at once what the database tells every process in a moment. */
  tellHere(channel: string, payload: string): void
  /** Resolves once every channel asked for so far is heard, or the connection counts as broken. */
  ready(): Promise<void>
  /** Called whenever notices may have been missed: whoever keeps something drops it then. */
  onGap(listener: () => void): void
  /** False while the connection is broken: nothing kept may be trusted then. */
  isListening(): boolean
  close(): Promise<void>
}

/** After a failover the portal is ready again as soon as it hears the new primary. */
const retryMs = 500

export interface NoticesOptions {
  /**
   * How often the connection is asked whether it still lives: a firewall that has forgotten it tells nobody. Where there
   * is another host, one that has lost its power tells nobody either, and the other may have taken over.
   */
  heartbeatMs?: number
  /** A connection that answers later is taken for broken. */
  answerWithinMs?: number
}

export async function openNotices(
  connection: Connection,
  { heartbeatMs = connection.places?.isMovable ? 2000 : 30_000, answerWithinMs = 5000 }: NoticesOptions = {},
): Promise<Notices> {
  const listeners = new Map<string, Listener[]>()
  const gapListeners: (() => void)[] = []
  let client: PlacedClient | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let listening = Promise.resolve()

  function tellHere(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  async function connect(): Promise<void> {
    const fresh = new PlacedClient({
      ...connection,
      application_name: 'portal notices',
      keepAlive: true,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
    fresh.on('notification', ({ channel, payload }) => tellHere(channel, payload ?? ''))
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
    for (const listener of gapListeners) listener()
  }

  function lose(lost: PlacedClient): void {
    if (client !== lost || isClosed) return
    client = undefined
    lost.giveUp()
    for (const listener of gapListeners) listener()
    reconnect()
  }

  function reconnect(): void {
    if (isClosed) return
    retry = setTimeout(() => connect().catch(reconnect), retryMs)
  }

  async function ask(asked: PlacedClient | undefined, query: string): Promise<void> {
    await asked?.query(query).catch(() => lose(asked))
  }

  await connect()
  const heartbeat = setInterval(() => ask(client, 'select'), heartbeatMs)
  return {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      listening = listening.then(() => ask(client, `listen ${pg.escapeIdentifier(channel)}`))
    },
    tellHere,
    ready: () => listening,
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
 * Whether what is told through one address is heard through another. A pooler that lends connections by transaction takes
 * LISTEN without a word and keeps back what is told; a connection that told itself might still hear it there.
 */
export async function hearsNotices(from: Connection, at: Connection, withinMs = 5000): Promise<boolean> {
  const options = { application_name: 'portal start', connectionTimeoutMillis: 10_000 }
  const listener = new PlacedClient({ ...at, ...options })
  const teller = new PlacedClient({ ...from, ...options })
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
