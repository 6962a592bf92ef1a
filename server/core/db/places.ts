import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { together } from '#server/core/together.ts'

export interface Place {
  host: string
  port: number
  ssl: boolean | ConnectionOptions
}

interface Search {
  /** The ways to connect to each host; the first that works counts. */
  hosts: Place[][]
  login: pg.ClientConfig
  wantsWrites: boolean
  withinMs: number
}

class NowhereFound extends Error {
  readonly code = 'NOWHERE_FOUND'
}

export type Places = ReturnType<typeof openPlaces>

/** Finds the current host among several: all connections go to the same one. */
export function openPlaces({ hosts, login, wantsWrites, withinMs }: Search) {
  let known: Place | undefined
  const settled = new Map<pg.Client, Place>()

  const look = together(async () => {
    const looks = hosts.map((ways) => firstThatWorks(ways))
    const found = await Promise.any(looks).catch((problem: AggregateError) => {
      throw nowhere(hosts, problem.errors)
    })
    known = found
    for (const [client, place] of settled) {
      // A silent host would keep its connections waiting long after a failover.
      if (!isSameHost(place, found)) client.connection.stream.destroy()
    }
    return found
  })

  async function firstThatWorks(ways: Place[]): Promise<Place> {
    const deadline = performance.now() + withinMs
    let problem: unknown
    for (const place of ways) {
      try {
        // A host that is silent in one way is silent in the other.
        return await tryOut(place, Math.max(1, deadline - performance.now()))
      } catch (error) {
        problem = error
      }
    }
    throw problem
  }

  async function tryOut(place: Place, patienceMs: number): Promise<Place> {
    const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
    const client = new pg.Client({ ...login, ...place, ...patience, application_name: 'portal search' })
    client.on('error', () => {})
    try {
      await client.connect()
      await check(client)
      return place
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** Throws if this connection must write and can't. */
  async function check(client: pg.Client) {
    if (!wantsWrites) return
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0].transaction_read_only === 'on') throw new NowhereFound('it takes no writes')
  }

  return {
    isMovable: hosts.length > 1,
    /** Returns the current host, searching for it if unknown. Throws NowhereFound. */
    find: async (): Promise<Place> => known ?? look(),
    check,
    /** Drops a host that is gone or silent, so that the next connection searches again. */
    forget(place: Place) {
      if (known && isSameHost(known, place)) known = undefined
    },
    /** Cuts this connection once the database is found on another host. */
    settle(client: pg.Client, place: Place) {
      settled.set(client, place)
      client.once('end', () => settled.delete(client))
    },
  }
}

function isSameHost(one: Place, other: Place) {
  return one.host === other.host && one.port === other.port
}

/** Returns the problem in words for the operator and the log. */
function nowhere(hosts: Place[][], problems: Error[]): Error {
  const [only, ...more] = problems
  if (only && more.length === 0) return only
  const reasons = hosts.map(([place], index) => `${place?.host}:${place?.port} ${problems[index]?.message}`)
  return new NowhereFound(`none of its hosts can be used (${reasons.join('; ')})`)
}
