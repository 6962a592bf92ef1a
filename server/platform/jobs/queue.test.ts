import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { jobInsert } from './queue.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

const job = { userId: '00000000-0000-4000-8000-000000000000', eventId: 7 }

test('a job written inside a larger statement is the row that pg-boss writes itself', async () => {
  const { db, pool, jobs } = app.services
  await db.transaction().execute((tx) => jobs.add(tx as never, 'confirm-registration', job))
  const from = `(select '${JSON.stringify(job)}'::jsonb as given) asked`
  await pool.query(jobInsert('confirm-registration', { from, data: 'given' }))
  const { rows } = await pool.query("select * from pgboss.job where name = 'confirm-registration'")
  const [sent, written] = rows.map(({ id: _id, created_on, start_after, keep_until, ...row }) => ({
    ...row,
    keptFor: keep_until - start_after,
    startsAfter: start_after - created_on,
  }))
  expect(written).toEqual(sent)
})

test('a job of a transaction that is rolled back does not exist', async () => {
  const { db, pool, jobs } = app.services
  const undone = db.transaction().execute(async (tx) => {
    await jobs.add(tx as never, 'send-mail', { mailId: 1 })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const { rows } = await pool.query("select 1 from pgboss.job where name = 'send-mail'")
  expect(rows).toEqual([])
})
