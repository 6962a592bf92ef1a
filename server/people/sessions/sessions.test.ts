import { describe, expect, test } from 'vitest'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { resetPassword, sendPasswordReset, signInWithPassword } from '#contract/people/identity/calls.ts'
import { signOut } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { breakConnections } from '#test/database.ts'
import {
  codeIn,
  givenAdministrator,
  givenPassword,
  givenPerson,
  givenSession,
  preparedApp,
} from '#test/given.ts'
import { tablesHolding } from '#test/queue.ts'
import { sweepSessions } from './jobs.ts'

const app = preparedApp()
const other = preparedApp({ sharing: app })

/** Well below the time after which a cached session is read again. */
const promptly = 5_000

describe('a session', () => {
  test('that signs out ends at once in this process, and promptly in another one', {
    timeout: promptly,
  }, async () => {
    const { token } = await givenPerson(app)
    expect([await profileStatus(app, token), await profileStatus(other, token)]).toEqual([200, 200])
    await app.call(signOut, {}, token)
    expect(await profileStatus(app, token)).toBe(401)
    await until(async () => (await profileStatus(other, token)) === 401)
  })

  test('that signs out keeps the other sessions of the same person', async () => {
    const { userId, token } = await givenPerson(app)
    const second = await givenSession(app, userId)
    await app.call(signOut, {}, token)
    expect(await profileStatus(app, second)).toBe(200)
  })

  test('whose row was deleted has promptly ended in every process', { timeout: promptly }, async () => {
    const { userId, token } = await givenPerson(app)
    expect([await profileStatus(app, token), await profileStatus(other, token)]).toEqual([200, 200])
    await app.query('delete from sessions where user_id = $1', [userId])
    for (const each of [app, other]) await until(async () => (await profileStatus(each, token)) === 401)
  })

  test('that ends while a process misses notifications ends there once it receives them again', {
    timeout: promptly,
  }, async () => {
    const { userId, token } = await givenPerson(app)
    expect([await profileStatus(app, token), await profileStatus(other, token)]).toEqual([200, 200])
    await breakConnections(app.connection, 'portal notifications')
    await app.query('delete from sessions where user_id = $1', [userId])
    for (const each of [app, other]) await until(async () => (await profileStatus(each, token)) === 401)
    await until(
      async () => app.services.notifications.isListening() && other.services.notifications.isListening(),
    )
  })

  test('promptly gains and loses permissions when the role of its person changes', {
    timeout: promptly,
  }, async () => {
    const { userId } = await givenPerson(app)
    const token = await givenSession(app, userId)
    for (const [role, status] of [
      ['user', 403],
      ['admin', 200],
      ['user', 403],
    ] as const) {
      await app.query('update users set role = $2 where user_id = $1', [userId, role])
      for (const each of [app, other]) {
        await until(async () => (await each.call(getEventsWithSlots, { query: {} }, token)).status === status)
      }
    }
  })

  test('ends after 30 days, whether it is cached or not', async () => {
    const own = await startApp({ sharing: app, works: false })
    const { token } = await givenPerson(own)
    own.pass({ minutes: 30 * 24 * 60 - 1 })
    expect(await profileStatus(own, token)).toBe(200)
    own.pass({ minutes: 2 })
    expect(await profileStatus(own, token)).toBe(401)
    await sweepSessions(own.services)
    expect(await profileStatus(app, token)).toBe(401)
    await own.close()
  })

  test('is stored without its token', async () => {
    const { email, token } = await givenPerson(app)
    expect(await tablesHolding(app, [email])).toContain('users')
    expect(await tablesHolding(app, [token, Buffer.from(token).toString('hex')])).toEqual([])
  })
})

test("a new password ends the person's sessions in every process, and nobody else's", async () => {
  const email = 'forgetful@example.com'
  const [administrator, somebodyElse] = [await givenAdministrator(app, email), await givenPerson(app)]
  await givenPassword(app, email, 'the first password')
  for (const each of [app, other]) expect(await profileStatus(each, administrator.token)).toBe(200)
  await app.send(sendPasswordReset, { email })
  const [mail] = await app.mailsTo(email)
  const code = codeIn(mail?.text)
  const reset = await app.send(resetPassword, { email, code, password: 'the second password' })
  expect(reset.status).toBe(200)
  for (const each of [app, other]) {
    await until(async () => (await profileStatus(each, administrator.token)) === 401)
  }
  expect(await profileStatus(app, somebodyElse.token)).toBe(200)
  const signIn = async (password: string) => (await app.send(signInWithPassword, { email, password })).status
  expect([await signIn('the first password'), await signIn('the second password')]).toEqual([401, 200])
})

async function profileStatus(each: TestApp, token: string) {
  return (await each.call(getProfile, {}, token)).status
}
