// A portal for tests to kill. It starts the database of its argument, prints its address on the first line,
// and writes numbered rows on request. It prints each row once PostgreSQL has acknowledged it.
import { Client } from 'pg'
import type { EmbeddedPostgresOptions } from '../embedded-postgres.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import type { Connection } from '../readiness.ts'

const [options = '{}', firstNumber = ''] = process.argv.slice(2)
try {
  const postgres = await startEmbeddedPostgres(JSON.parse(options) as EmbeddedPostgresOptions)
  const { pid, isNew, connection } = postgres
  process.stdout.write(`${JSON.stringify({ pid, isNew, connection })}\n`)
  if (firstNumber) {
    let next = Number(firstNumber)
    // The test may kill PostgreSQL first. All acknowledged rows are printed already.
    await Promise.allSettled([1, 2, 3, 4].map(() => writeForever(connection, () => next++)))
  }
  process.on('SIGTERM', () => void postgres.stop())
} catch (error) {
  process.stdout.write(`${JSON.stringify({ problem: (error as Error).message })}\n`)
  process.exitCode = 1
}

async function writeForever(connection: Connection, nextNumber: () => number): Promise<never> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS written (number int PRIMARY KEY)').catch(() => undefined)
  for (;;) {
    const number = nextNumber()
    await client.query('INSERT INTO written VALUES ($1)', [number])
    process.stdout.write(`${number}\n`)
  }
}
