import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdministrators, removeAdministrator } from '#contract/people/administrators/calls.ts'
import { resetPassword, sendPasswordReset } from '#contract/people/identity/calls.ts'
import {
  forgetDevice,
  getRememberedDevices,
  proveSecondFactor,
  resetSecondFactor,
  switchOffSecondFactor,
  takeSecondStep,
} from '#contract/people/second-factors/calls.ts'
import { endOtherSessions, exchangeToken } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import {
  codeIn,
  givenAdministrator,
  givenPassword,
  givenSession,
  givenTypedAgain,
  preparedApp,
} from '#test/given.ts'
import {
  appCode,
  cookieIn,
  givenAdministratorWithPassword,
  givenApp,
  password,
  typedPassword,
} from '#test/second-factors.ts'
import { sweepSecondFactors } from './jobs.ts'

const app = preparedApp()

describe('a remembered browser', () => {
  test('is not asked for the second factor for 30 days, by a cookie that scripts cannot read', async () => {
    const own = await startApp({ sharing: app, works: false })
    const { email, secret } = await givenApp(own)
    own.pass({ minutes: 2 })
    const body = {
      authToken: await typedPassword(own, email),
      code: appCode(own, secret),
      remembersDevice: true,
    }
    const { headers } = await own.call(takeSecondStep, { body })
    expect(headers['set-cookie']).toMatch(
      /^remembered-device=[\w-]{43}; Max-Age=2592000; Path=\/api; HttpOnly; SameSite=Strict$/,
    )
    own.pass({ minutes: 29 * 24 * 60 })
    expect(await codeWith(email, cookieIn(headers), own)).toBe(200)
    own.pass({ minutes: 24 * 60 })
    expect(await codeWith(email, cookieIn(headers), own)).toBe('SECOND_FACTOR_WANTED')
    await sweepSecondFactors(own.services)
    expect(await devicesOf(email)).toBe(0)
    await own.close()
  })

  test('is remembered only on request, and its cookie is Secure over HTTPS', async () => {
    const { cookie, email } = await givenApp(app)
    expect([cookie, await devicesOf(email)]).toEqual(['', 0])
    const environment = { PUBLIC_URL: 'https://portal.example.com' }
    const own = await startApp({ sharing: app, works: false, environment })
    const { email: other, recoveryCodes } = await givenApp(own)
    const body = { authToken: await typedPassword(own, other), code: recoveryCodes[0], remembersDevice: true }
    const { headers } = await own.call(takeSecondStep, { body })
    expect(headers['set-cookie']).toContain('; Secure;')
    await own.close()
  })

  test('counts only for its own administrator, and not with a made-up cookie', async () => {
    const [one, other] = [await givenApp(app, true), await givenApp(app, true)]
    expect(await codeWith(one.email, one.cookie)).toBe(200)
    expect(await codeWith(one.email, other.cookie)).toBe('SECOND_FACTOR_WANTED')
    expect(await codeWith(one.email, `remembered-device=${'a'.repeat(43)}`)).toBe('SECOND_FACTOR_WANTED')
    expect(await codeWith(one.email, 'remembered-device=')).toBe('SECOND_FACTOR_WANTED')
  })

  test('is listed, and can be forgotten with a click', async () => {
    const { token, email, cookie } = await givenApp(app, true)
    const answer = await app.request({
      url: `/api${getRememberedDevices.path}`,
      headers: { authorization: `Bearer ${token}`, cookie },
    })
    const [device] = answer.json().data.devices
    expect(device).toMatchObject({ isThisOne: true, device: '' })
    const { rememberedDeviceId } = device
    const stranger = await givenApp(app, true)
    await app.send(forgetDevice, { rememberedDeviceId }, stranger)
    expect(await codeWith(email, cookie)).toBe(200)
    await app.send(forgetDevice, { rememberedDeviceId }, token)
    expect(await codeWith(email, cookie)).toBe('SECOND_FACTOR_WANTED')
  })

  test('is forgotten by signing out everywhere else', async () => {
    const { token, email, cookie } = await givenApp(app, true)
    await app.send(endOtherSessions, {}, token)
    expect(await codeWith(email, cookie)).toBe('SECOND_FACTOR_WANTED')
  })
})

test('a new password keeps the second factor on, and forgets all browsers', async () => {
  const { email, cookie, recoveryCodes } = await givenApp(app, true)
  await app.send(sendPasswordReset, { email })
  const [mail] = await app.mailsTo(email, 2)
  const code = codeIn(mail?.text)
  await expectSuccess(app.send(resetPassword, { email, code, password }))
  expect(await codeWith(email, cookie)).toBe('SECOND_FACTOR_WANTED')
  const body = { authToken: await typedPassword(app, email), code: recoveryCodes[0] as string }
  await expectSuccess(app.send(takeSecondStep, body))
})

describe('another administrator', () => {
  test('can reset a lost second factor, which ends sessions, sends a mail and appears in the history', async () => {
    const { email, userId, token, cookie } = await givenApp(app, true)
    const other = await givenApp(app)
    await app.send(proveSecondFactor, { code: other.recoveryCodes[0] }, other)
    expect(await hasFactor(userId, other.token)).toBe(true)
    const reset = await app.send(resetSecondFactor, { userId }, other)
    expect(reset.status).toBe(200)
    expect((await app.call(getProfile, {}, token)).status).toBe(401)
    expect(await hasFactor(userId, other.token)).toBe(false)
    const [mail] = await app.mailsTo(email, 2)
    expect([mail?.subject, mail?.text]).toEqual([
      'Two-step verification reset',
      expect.stringContaining(other.email),
    ])
    const rows = await app.query(
      "select acted_by from activities where user_id = $1 and activity = 'second-factor-reset'",
      [userId],
    )
    expect(rows).toEqual([{ acted_by: other.userId }])
    expect(await codeWith(email, cookie)).toBe(200)
    const twice = await app.send(resetSecondFactor, { userId }, other)
    expect(twice.failure?.code).toBe('SECOND_FACTOR_OFF')
  })

  test('must show their own second factor to reset one, and cannot reset their own', async () => {
    const { userId } = await givenApp(app)
    const other = await givenApp(app)
    const reset = (whose: string) => app.send(resetSecondFactor, { userId: whose }, other)
    await expectRefusal(reset(userId), 'FACTOR_NOT_PROVEN')
    await expectRefusal(reset(other.userId), 'OWN_SECOND_FACTOR')
    await app.send(proveSecondFactor, { code: other.recoveryCodes[0] }, other)
    await expectRefusal(reset('00000000-0000-4000-8000-000000000000'), 'USER_NOT_FOUND')
    await expectSuccess(reset(userId))
  })
})

test('an administrator who is removed loses the second factor', async () => {
  const { userId, email, cookie } = await givenApp(app, true)
  const other = await givenAdministrator(app)
  await givenTypedAgain(app, other.token)
  await app.send(removeAdministrator, { userId }, other)
  await givenAdministrator(app, email)
  await givenPassword(app, email, password)
  expect(await hasFactor(userId, other.token)).toBe(false)
  expect(await codeWith(email, cookie)).toBe(200)
})

describe('if every administrator must have a second factor', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await startApp({ sharing: app, works: false, environment: { ADMIN_SECOND_FACTOR: 'required' } })
  })
  afterAll(() => strict.close())

  test('a password alone or an earlier session gives no access', async () => {
    const { userId, email } = await givenAdministratorWithPassword(app)
    const before = await givenSession(app, userId)
    await expectSuccess(app.call(getProfile, {}, before))
    for (const endpoint of [getProfile, getAdministrators])
      expect((await strict.call(endpoint, {}, before)).status).toBe(401)
    const authToken = await typedPassword(strict, email)
    const refused = await strict.call(exchangeToken, { body: { authToken } })
    expect([refused.status, refused.failure?.code]).toEqual([403, 'SECOND_FACTOR_MISSING'])
  })

  test('it is set up right after the password, and cannot be switched off', async () => {
    const { token, recoveryCodes } = await givenApp(strict)
    await expectSuccess(strict.call(getAdministrators, {}, token))
    await strict.call(proveSecondFactor, { body: { code: recoveryCodes[0] } }, token)
    const off = await strict.call(switchOffSecondFactor, {}, token)
    expect(off.failure?.code).toBe('SECOND_FACTOR_REQUIRED')
  })
})

/** Signs in with the password on a browser with this cookie; returns 200 or the refusal. */
async function codeWith(email: string, cookie: string, at = app): Promise<number | string> {
  const answer = await at.request({
    method: 'POST',
    url: `/api${exchangeToken.path}`,
    headers: { cookie: `other=1; ${cookie}` },
    payload: { authToken: await typedPassword(at, email) },
  })
  return answer.statusCode === 200 ? 200 : answer.json().code
}

async function devicesOf(email: string) {
  const rows = await app.query(
    'select 1 from remembered_devices join users using (user_id) where email = $1',
    [email],
  )
  return rows.length
}

async function hasFactor(userId: string, token: string): Promise<boolean | undefined> {
  const { administrators } = await app.dataOf(getAdministrators, {}, token)
  return administrators.find((one) => one.userId === userId)?.hasSecondFactor
}
