import { afterEach, expect, onTestFinished, test } from 'vitest'
import { ready } from '#contract/core/health.ts'
import { sendPasswordReset, sendSignInLink, signInWithPassword } from '#contract/people/identity/calls.ts'
import { exchangeToken } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, expectRefusal, expectSuccess, skipBreak, startApp, until } from '#test/app.ts'
import type { FakeFirebase } from '#test/fake-firebase.ts'
import { startFakeFirebase } from '#test/fake-firebase.ts'
import { givenAdministrator } from '#test/given.ts'
import { hurryJobs } from '#test/queue.ts'

const email = 'chief@example.com'
const password = 'the password at Firebase'
let app: TestApp
let firebase: FakeFirebase
afterEach(async () => {
  await app.close()
  await firebase.close()
})

test('while Firebase is away, the portal says so, keeps its sessions, and stays ready', async () => {
  firebase = await startFakeFirebase()
  app = await startApp({ environment: firebase.environment })
  await givenAdministrator(app, email)
  firebase.add({ email, password, emailVerified: true })
  const signIn = () => app.send(signInWithPassword, { email, password })
  const { idToken: authToken } = (await signIn()).data
  const { token } = await app.dataOf(exchangeToken, { body: { authToken } })
  expect(await app.dataOf(ready, {})).toMatchObject({ identity: 'ok', identityAwaySince: null })

  await firebase.goAway()
  const answers = await atOnce(6, () => app.send(sendSignInLink, { email }))
  for (const { status, failure } of answers) {
    expect([status, failure?.message]).toEqual([
      503,
      'Sign-in is temporarily unavailable. Try again in a few minutes.',
    ])
  }
  const told = await app.call(ready, {})
  expect([told.status, told.data]).toMatchObject([
    200,
    { identity: 'degraded', identityAwaySince: expect.any(Date) },
  ])
  // During the breaker's pause, Firebase is not called.
  const { status, failure } = await app.send(sendPasswordReset, { email })
  expect([status, failure?.code]).toEqual([503, 'IDENTITY_AWAY'])
  await expectSuccess(app.call(getProfile, {}, token))

  await firebase.comeBack()
  onTestFinished(skipBreak())
  await until(async () => (await signIn()).status === 200)
  expect(await app.dataOf(ready, {})).toMatchObject({ identity: 'ok', identityAwaySince: null })
})

test('the portal notices that Firebase is back, even if nobody signs in', async () => {
  firebase = await startFakeFirebase()
  app = await startApp({ environment: firebase.environment })
  await firebase.goAway()
  for (const _ of [1, 2, 3, 4, 5]) await app.send(sendSignInLink, { email })
  await firebase.comeBack()
  onTestFinished(skipBreak())
  await until(async () => {
    await app.write((work) => work.addJobs('recheck-passwords', [{}]))
    await app.untilJobsAreDone()
    return (await app.dataOf(ready, {})).identity === 'ok'
  })
})

test('a password reset link that could not be mailed at once is mailed later', async () => {
  firebase = await startFakeFirebase()
  app = await startApp({ environment: firebase.environment })
  await givenAdministrator(app, email)
  firebase.faults.failNext('before')
  await expectSuccess(app.send(sendPasswordReset, { email }))
  await until(async () => {
    await hurryJobs(app)
    return firebase.mailsTo(email).length === 1
  })
})

test('a key that Firebase rejects is logged for the operator, without the key itself', async () => {
  const logLines: string[] = []
  firebase = await startFakeFirebase()
  const environment = {
    ...firebase.environment,
    FIREBASE_API_KEY: 'a-key-of-somebody-else',
    LOG_LEVEL: 'error',
  }
  app = await startApp({ environment, logLines })
  await expectRefusal(app.send(sendSignInLink, { email }), 'IDENTITY_AWAY')
  await until(async () => logLines.some((line) => line.includes('API_KEY_INVALID')))
  expect(logLines.join()).not.toContain('a-key-of-somebody-else')
})
