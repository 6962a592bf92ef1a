import { once } from 'node:events'
import pg from 'pg'
import { within } from '#server/core/within.ts'
import type { Connection } from './connection.ts'
import { PlacedClient } from './placed-client.ts'

type Listener = (payload: string) => void

/** The name of each process's listening connection. */
export const notificationsName = 'portal notifications'

/** After a failover the portal is ready as soon as it hears the new primary. */
const retryMs = 500

interface NotificationsOptions {
  /**
   * The interval of probes. A firewall that forgot the connection reports nothing, and neither does a host
   * without power.
   */
  heartbeatMs?: number
  answerWithinMs?: number
}

export type Notifications = Awaited<ReturnType<typeof openNotifications>>

/** Opens the database's notifications: LISTEN on an own connection, renewed when it breaks. */
export async function openNotifications(
  connection: Connection,
  {
    heartbeatMs = connection.places?.isMovable ? 2000 : 5000,
    answerWithinMs = 5000,
  }: NotificationsOptions = {},
) {
  const listeners = new Map<string, Listener[]>()
  const gapListeners: (() => void)[] = []
  let client: PlacedClient | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let listening = Promise.resolve()

  /** Notifies this process's listeners immediately, before the database notifies every process. */
  function tellHere(channel: string, payload: string) {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  async function connect(): Promise<void> {
    const fresh = new PlacedClient({
      ...connection,
      application_name: notificationsName,
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
      // A standby accepts connections and refuses LISTEN.
      void fresh.end()
      throw problem
    }
    if (isClosed) return fresh.end()
    client = fresh
    for (const listener of gapListeners) listener()
  }

  function lose(lost: PlacedClient) {
    if (client !== lost || isClosed) return
    client = undefined
    lost.giveUp()
    for (const listener of gapListeners) listener()
    reconnect()
  }

  function reconnect() {
    if (isClosed) return
    retry = setTimeout(() => connect().catch(reconnect), retryMs)
  }

  async function ask(asked: PlacedClient | undefined, query: string) {
    await asked?.query(query).catch(() => lose(asked))
  }

  await connect()
  const heartbeat = setInterval(() => ask(client, 'select'), heartbeatMs)
  return {
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      listening = listening.then(() => ask(client, `listen ${pg.escapeIdentifier(channel)}`))
    },
    tellHere,
    /** Resolves once every requested channel is heard, or the connection counts as broken. */
    ready: () => listening,
    /** Calls the listener whenever notifications may have been missed, to drop caches. */
    onGap: (listener: () => void) => void gapListeners.push(listener),
    /** Returns false while the connection is broken; no cache is valid then. */
    isListening: () => client !== undefined,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      // A silent connection never closes on its own.
      if (client) await within(answerWithinMs, client.end()).catch(() => {})
    },
  }
}

/**
 * Returns true if one connection hears another's notification. A pooler in transaction mode accepts LISTEN
 * and silently withholds notifications; a connection that notified itself might still hear them.
 */
export async function hearsNotifications(from: Connection, at: Connection): Promise<boolean> {
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
    return await within(5000, heard).catch(() => false)
  } finally {
    await Promise.all([listener.end(), teller.end()])
  }
}
