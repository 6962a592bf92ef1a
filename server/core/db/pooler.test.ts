import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { atOnce, startApp, until } from '#test/app.ts'
import { cloneDatabase, urlOf } from '#test/database.ts'
import { givenEvent, givenPerson, givenPersonUnmailed } from '#test/given.ts'
import { hasPooler, startPooler } from '#test/pooler.ts'
import { openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pooler: Awaited<ReturnType<typeof startPooler>>

describe.skipIf(!hasPooler)('behind PgBouncer in transaction mode (skipped if it is not installed)', () => {
  beforeEach(async () => {
    database = await cloneDatabase(inject('cluster'))
    pooler = await startPooler(database.connection)
  })
  afterEach(async () => {
    await pooler.close()
    await database.drop()
  })

  test('everything works with more processes than it has connections', async () => {
    const ways = { connection: pooler.connection, direct: database.connection }
    const environment = { RATE_LIMIT: 'on' }
    const apps = [await startApp({ ...ways, environment }), await startApp({ ...ways, environment })] as const
    const { eventId, focusId, slotIds } = await givenEvent(apps[0])
    const [eventSlotId] = slotIds
    const people = await atOnce(12, (index) => givenPerson(apps[index % 2 ? 1 : 0]))
    const answers = await Promise.all(
      people.map(({ token }, index) =>
        apps[index % 2 ? 0 : 1].call(registerForEvent, { body: { eventId, eventSlotId, focusId } }, token),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    for (const app of apps) await app.untilJobsAreDone()
    for (const { email } of people) await apps[0].mailsTo(email)
    await Promise.all(apps.map((app) => app.close()))
  })

  test('a change in one process shows in another at once', async () => {
    const ways = { connection: pooler.connection, direct: database.connection, works: false }
    const [one, other] = [await startApp(ways), await startApp(ways)]
    const { token } = await givenPersonUnmailed(one)
    const slots = async () => (await other.dataOf(getAllEvents, { query: {} }, token)).events.length
    expect(await slots()).toBe(0)
    const { slotIds } = await givenEvent(one)
    await until(async () => (await slots()) === slotIds.length)
    await one.close()
    await other.close()
  })

  test('a connection is returned with its original settings', async () => {
    const { pool, close } = openDatabase(pooler.connection)
    const { rows } = await pool.query('show statement_timeout')
    await close()
    expect(rows).toEqual([{ statement_timeout: '0' }])
  })

  test.each([
    ['without a direct connection', () => ({}), 'Set DATABASE_DIRECT_URL to the way around the pooler.'],
    [
      'with a direct connection that leads to it',
      () => ({ DATABASE_DIRECT_URL: `${pooler.url}?sslmode=disable` }),
      'DATABASE_DIRECT_URL has to lead',
    ],
  ])('%s the portal refuses to start and says why', async (_, more, words) => {
    const { code, said } = await startPortal({ DATABASE_URL: pooler.url, ...more() })
    expect([code, said]).toEqual([1, expect.stringContaining(words)])
  })

  test('a direct connection to another database is refused', async () => {
    const another = await cloneDatabase(inject('cluster'))
    const { code, said } = await startPortal({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: urlOf(another.connection),
    })
    await another.drop()
    expect([code, said]).toEqual([1, expect.stringContaining('has to lead to the same database')])
  })
})

async function startPortal(environment: Record<string, string>) {
  const portal = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    // Ends a portal that starts after all.
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  const [said, code] = await Promise.all([
    text(portal.stderr),
    new Promise((resolve) => portal.once('exit', resolve)),
  ])
  return { code, said }
}
