import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

test('every job of a list is the row that pg-boss writes for one', async () => {
  const { db, pool, jobs } = app.services
  const data = [{ registrationId: 1 }, { registrationId: 2 }, { registrationId: 3 }]
  await db.transaction().execute(async (tx) => {
    await jobs.add(tx as never, 'confirm-registration', data)
    await jobs.add(tx as never, 'confirm-registration', [])
  })
  const boss = new PgBoss({ ...app.connection, max: 1 })
  await boss.start()
  await boss.send('confirm-registration', { registrationId: 4 })
  await boss.stop({ graceful: false })
  const { rows } = await pool.query(
    "select * from pgboss.job where name = 'confirm-registration' order by (data->>'registrationId')::int",
  )
  expect(rows.map((row) => row.data)).toEqual([...data, { registrationId: 4 }])
  const [sent, ...added] = rows
    .toReversed()
    .map(({ id: _, data: __, created_on, start_after, keep_until, ...row }) => ({
      ...row,
      keptFor: keep_until - start_after,
      startsAfter: start_after - created_on,
    }))
  expect(added).toEqual([sent, sent, sent])
})

test('a job of a transaction that is rolled back does not exist', async () => {
  const { db, pool, jobs } = app.services
  const undone = db.transaction().execute(async (tx) => {
    await jobs.add(tx as never, 'send-mail', [{ mailId: 1 }])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const { rows } = await pool.query("select 1 from pgboss.job where name = 'send-mail'")
  expect(rows).toEqual([])
})
