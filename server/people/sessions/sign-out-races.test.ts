import { expect, test } from 'vitest'
import {
  getAdministrators,
  inviteAdministrator,
  removeAdministrator,
} from '#contract/people/administrators/calls.ts'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { endOtherSessions, exchangeToken, signOut } from '#contract/people/sessions/calls.ts'
import { endUserSessions } from '#contract/people/users/edits.ts'
import { expectSuccess, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenIdToken,
  givenPerson,
  givenSession,
  givenTypedAgain,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { rawClient } from '#test/raw-client.ts'
import { givenApp, password } from '#test/second-factors.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)

/** The ways to end the session of `token`. */
const ends: [string, (person: Person, token: string) => Promise<{ status: number }>][] = [
  ['signs out', (_, token) => app.call(signOut, {}, token)],
  ['signs out everywhere else', (person) => app.send(endOtherSessions, {}, person)],
  ['is signed out by an administrator', ({ userId }) => app.send(endUserSessions, { userId }, administrator)],
]

test.each(ends)('an ID token begins no session while its owner %s', async (_, end) => {
  const person = await givenPerson(app)
  const authToken = await givenIdToken(app, person.email)
  const { token } = await app.dataOf(exchangeToken, { body: { authToken } })
  const [ended, begun] = await inTurn(
    'select from users where user_id = $1 for update',
    [person.userId],
    () => end(person, token),
    () => app.send(exchangeToken, { authToken }),
  )
  expect([ended.status, begun.failure?.code]).toEqual([200, 'IDENTITY_NOT_PROVEN'])
})

test('a sign-in on a remembered browser does not deadlock while that browser is forgotten', async () => {
  const { userId, email, cookie } = await givenApp(app, true)
  const token = await givenSession(app, administrator.userId)
  const { idToken: authToken } = await app.dataOf(signInWithPassword, { body: { email, password } })
  const [ended, begun] = await inTurn(
    'select from remembered_devices where user_id = $1 for update',
    [userId],
    () => app.send(endUserSessions, { userId }, token),
    () =>
      app.request({
        method: 'POST',
        url: `/api${exchangeToken.path}`,
        headers: { cookie },
        payload: { authToken },
      }),
  )
  expect([ended.status, begun.json().code]).toEqual([200, 'SECOND_FACTOR_WANTED'])
})

test('a call of an administrator who is removed at the same moment does nothing', async () => {
  const removed = await givenAdministrator(app, 'removed@example.com')
  const body = JSON.stringify({ email: 'their-friend@example.com' })
  const head = [
    `POST /api${inviteAdministrator.path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Connection: close',
    `Content-Length: ${body.length}`,
    `Authorization: Bearer ${removed.token}`,
    // Resolves once the head is read.
    'Expect: 100-continue',
  ]
  const client = await rawClient(await app.listen(), `${head.join('\r\n')}\r\n\r\n`)
  await until(async () => client.said().includes('100 Continue'))
  const removal = { body: { userId: removed.userId } }
  await givenTypedAgain(app, administrator.token)
  await expectSuccess(app.call(removeAdministrator, removal, administrator))
  client.socket.write(body)
  expect(await client.untilClosed()).toContain('SIGNED_OUT')
  const { administrators } = await app.dataOf(getAdministrators, {}, administrator)
  expect(administrators.map(({ email }) => email)).not.toContain('their-friend@example.com')
})

/** Makes two calls wait for one row, in order, and then releases the row. */
async function inTurn<First, Second>(
  lock: string,
  values: string[],
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await app.services.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    const one = first()
    await until(() => areWaiting(1))
    const other = second()
    await until(() => areWaiting(2))
    await holder.query('commit')
    return await Promise.all([one, other])
  } finally {
    holder.release(true)
  }
}

async function areWaiting(count: number) {
  // Uses another connection, because the view never changes within a transaction.
  const rows = await app.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length === count
}
