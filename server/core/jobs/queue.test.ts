import { PgBoss } from 'pg-boss'
import { beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/core/db/database.ts'
import { until } from '#test/app.ts'
import { cloneDatabase } from '#test/database.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { preparedApp } from '#test/given.ts'
import type { JobPolicy } from './queue.ts'
import { openQueue, TryAgain } from './queue.ts'
import { openRush } from './rush.ts'

const app = preparedApp({ works: false })
// Retries of an earlier test may be due.
beforeEach(() => app.services.pool.query("delete from pgboss.job where name = 'count'"))

test('each job of a list is stored like one that pg-boss adds', async () => {
  const { db, pool, jobs } = app.services
  const data = [{ registrationId: 1 }, { registrationId: 2 }, { registrationId: 3 }]
  await db.transaction().execute(async (tx) => {
    await jobs.add(
      tx as never,
      data.map((each) => ({ job: 'confirm-registration', data: each })),
    )
    await jobs.add(tx as never, [])
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
    await jobs.add(tx as never, [{ job: 'send-mail', data: { mailId: 1 } }])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const { rows } = await pool.query("select 1 from pgboss.job where name = 'send-mail'")
  expect(rows).toEqual([])
})

test('jobs continue after every connection of the queue goes silent', async () => {
  const database = await cloneDatabase(inject('cluster'))
  const proxy = await startDatabaseProxy(database.connection)
  const done: number[] = []
  const queue = await openQueue<{ count: { number: number } }>(
    proxy.connection,
    { count: { retryLimit: 0, expireInSeconds: 60 } },
    () => {},
    { patienceMs: 1000 },
  )
  await queue.work({ count: async ({ number }) => void done.push(number) })
  proxy.forget()
  const direct = openDatabase(database.connection)
  const add = () =>
    direct.db.transaction().execute((tx) => queue.add(tx as never, [{ job: 'count', data: { number: 7 } }]))
  // The queue fails at most one call per connection before it notices the silence.
  await until(() =>
    add().then(
      () => true,
      () => false,
    ),
  )
  await until(async () => done.includes(7))
  await queue.close(0)
  await direct.close()
  await proxy.close()
  await database.drop()
})

test('a changed policy applies to an existing queue, and resets the settings that it no longer has', async () => {
  const before = { retryLimit: 3, retryDelay: 7, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 90 }
  await (await openCounting({ ...before, cron: '1 2 3 4 5' })).close(0)
  expect(await settings()).toEqual([
    { limit: 3, delay: 7, backoff: true, max: 60, seconds: 90, cron: '1 2 3 4 5' },
  ])
  await (await openCounting({ retryLimit: 0, expireInSeconds: 30 })).close(0)
  expect(await settings()).toEqual([
    { limit: 0, delay: 0, backoff: false, max: null, seconds: 30, cron: null },
  ])

  async function settings() {
    const rows = await app.query(
      `select retry_limit as limit, retry_delay as delay, retry_backoff as backoff, retry_delay_max as max, expire_seconds as seconds,
         cron from pgboss.queue left join pgboss.schedule using (name) where name = 'count'`,
    )
    return rows
  }
})

test('a start writes to no queue and no schedule whose policy is current', async () => {
  const policy = { retryLimit: 3, retryBackoff: true, expireInSeconds: 90, cron: '1 2 3 4 5' }
  const edits = () =>
    app.query(
      `select queue.updated_on, schedule.updated_on as scheduled_on
       from pgboss.queue join pgboss.schedule using (name) where name = 'count'`,
    )
  await (await openCounting(policy)).close(0)
  const before = await edits()
  await (await openCounting(policy)).close(0)
  expect(await edits()).toEqual(before)
})

test('the schedule of a job that only an earlier version has ends', async () => {
  const policies = { old: { retryLimit: 0, expireInSeconds: 30, cron: '1 2 3 4 5' } }
  await (await openQueue(app.connection, policies, () => {})).close(0)
  const schedules = () => app.query("select from pgboss.schedule where name = 'old'")
  expect(await schedules()).toHaveLength(1)
  await (await openCounting({ retryLimit: 0, expireInSeconds: 30 })).close(0)
  expect(await schedules()).toHaveLength(0)
})

test('jobs that fail together are retried at different times, so that a recovered service is not overloaded', async () => {
  const jobs = await openCounting({
    retryLimit: 9,
    retryDelay: 100,
    retryBackoff: true,
    retryDelayMax: 9999,
    expireInSeconds: 600,
    atOnce: 20,
  })
  for (let number = 1; number <= 20; number++) await add(jobs, number)
  await jobs.work({
    count: async () => {
      throw new TryAgain('Not now')
    },
  })
  let delays: number[] = []
  await until(async () => {
    const rows = await app.query(
      "select extract(epoch from start_after - created_on)::float as delay from pgboss.job where name = 'count' and state = 'retry'",
    )
    delays = rows.map(({ delay }) => delay)
    return delays.length === 20
  })
  await jobs.close(0)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(100)
  // Twenty random delays between 100 and 200 s don't all fall into one half.
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(30)
})

test('the job of a dead process runs in another after 10 s without a heartbeat, and that counts no attempt', async () => {
  const numbers: number[] = []
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600 })
  await add(jobs, 1)
  // The dead process takes the job and disappears.
  const dead = new PgBoss(app.connection)
  await dead.start()
  expect(await dead.fetch('count')).toHaveLength(1)
  await dead.stop({ graceful: false })
  await jobs.work({ count: async ({ number }) => void numbers.push(number) })
  await app.query("update pgboss.job set heartbeat_on = now() - interval '10 seconds' where state = 'active'")
  await until(async () => numbers.length === 1)
  await jobs.close(0)
})

test('a job that fails because the database is away is run again, and that counts no attempt', async () => {
  let tries = 0
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600 })
  await add(jobs, 1)
  await jobs.work({
    count: async () => {
      if (++tries < 4)
        throw Object.assign(new Error('the database system is shutting down'), { code: '57P01' })
    },
  })
  await until(async () => tries === 4)
  await jobs.close(0)
})

test('a job that ends its process each time is tried a limited number of times', async () => {
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600 })
  await add(jobs, 1)
  const { pool } = app.services
  const state = async () =>
    (await pool.query("select state from pgboss.job where name = 'count'")).rows[0].state
  await pool.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute',
       output = '{"timesGivenBack": 20}' where name = 'count'`,
  )
  await until(async () => (await state()) === 'failed')
  await jobs.close(0)
})

test('an urgent job runs before waiting jobs, without waiting for a worker', async () => {
  const numbers: number[] = []
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600, urgentAtOnce: 1 })
  const hanging = Promise.withResolvers<void>()
  await add(jobs, 1)
  await add(jobs, 2)
  await jobs.work({
    count: async ({ number }) => {
      numbers.push(number)
      if (number === 1) await hanging.promise
    },
  })
  await until(async () => numbers.length === 1)
  await add(jobs, 3, { isUrgent: true })
  await until(async () => numbers.length === 2)
  expect(numbers).toEqual([1, 3])
  hanging.resolve()
  await until(async () => numbers.length === 3)
  await jobs.close(0)
})

test('as many jobs run at the same time as their policy allows, and one that hangs delays no other', async () => {
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600, atOnce: 3 })
  const hanging = Promise.withResolvers<void>()
  const numbers: number[] = []
  let running = 0
  let most = 0
  for (let number = 1; number <= 20; number++) await add(jobs, number)
  await jobs.work({
    count: async ({ number }) => {
      most = Math.max(most, ++running)
      if (number === 1) await hanging.promise
      else await app.query('select')
      running--
      numbers.push(number)
    },
  })
  await until(async () => numbers.length === 19)
  expect([most, running]).toEqual([3, 1])
  hanging.resolve()
  await until(async () => numbers.length === 20)
  await jobs.close(0)
})

test('a job that runs longer than its process may wait at its end runs in another, and that counts no attempt', async () => {
  const ending = await openCounting({ retryLimit: 0, expireInSeconds: 600 })
  const hanging = Promise.withResolvers<void>()
  const numbers: number[] = []
  await add(ending, 1)
  await ending.work({
    count: async ({ number }) => {
      numbers.push(number)
      await hanging.promise
    },
  })
  await until(async () => numbers.length === 1)
  await ending.close(0)
  // Immediately, not when its process counts as dead.
  const rows = await app.query("select state from pgboss.job where name = 'count'")
  expect(rows).toEqual([{ state: 'created' }])
  const other = await openCounting({ retryLimit: 0, expireInSeconds: 600 })
  await other.work({ count: async ({ number }) => void numbers.push(number) })
  await until(async () => numbers.length === 2)
  hanging.resolve()
  await other.close(0)
})

test('during a burst of calls an ordinary job waits, and an urgent one does not', async () => {
  const numbers: number[] = []
  const { rush, calm } = givenRush()
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600, urgentAtOnce: 1 }, [], () =>
    rush.over(60_000),
  )
  await jobs.work({ count: async ({ number }) => void numbers.push(number) })
  await add(jobs, 1)
  await add(jobs, 2, { isUrgent: true })
  await until(async () => numbers.length === 1)
  expect(numbers).toEqual([2])
  calm()
  await until(async () => numbers.length === 2)
  await jobs.close(0)
})

test('jobs that give way to a burst of calls keep no place from urgent ones', async () => {
  const numbers: number[] = []
  const { rush, calm } = givenRush()
  const hanging = Promise.withResolvers<void>()
  const policy = { retryLimit: 0, expireInSeconds: 600, atOnce: 3, urgentAtOnce: 1 }
  const jobs = await openCounting(policy, [], () => rush.over(60_000))
  await jobs.work({
    count: async ({ number }) => {
      numbers.push(number)
      await hanging.promise
    },
  })
  for (const number of [1, 2, 3]) await add(jobs, number)
  await add(jobs, 4, { isUrgent: true })
  await until(async () => numbers.includes(4))
  for (const number of [5, 6, 7]) await add(jobs, number, { isUrgent: true })
  await until(async () => numbers.length === 4)
  expect(numbers.toSorted()).toEqual([4, 5, 6, 7])
  calm()
  hanging.resolve()
  await until(async () => numbers.length === 7)
  await jobs.close(0)
})

test('a job runs in time even if the burst of calls never ends', async () => {
  const numbers: number[] = []
  const { rush, calm } = givenRush()
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600 }, [], () => rush.over())
  await jobs.work({ count: async ({ number }) => void numbers.push(number) })
  await add(jobs, 1)
  await until(async () => numbers.length === 1)
  calm()
  await jobs.close(0)
})

test('a job that asks for a retry is not reported as a problem, and a job that breaks is', async () => {
  const problems: string[] = []
  const jobs = await openCounting({ retryLimit: 5, expireInSeconds: 600, atOnce: 2 }, problems)
  await add(jobs, 1)
  await add(jobs, 2)
  await jobs.work({
    count: async ({ number }) => {
      throw number === 1 ? new TryAgain('Not now') : new Error('Broken')
    },
  })
  await until(async () => problems.length > 0)
  await jobs.close(0)
  expect(problems.filter((problem) => !problem.endsWith('Broken'))).toEqual([])
})

interface Counting {
  count: { number: number }
}

function openCounting(policy: JobPolicy, problems: string[] = [], giveWay?: () => Promise<void>) {
  const onProblem = ({ message }: Error) => problems.push(message)
  return openQueue<Counting>(app.connection, { count: policy }, onProblem, {
    isPrompt: true,
    ...(giveWay && { giveWay }),
  })
}

/** Sends calls without a pause until `calm`. */
function givenRush() {
  const rush = openRush()
  const call = () => {
    for (let calls = 0; calls < 20; calls++) rush.called()
  }
  call()
  const calling = setInterval(call, 1)
  return { rush, calm: () => clearInterval(calling) }
}

function add(
  jobs: Awaited<ReturnType<typeof openCounting>>,
  number: number,
  options?: { isUrgent: boolean },
) {
  return app.services.db
    .transaction()
    .execute((tx) => jobs.add(tx as never, [{ job: 'count', data: { number }, ...options }]))
}
