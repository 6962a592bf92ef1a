import { describe, expect, test } from 'vitest'
import { inviteAdministrator, removeAdministrator } from '#contract/people/administrators/calls.ts'
import {
  beginSecondFactor,
  getSecondFactor,
  proveSecondFactor,
  resetSecondFactor,
  setUpSecondFactor,
  takeSecondStep,
} from '#contract/people/second-factors/calls.ts'
import { exchangeToken, proveSession } from '#contract/people/sessions/calls.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { givenAdministrator, givenIdToken, givenPerson, preparedApp } from '#test/given.ts'
import { appCode, givenAdministratorWithPassword, givenApp, typedPassword } from '#test/second-factors.ts'

const refusedTwice = ['PASSWORD_NOT_PROVEN', 'PASSWORD_NOT_PROVEN']
let invited = 0
const app = preparedApp()

describe('an administrator without a second factor', () => {
  test('can invite and remove others for ten minutes after the sign-in', async () => {
    const { token } = await givenSignedIn()
    const own = await startApp({ sharing: app, works: false })
    expect(await isProven(token)).toBe(true)
    own.pass({ minutes: 9.9 })
    expect(await acts(token, own)).toEqual([200, 200])
    own.pass({ minutes: 0.2 })
    expect(await acts(token, own)).toEqual(['PASSWORD_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'])
    await own.close()
  })

  test('can do so for ten minutes after typing the password again, in that session only', async () => {
    const [one, other] = [await givenSignedIn(), await givenSignedIn()]
    await signedInLongAgo(one, other)
    const own = await startApp({ sharing: app, works: false })
    expect(await acts(one.token, own)).toEqual(['PASSWORD_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'])
    await typeAgain(one)
    expect(await isProven(one.token)).toBe(true)
    own.pass({ minutes: 9.9 })
    expect(await acts(one.token, own)).toEqual([200, 200])
    expect(await acts(other.token, own)).toEqual(['PASSWORD_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'])
    own.pass({ minutes: 0.2 })
    expect(await acts(one.token, own)).toEqual(['PASSWORD_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'])
    await own.close()
  })

  test.each([
    ['of the demo can do so always, because they have no password', {}, [200, 200]],
    ['with the email of such an account cannot, where there is no demo', { DEMO: 'off' }, refusedTwice],
    ['nor beside a real mail server', { MAIL_URL: 'smtp://mail.example.com' }, refusedTwice],
  ] satisfies [string, Record<string, string>, unknown][])('%s', async (_, environment, answers) => {
    const { email } = demoAccounts.administrator
    const one = await givenAdministrator(app, email)
    const own = await startApp({ sharing: app, works: false, environment })
    own.pass({ minutes: 11 })
    expect(await acts(one.token, own)).toEqual(answers)
    await own.close()
  })

  test("cannot do so with their mailbox or with another administrator's password", async () => {
    const [one, other] = [await givenSignedIn(), await givenAdministratorWithPassword(app)]
    await signedInLongAgo(one)
    const prove = (authToken: string) => app.send(proveSession, { authToken }, one)
    await expectSuccess(prove(await givenIdToken(app, one.email)))
    await expectRefusal(prove(await typedPassword(app, other.email)), 'IDENTITY_NOT_PROVEN')
    expect(await acts(one.token)).toEqual(['PASSWORD_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'])
  })

  test('cannot reset the second factor of anybody', async () => {
    const [one, other] = [await givenSignedIn(), await givenApp(app)]
    await typeAgain(one)
    const body = { userId: other.userId }
    await expectRefusal(app.send(resetSecondFactor, body, one), 'OWN_FACTOR_MISSING')
    expect((await app.dataOf(getSecondFactor, {}, other)).isOn).toBe(true)
  })
})

describe('an administrator with a second factor', () => {
  test('can invite, remove and reset after showing it again; the password is not enough', async () => {
    const { email, token, recoveryCodes } = await givenApp(app)
    const colleague = await givenApp(app)
    const reset = { body: { userId: colleague.userId } }
    const refused = ['FACTOR_NOT_PROVEN', 'FACTOR_NOT_PROVEN']
    expect(await acts(token)).toEqual(refused)
    await typeAgain({ email, token })
    expect(await acts(token)).toEqual(refused)
    await expectRefusal(app.call(resetSecondFactor, reset, token), 'FACTOR_NOT_PROVEN')
    await app.send(proveSecondFactor, { code: recoveryCodes[0] as string }, token)
    expect(await acts(token)).toEqual([200, 200])
    await expectSuccess(app.call(resetSecondFactor, reset, token))
  })

  test('can do so a minute after setting it up, and not after the time of a proof', async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const authToken = await typedPassword(app, email)
    const secret = (await app.dataOf(beginSecondFactor, { body: { authToken, way: 'app' } })).app?.secret
    const body = { authToken, code: appCode(app, secret ?? '') }
    const { token } = await app.dataOf(setUpSecondFactor, { body })
    app.pass({ minutes: 1 })
    expect(await acts(token)).toEqual([200, 200])
    app.pass({ minutes: 10 })
    expect(await acts(token)).toEqual(['FACTOR_NOT_PROVEN', 'FACTOR_NOT_PROVEN'])
  })

  test('cannot do so by a proof of a time that is yet to come, after the clock was put right', async () => {
    const { token, recoveryCodes } = await givenApp(app)
    app.pass({ minutes: 20 })
    await app.send(proveSecondFactor, { code: recoveryCodes[0] as string }, token)
    app.pass({ minutes: -20 })
    expect(await acts(token)).toEqual(['FACTOR_NOT_PROVEN', 'FACTOR_NOT_PROVEN'])
  })

  test('cannot do so after the sign-in alone, even if the sign-in used it', async () => {
    const { email, recoveryCodes } = await givenApp(app)
    const authToken = await typedPassword(app, email)
    const body = { authToken, code: recoveryCodes[0] as string }
    const { token } = await app.dataOf(takeSecondStep, { body })
    expect(await acts(token)).toEqual(['FACTOR_NOT_PROVEN', 'FACTOR_NOT_PROVEN'])
  })
})

test('an invitation is mailed to all administrators who have signed in, and not to invited ones', async () => {
  const [one, other] = [await givenSignedIn(), await givenAdministrator(app, 'colleague@example.com')]
  const person = await givenPerson(app)
  await typeAgain(one)
  for (const email of ['waiting@example.com', 'stranger@example.com'])
    await app.send(inviteAdministrator, { email }, one)
  for (const { email } of [one, other]) {
    const mails = await app.mailsTo(email, 2)
    const told = mails.filter(({ subject }) => subject === 'Someone was invited to the admin panel')
    expect(told).toHaveLength(2)
    expect(told[0]?.text).toContain(`${one.email} invited stranger@example.com`)
    expect(told[0]?.text).toMatch(/When.* Eastern/s)
    expect(told[0]?.text).toContain('withdraw the invitation')
  }
  await app.untilJobsAreDone()
  for (const email of ['waiting@example.com', person.email]) {
    const subjects = (await app.mailsTo(email, 0)).map(({ subject }) => subject)
    expect(subjects).not.toContain('Someone was invited to the admin panel')
  }
})

/** Returns a signed-in administrator without a second factor. */
async function givenSignedIn() {
  const { userId, email } = await givenAdministratorWithPassword(app)
  const body = { authToken: await typedPassword(app, email) }
  return { userId, email, token: (await app.dataOf(exchangeToken, { body })).token }
}

async function signedInLongAgo(...people: { userId: string }[]) {
  const ids = people.map(({ userId }) => `'${userId}'`).join()
  await app.query(
    `update sessions set created_at = created_at - interval '11 minutes' where user_id in (${ids})`,
  )
}

async function typeAgain({ email, token }: { email: string; token: string }) {
  const body = { authToken: await typedPassword(app, email) }
  await expectSuccess(app.send(proveSession, body, token))
}

/** Invites a person and removes an administrator; returns 200 or the refusal of each. */
async function acts(token: string, at = app) {
  const { userId } = await givenAdministrator(at, `removed${++invited}@example.com`)
  const answers = [
    await at.call(inviteAdministrator, { body: { email: `invited${invited}@example.com` } }, token),
    await at.call(removeAdministrator, { body: { userId } }, token),
  ]
  return answers.map(({ status, failure }) => failure?.code ?? status)
}

async function isProven(token: string) {
  return (await app.dataOf(getSecondFactor, {}, token)).isProven
}
