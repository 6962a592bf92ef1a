import { expect, test } from 'vitest'
import { openDatabase } from '#server/core/db/database.ts'
import { until } from '#test/app.ts'
import { startOwnDatabase } from '#test/own-database.ts'
import { openQueue } from './queue.ts'

test('an outage of the database is one line, whatever waited for it, and a failing job is a line each time', async () => {
  const database = await startOwnDatabase()
  const { db, pool, close } = openDatabase(database.connection, { connections: 10 })
  const lines: string[] = []
  const runs: number[] = []
  const queue = await openQueue<{ count: { number: number } }>(
    database.connection,
    { count: { retryLimit: 0, expireInSeconds: 600, atOnce: 20 } },
    (problem) => lines.push(`${problem.stack}`),
    { patienceMs: 2000, warn: (sentence) => lines.push(sentence) },
  )
  queue.work({
    count: async ({ number }) => {
      runs.push(number)
      if (number === 0) throw new Error('broken')
      // Each is running when the database goes away.
      await pool.query('select pg_sleep($1)', [runs.length > 10 ? 0 : 60])
    },
  })
  const add = (from: number, to: number) =>
    db.transaction().execute((tx) =>
      queue.add(
        tx as never,
        Array.from({ length: to - from }, (_, place) => ({
          job: 'count' as const,
          data: { number: from + place },
        })),
      ),
    )
  await add(1, 11)
  await until(async () => runs.length === 10)
  await database.becomeStandby()
  await until(async () => lines.length > 0)
  await database.promote()
  await until(async () => runs.length >= 20)
  expect(lines).toEqual([expect.stringMatching(/^The database is away, so jobs wait until it is back: .+$/)])
  await add(0, 1)
  await until(async () => lines.length > 1)
  expect(lines[1]).toContain('Job count failed: broken')
  await queue.close(0)
  await close()
  await database.close()
})
