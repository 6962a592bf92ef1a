import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { until } from '#test/app.ts'
import { preparedApp } from '#test/given.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import { Refusal } from './core/http/refusal.ts'
import { openQueue } from './core/jobs/queue.ts'
import type { Jobs } from './jobs.ts'
import { jobPolicies } from './nouns.ts'
import { write } from './work.ts'

const app = preparedApp({ works: false })

/** Writes an event, adds a job, and calls `end`. */
function writeAndEnd(eventName: string, end: () => void) {
  return app.write(async ({ tx, addJobs }) => {
    await tx.insertInto('events').values({ eventName }).execute()
    await addJobs('send-mail', [{ mailId: 1 }])
    end()
  })
}

async function written(eventName: string) {
  const rows = await app.query('select count(*)::int as events from events where event_name = $1', [
    eventName,
  ])
  return { ...rows[0], jobs: (await jobsOf(app, 'send-mail')).length }
}

describe('written data, with its jobs,', () => {
  test.each([
    ['is undone by a refusal', new Refusal('LINK_SPENT')],
    ['is undone by anything else that is thrown', new Error('a bug')],
  ])('%s, and the caller gets the error', async (eventName, problem) => {
    const before = await written(eventName)
    const ended = writeAndEnd(eventName, () => {
      throw problem
    })
    await expect(ended).rejects.toBe(problem)
    expect(await written(eventName)).toEqual(before)
  })

  test('stays if the refusal keeps it, and the caller gets the error', async () => {
    const before = await written('kept')
    const problem = new Refusal('LINK_SPENT', { keepsWork: true })
    const ended = writeAndEnd('kept', () => {
      throw problem
    })
    await expect(ended).rejects.toBe(problem)
    expect(await written('kept')).toEqual({ events: 1, jobs: before.jobs + 1 })
  })

  test('stays if nothing is thrown', async () => {
    const before = await written('plain')
    await writeAndEnd('plain', () => {})
    expect(await written('plain')).toEqual({ events: 1, jobs: before.jobs + 1 })
  })
})

describe('afterCommit', () => {
  test('runs its function after the commit', async () => {
    const seen: unknown[] = []
    await app.write(async ({ tx, afterCommit }) => {
      await tx.insertInto('events').values({ eventName: 'followed' }).execute()
      afterCommit(() => seen.push(written('followed')))
      expect(seen).toEqual([])
    })
    expect(await Promise.all(seen)).toMatchObject([{ events: 1 }])
  })

  test.each([
    ['never runs it if the work is undone', false, 0],
    ['runs it if a refusal keeps the work', true, 1],
  ])('%s', async (_, keepsWork, expected) => {
    let runs = 0
    const ended = app.write(async ({ afterCommit }) => {
      afterCommit(() => runs++)
      throw new Refusal('LINK_SPENT', { keepsWork })
    })
    await expect(ended).rejects.toThrow()
    expect(runs).toBe(expected)
  })
})

test('the acting user is the caller, or nobody', async () => {
  const userId = '00000000-0000-4000-8000-000000000001'
  expect(await write(app.services, { userId }, async (work) => work.actingUserId)).toBe(userId)
  expect(await app.write(async (work) => work.actingUserId)).toBeUndefined()
})

describe('work that PostgreSQL rolls back is retried before the caller hears of it:', () => {
  test('two transactions that wait for each other', async () => {
    const { pool } = app.services
    const { rows } = await pool.query(
      "insert into events (event_name) values ('one'), ('other') returning event_id",
    )
    const [one, other] = rows.map(({ event_id }) => event_id as number) as [number, number]
    let runs = 0
    let holding = 0
    let commits = 0
    const both = Promise.withResolvers<void>()
    const rename = (first: number, second: number) =>
      app.write(async ({ tx, afterCommit }) => {
        runs++
        afterCommit(() => commits++)
        const change = (eventId: number) =>
          tx.updateTable('events').set({ venue: 'Hangar' }).where('eventId', '=', eventId).execute()
        await change(first)
        if (++holding === 2) both.resolve()
        await both.promise
        await change(second)
      })
    await Promise.all([rename(one, other), rename(other, one)])
    expect(commits).toBe(2)
    // The one that begins again may take its first row before the other has it, and then both meet once more.
    expect(runs).toBeGreaterThan(2)
  })

  test('statements whose columns a migration has changed', async () => {
    const { pool } = app.services
    await pool.query('create table first (a int); create table second (a int)')
    const read = () =>
      app.write(async ({ tx }) => [
        (await sql`select * from first where a is distinct from ${1}::int`.execute(tx)).rows,
        (await sql`select * from second where a is distinct from ${1}::int`.execute(tx)).rows,
      ])
    // Runs on every connection of the pool.
    await Promise.all(Array.from({ length: 20 }, read))
    await pool.query('alter table first add b int; alter table second add b int')
    expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill([[], []]))
  })
})

test('the jobs that a process adds run at once, without waiting until it looks for jobs', async () => {
  await loseJobs(app)
  const policies = { 'send-mail': jobPolicies['send-mail'] }
  const jobs = await openQueue<Pick<Jobs, 'send-mail'>>(app.connection, policies, () => {})
  let sent = 0
  await jobs.work({ 'send-mail': async () => void sent++ })
  const begun = performance.now()
  for (let mailId = 1; mailId <= 20; mailId++) {
    await write({ ...app.services, jobs: jobs as never }, undefined, ({ addJobs }) =>
      addJobs('send-mail', [{ mailId }]),
    )
    await until(async () => sent === mailId)
  }
  // It polls once a second.
  expect(performance.now() - begun).toBeLessThan(10_000)
  await jobs.close(0)
})
