import { describe, expect, test } from 'vitest'
import { getPeople } from '#contract/people/users/changes.ts'
import { getRegistrations } from '#contract/registrations/registration-lists/changes.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { deleteUser } from '#server/people/users/delete-user.ts'
import { until } from '#test/app.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))

/** Waits until nothing that began before is still running, in any database of the cluster. */
async function settled() {
  const [{ now }] = (await app.query('select pg_current_xact_id()::text as now')) as [{ now: string }]
  await until(async () => {
    const [row] = await app.query(
      `select pg_snapshot_xmin(pg_current_snapshot()) > '${now}'::xid8 as is_over`,
    )
    return row.is_over
  })
}

function registrationsSince(changedSince?: string, limit?: number) {
  return app.dataOf(getRegistrations, { query: { changedSince, limit } }, administrator)
}

async function peopleSince(changedSince?: string) {
  await settled()
  return await app.dataOf(getPeople, { query: { changedSince } }, administrator)
}

/** Reads on until nothing is ready. */
async function newestCursor() {
  await settled()
  let page = await registrationsSince()
  while (page.hasMore) page = await registrationsSince(page.next)
  return page.next
}

describe('registrations changed since a cursor', () => {
  test('are those made, changed, and canceled after it, each once', async () => {
    const person = await givenPersonUnmailed(app)
    const before = await newestCursor()
    expect(await registrationsSince(before)).toEqual({
      registrations: [],
      deleted: [],
      next: before,
      hasMore: false,
    })
    const registrationId = await givenRegistration(app, person, event, { by: administrator })
    await settled()
    const made = await registrationsSince(before)
    expect(made).toMatchObject({
      registrations: [{ registrationId, userId: person.userId, eventId: event.eventId, hours: 0 }],
      deleted: [],
    })
    await app.send(cancelRegistration, { eventId: event.eventId } as never, person)
    await settled()
    const canceled = await registrationsSince(made.next)
    expect(canceled).toMatchObject({ registrations: [], deleted: [registrationId], hasMore: false })
    expect(await registrationsSince(before)).toEqual(canceled)
  })

  test('come in pages, and every page says if there is another', async () => {
    const before = await newestCursor()
    const made: number[] = []
    for (let each = 0; each < 5; each++)
      made.push(await givenRegistration(app, await givenPersonUnmailed(app), event, { by: administrator }))
    await settled()
    const found: number[] = []
    const sizes: [number, boolean][] = []
    let page = { next: before, hasMore: true }
    while (page.hasMore) {
      const { registrations, ...rest } = await registrationsSince(page.next, 2)
      found.push(...registrations.map(({ registrationId }) => registrationId))
      sizes.push([registrations.length, rest.hasMore])
      page = rest
    }
    expect(found).toEqual(made)
    expect(sizes).toEqual([
      [2, true],
      [2, true],
      [1, false],
    ])
  })

  test('wait for a transaction that began earlier and commits later', async () => {
    const [early, late] = [
      await givenRegistration(app, await givenPersonUnmailed(app), event, { by: administrator }),
      await givenRegistration(app, await givenPersonUnmailed(app), event, { by: administrator }),
    ]
    const before = await newestCursor()
    const slow = await app.services.pool.connect()
    const change = 'update registrations set version = version + 1 where registration_id = $1'
    await slow.query('begin')
    await slow.query(change, [early])
    await app.query(change, [late])
    const during = await registrationsSince(before)
    expect(during.registrations).toEqual([])
    await slow.query('commit')
    slow.release()
    await settled()
    const after = await registrationsSince(during.next)
    expect(after.registrations.map(({ registrationId }) => registrationId)).toEqual([early, late])
  })

  test('lose and double nothing while many transactions write at the same time', async () => {
    let cursor = await newestCursor()
    const { pool } = app.services
    const values = [event.eventId, event.slotIds[0]]
    const written: number[] = []
    let writing = 5
    const writers = Array.from({ length: writing }, async (_, writer) => {
      for (let round = 0; round < 25; round++) {
        const client = await pool.connect()
        await client.query('begin')
        const own: number[] = []
        // The first writers take longer, so that later transactions commit earlier. Some are rolled back.
        for (let each = 0; each < 5 - writer; each++) {
          const insert = 'insert into registrations (event_id, event_slot_id) values ($1, $2) returning *'
          own.push((await client.query(insert, values)).rows[0].registration_id)
        }
        const isKept = (round + writer) % 5 !== 0
        await client.query(isKept ? 'commit' : 'rollback')
        client.release()
        if (isKept) written.push(...own)
      }
      writing--
    })
    // Nobody holds them, so they are listed as deleted.
    const found: number[] = []
    const read = async () => {
      const page = await registrationsSince(cursor, 100)
      found.push(...page.deleted)
      cursor = page.next
      return page
    }
    while (writing > 0) await read()
    await Promise.all(writers)
    await settled()
    let page = await read()
    while (page.hasMore) page = await read()
    const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other)
    expect(written.length).toBeGreaterThan(250)
    expect(sorted(found)).toEqual(sorted(written))
  })

  test.each([
    'x',
    '1',
    '1_',
    `1_${'9'.repeat(10)}`,
    `${'9'.repeat(19)}_1`,
    "1_1'",
    '0_00000000-0000-0000-0000-000000000000',
  ])('refuse the cursor %s', async (changedSince) => {
    const { method, path } = getRegistrations
    const headers = { authorization: `Bearer ${administrator.token}` }
    const sent = { method, url: `/api${path}`, query: { changed_since: changedSince }, headers }
    const failure = (await app.request(sent)).json()
    expect(failure.fields).toEqual({ changed_since: "Has to be the 'next' of an earlier page of this list" })
  })

  test('refuse a cursor of another database, which has had more transactions', async () => {
    const query = { changedSince: `${'9'.repeat(18)}_1` }
    const { status, failure } = await app.call(getRegistrations, { query }, administrator)
    expect([status, failure?.code]).toEqual([410, 'CHANGES_UNKNOWN'])
  })
})

describe('people changed since a cursor', () => {
  test('are those who signed up, changed, or are gone', async () => {
    const { next: before } = await peopleSince()
    const { userId } = await givenPersonUnmailed(app)
    const added = await peopleSince(before)
    expect(added.people.map((person) => person.userId)).toEqual([userId])
    await app.query("update users set company_name = 'Acme' where user_id = $1", [userId])
    const changed = await peopleSince(added.next)
    expect(changed.people).toMatchObject([{ userId, companyName: 'Acme' }])
    await app.write((work) => deleteUser(work, userId))
    expect(await peopleSince(changed.next)).toMatchObject({ people: [], deleted: [userId] })
  })

  test('without a cursor are all', async () => {
    const { people } = await peopleSince()
    const stored = await app.query('select user_id from users')
    expect(people.map(({ userId }) => userId).sort()).toEqual(stored.map((row) => row.user_id).sort())
  })
})
