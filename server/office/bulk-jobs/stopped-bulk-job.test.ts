import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { urlOf } from '#test/database.ts'
import { startServer } from '#test/e2e/portal.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed } from '#test/given.ts'
import { ageRunningJobs, hurryJobs, loseJobs } from '#test/queue.ts'

/** Starts jobs, but runs none. */
let database: TestApp
let killed: ChildProcess | undefined
let next: TestApp | undefined
let holder: PoolClient
beforeEach(async () => {
  database = await startApp({ works: false })
  holder = await database.services.pool.connect()
})
afterEach(async () => {
  killed?.kill('SIGKILL')
  await next?.close()
  holder.release(true)
  await database.close()
})

test('a bulk job whose portal is killed halfway continues in the next portal and changes nobody twice', async () => {
  const { services, connection } = database
  const administrator = await givenAdministrator(database)
  const { eventId, focusId, slotIds } = await givenEvent(database)
  const ids: number[] = []
  for (let person = 0; person < 60; person++) {
    const { token } = await givenPersonUnmailed(database)
    const body = { eventId, eventSlotId: slotIds[0], focusId }
    const { registration } = (await database.call(registerForEvent, { body }, token)).data
    ids.push(registration.registrationId)
  }
  // These would wait for the lock below with their own locks, and block the bulk job until they are given up
  // after 15 seconds.
  await loseJobs(database, 'confirm-registration')
  const action = { kind: 'move', eventId, eventSlotId: slotIds[1], focusId } as const
  const body = { action, registrations: { ids } }
  const { jobId } = (await database.call(startBulkJob, { body }, administrator.token)).data
  const progress = async () =>
    (await database.call(getBulkJob, { params: { jobId } }, administrator.token)).data

  // A lock on the last registration stops the job in the middle of its second portion.
  await holder.query('set idle_in_transaction_session_timeout = 0')
  await holder.query('begin')
  await holder.query('select from registrations where registration_id = $1 for update', [ids.at(-1)])
  killed = await startServer({
    PORT: '0',
    DATABASE_URL: urlOf(connection),
    DEMO: 'off',
  })
  await until(async () => {
    const { rows } = await services.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`,
      [connection.database],
    )
    return rows.length > 0 && (await progress()).done === 50
  })
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
  await holder.query('rollback')
  expect(await progress()).toMatchObject({ state: 'running', done: 50, total: 60 })

  next = await startApp({ sharing: database })
  await until(async () => {
    await ageRunningJobs(database, 'run-bulk-job')
    await hurryJobs(database)
    return (await progress()).state === 'done'
  })
  expect(await progress()).toMatchObject({ done: 60, changed: 60, failures: [] })
  const { rows } = await services.pool.query(
    `select registration_id as id, count(*)::int as moves from activities where activity = 'moved' group by 1 order by 1`,
  )
  expect(rows).toEqual(ids.map((id) => ({ id, moves: 1 })))
}, 60_000)
