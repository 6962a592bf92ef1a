import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { Refusal } from './platform/http/refusal.ts'
import { write } from './work.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

/** Writes an event and adds a job, and then ends so. */
function writeAndEnd(eventName: string, end: () => void): Promise<void> {
  return write(app.services, undefined, async ({ tx, addJobs }) => {
    await tx.insertInto('events').values({ eventName }).execute()
    await addJobs('send-mail', [{ mailId: 1 }])
    end()
  })
}

async function written(eventName: string) {
  const { rows } = await app.services.pool.query(
    `select (select count(*)::int from events where event_name = $1) as events, count(*)::int as jobs
     from pgboss.job where name = 'send-mail'`,
    [eventName],
  )
  return rows[0]
}

describe('what was written, with its jobs,', () => {
  test.each([
    ['is undone by a refusal', new Refusal('LINK_SPENT')],
    ['is undone by anything else that is thrown', new Error('a bug')],
  ])('%s, and whoever called is told', async (eventName, problem) => {
    const before = await written(eventName)
    const ended = writeAndEnd(eventName, () => {
      throw problem
    })
    await expect(ended).rejects.toBe(problem)
    expect(await written(eventName)).toEqual(before)
  })

  test('stays for a refusal that keeps it, and whoever called is told', async () => {
    const before = await written('kept')
    const problem = new Refusal('LINK_SPENT', { keepsWork: true })
    const ended = writeAndEnd('kept', () => {
      throw problem
    })
    await expect(ended).rejects.toBe(problem)
    expect(await written('kept')).toEqual({ events: 1, jobs: before.jobs + 1 })
  })

  test('stays where nothing is thrown', async () => {
    const before = await written('plain')
    await writeAndEnd('plain', () => {})
    expect(await written('plain')).toEqual({ events: 1, jobs: before.jobs + 1 })
  })
})

test('who acts is whoever calls, or nobody', async () => {
  const userId = '00000000-0000-4000-8000-000000000001'
  expect(await write(app.services, { userId }, async (work) => work.actingUserId)).toBe(userId)
  expect(await write(app.services, undefined, async (work) => work.actingUserId)).toBeUndefined()
})
