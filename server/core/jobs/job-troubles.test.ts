import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ready } from '#contract/core/health.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { JobPolicy } from './queue.ts'
import { openQueue } from './queue.ts'

let app: TestApp
const logLines: string[] = []
beforeEach(async () => {
  logLines.length = 0
  app = await startApp({ works: false, logLines, environment: { LOG_LEVEL: 'warn' } })
})
afterEach(() => app.close())

test('a scheduled job of which the last three runs failed is told until it works again, and the portal stays ready', async () => {
  await givenRuns('remind', 'completed', 'failed', 'failed', 'failed')
  await givenRuns('sweep-codes', 'failed', 'failed', 'failed', 'completed')
  await givenRuns('sweep-mails', 'completed', 'failed', 'failed')
  // It has no schedule; the metrics report it.
  await givenRuns('send-mail', 'failed', 'failed', 'failed')
  await until(async () => (await told()).jobs === 'degraded')
  expect((await told()).failingJobs).toEqual([
    {
      name: 'remind',
      since: await runAt('remind', 2),
      advice: expect.stringContaining("'Job remind failed'"),
    },
  ])
  await givenRuns('remind', 'completed')
  await until(async () => (await told()).jobs === 'ok')
  expect((await told()).failingJobs).toEqual([])
})

test('after the clock was set back, the schedule runs, waiting jobs run, and jobs with a delay keep it', async () => {
  const numbers: number[] = []
  let scheduled = 0
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600, atOnce: 5, cron: '* * * * *' })
  for (const [number, afterSeconds] of [
    [1, 0],
    [2, 600],
    [3, 0],
    [4, 0],
  ] as const) {
    await app.services.db
      .transaction()
      .execute((tx) => jobs.add(tx as never, [{ job: 'count', data: { number }, afterSeconds }]))
  }
  await app.query(
    "update pgboss.job set state = 'retry', created_on = created_on - interval '1 day', started_on = now(), retry_limit = 5 where data->>'number' = '3'",
  )
  await app.query(
    "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where data->>'number' = '4'",
  )
  // Written while the clock was an hour ahead. The minutes of that hour have had their jobs.
  const ahead = "interval '1 hour'"
  await app.query(`
    update pgboss.job set created_on = created_on + ${ahead}, started_on = started_on + ${ahead}, heartbeat_on = heartbeat_on + ${ahead},
      start_after = start_after + ${ahead}, keep_until = keep_until + ${ahead}
    where name = 'count'`)
  await app.query(`update pgboss.version set cron_on = now() + ${ahead}`)
  await app.query(
    `update pgboss.queue set monitor_claim_on = now() + ${ahead}, maintain_on = now() + ${ahead}`,
  )
  await jobs.work({
    count: async ({ number }) => {
      if (number === undefined) scheduled++
      else numbers.push(number)
    },
  })
  const boss = new PgBoss({ ...app.connection, cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1 })
  boss.on('error', () => {})
  await boss.start()
  await until(async () => numbers.length === 3 && scheduled > 0)
  await boss.stop({ graceful: false })
  expect(numbers.sort()).toEqual([1, 3, 4])
  const [delayed] = await app.query(
    "select round(extract(epoch from start_after - now()) / 60) as minutes, keep_until - start_after = interval '14 days' as is_kept from pgboss.job where data->>'number' = '2'",
  )
  expect(delayed).toMatchObject({ minutes: '10', is_kept: true })
  expect(
    await app.query('select from pgboss.queue where greatest(monitor_claim_on, maintain_on) > now()'),
  ).toEqual([])
  await jobs.close(0)
})

test('the minutes that a clock was ahead have their jobs again once they come', async () => {
  const slots = ['-1 hour', '5 minutes', '1 hour']
  for (const slot of slots) {
    await app.query(`
      insert into pgboss.job (name, policy, state, singleton_on, singleton_key)
      values ('__pgboss__send-it', 'standard', 'completed', now() at time zone 'UTC' + interval '${slot}', 'count__')`)
  }
  const jobs = await openCounting({ retryLimit: 0, expireInSeconds: 600 })
  await jobs.close(0)
  const kept = await app.query(
    "select singleton_on < now() at time zone 'UTC' as is_past from pgboss.job where name = '__pgboss__send-it' and singleton_on is not null",
  )
  expect(kept).toEqual([{ is_past: true }])
})

test('a clock that was set back is told in the log and by /api/ready, which stays 200', async () => {
  expect(await told()).toMatchObject({ clock: 'ok', clockSetBackAt: null })
  await app.query("update pgboss.version set cron_on = now() + interval '1 hour'")
  await until(async () => (await told()).clock === 'degraded')
  expect(Math.abs(((await told()).clockSetBackAt as Date).getTime() - Date.now())).toBeLessThan(60_000)
  expect(logLines.filter((line) => line.includes('The clock of the database was set back'))).toHaveLength(1)
})

async function told() {
  const { status, data } = await app.call(ready, {})
  expect(status).toBe(200)
  return data
}

/** Adds runs of a job that ended a minute apart, after its earlier ones. */
async function givenRuns(name: string, ...states: ('completed' | 'failed')[]) {
  for (const state of states) {
    await app.query(`
      insert into pgboss.job (name, policy, state, completed_on)
      select '${name}', 'standard', '${state}', coalesce(max(completed_on), now() - interval '1 hour') + interval '1 minute'
      from pgboss.job where name = '${name}'`)
  }
}

async function runAt(name: string, place: number) {
  const rows = await app.query(
    `select completed_on from pgboss.job where name = '${name}' order by completed_on offset ${place - 1} limit 1`,
  )
  return rows[0]?.completed_on
}

function openCounting(policy: JobPolicy) {
  return openQueue<{ count: { number?: number } }>(app.connection, { count: policy }, () => {}, {
    isPrompt: true,
  })
}
