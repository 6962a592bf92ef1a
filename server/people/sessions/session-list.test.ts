import { expect, test } from 'vitest'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { endOtherSessions, exchangeToken, getSessions } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, startApp, until } from '#test/app.ts'
import {
  givenAdministrator,
  givenIdToken,
  givenPassword,
  givenPerson,
  givenSession,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const other = preparedApp({ sharing: app })

const devices = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 OPR/127.0.0.0',
    'Opera on Linux',
  ],
  ['curl/8.14.1', ''],
  ['<script>alert(1)</script>', ''],
] as const

test.each(devices)('a session names its device in plain words: %s', async (userAgent, device) => {
  const { email } = await givenPerson(app)
  const { token } = await signIn(await givenIdToken(app, email), userAgent)
  const { sessions } = await app.dataOf(getSessions, {}, token)
  expect(sessions[0]).toEqual({
    beganAt: expect.any(Date),
    lastSeenAt: expect.any(Date),
    beganBy: 'link',
    secondStep: null,
    device,
    isThisOne: true,
  })
})

test('a person sees only their own sessions, the last used first', async () => {
  const own = await startApp({ sharing: app, works: false })
  const { userId, token } = await givenPerson(app)
  await givenPerson(app)
  own.pass({ minutes: 5 })
  const later = await givenSession(own, userId)
  const seenBy = async (bearer: string) =>
    (await own.call(getSessions, {}, bearer)).data.sessions.map(({ isThisOne }) => isThisOne)
  expect(await seenBy(later)).toEqual([true, false])
  expect(await seenBy(token)).toContain(true)
  own.pass({ minutes: 60 * 24 * 30 - 2 })
  expect(await seenBy(later)).toEqual([true])
  await own.close()
})

test('an administrator sees both kinds of sessions, except those that were idle for too long', async () => {
  const own = await startApp({ sharing: app, works: false })
  const email = 'chief@example.com'
  await givenAdministrator(app, email)
  await givenPassword(app, email, 'the password of the chief')
  const proof = await app.send(signInWithPassword, { email, password: 'the password of the chief' })
  const byPassword = await signIn(proof.data.idToken)
  const byLink = await signIn(await givenIdToken(app, email))
  const beganBy = async (bearer: string) =>
    (await own.call(getSessions, {}, bearer)).data.sessions.map((session) => session.beganBy).sort()
  expect(await beganBy(byPassword.token)).toEqual(['link', 'password', 'password'])
  own.pass({ minutes: 31 })
  expect(await beganBy(byLink.token)).toEqual(['link'])
  await own.close()
})

test('a person signs out everywhere else, at once in this process and promptly in another one', {
  timeout: 5000,
}, async () => {
  const { userId, email, token } = await givenPerson(app)
  const somebody = await givenPerson(app)
  const idToken = await givenIdToken(app, email)
  const others = [(await signIn(idToken)).token, await givenSession(app, userId)]
  for (const each of [app, other])
    for (const ended of others) expect(await profileStatus(each, ended)).toBe(200)
  await app.send(endOtherSessions, {}, token)
  for (const ended of others) {
    expect(await profileStatus(app, ended)).toBe(401)
    await until(async () => (await profileStatus(other, ended)) === 401)
  }
  await expectRefusal(app.send(exchangeToken, { authToken: idToken }), 'IDENTITY_NOT_PROVEN')
  for (const kept of [token, somebody.token]) expect(await profileStatus(app, kept)).toBe(200)
  expect((await app.dataOf(getSessions, {}, token)).sessions).toHaveLength(1)
})

async function signIn(authToken: string, userAgent = ''): Promise<{ token: string }> {
  const answer = await app.request({
    method: 'POST',
    url: `/api${exchangeToken.path}`,
    headers: { 'user-agent': userAgent },
    payload: { authToken },
  })
  return answer.json().data
}

async function profileStatus(each: TestApp, token: string) {
  return (await each.call(getProfile, {}, token)).status
}
