import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { errorCode } from './problem.ts'

export interface Connection {
  /** The folder of the unix socket. */
  host: string
  port: number
  user: string
  database: string
}

/** No socket yet, no listener yet, a full queue, a dropped connection, 'the database system is starting up'. */
const notYet = ['ENOENT', 'ECONNREFUSED', 'EAGAIN', 'ECONNRESET', 'EPIPE', '57P03']

const noSuchDatabase = '3D000'
const alreadyThere = '42P04'

/** Waits until the database answers, as long as the server lives. Creates a missing database. */
export async function untilReady(connection: Connection, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    try {
      await run(connection, 'SELECT 1')
      return
    } catch (error) {
      if (errorCode(error) === noSuchDatabase) await createDatabase(connection)
      else if (!isNotYet(error)) throw error
    }
    await delay(10)
  }
}

async function createDatabase(connection: Connection): Promise<void> {
  try {
    await run(
      { ...connection, database: 'postgres' },
      `CREATE DATABASE ${escapeIdentifier(connection.database)}`,
    )
  } catch (error) {
    if (errorCode(error) !== alreadyThere && !isNotYet(error)) throw error
  }
}

async function run(connection: Connection, statement: string): Promise<void> {
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isNotYet(error: unknown): boolean {
  return notYet.includes(errorCode(error) ?? '') || /terminated unexpectedly/.test(String(error))
}
