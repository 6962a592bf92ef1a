import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  addFactor,
  appDigits,
  askSecondStep,
  beginFactor,
  beginSecondFactor,
  getSecondFactor,
  proveSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  switchOffSecondFactor,
  takeSecondStep,
} from '#contract/people/second-factors/calls.ts'
import { createUser, exchangeToken, getSessions } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { qrSvg } from '#server/core/qr-codes.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { givenIdToken, givenPerson, givenSession, preparedApp } from '#test/given.ts'
import {
  appCode,
  givenAdministratorWithPassword,
  givenApp,
  passToStep,
  typedPassword,
  wrongCode,
} from '#test/second-factors.ts'

const app = preparedApp()

describe('switching on a second factor', () => {
  test('takes the first code of the app, and signs in with it', async () => {
    const { token, isAdmin, recoveryCodes, email } = await givenApp(app)
    expect([isAdmin, recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([true, 10, 10])
    expect(recoveryCodes[0]).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const data = await app.dataOf(getSecondFactor, {}, token)
    expect(data).toMatchObject({ isOn: true, hasApp: true, passkeys: [], recoveryCodesLeft: 10 })
    expect((await app.dataOf(getSessions, {}, token)).sessions[0]).toMatchObject({ secondStep: 'app' })
    expect((await app.mailsTo(email))[0]?.subject).toBe('Two-step verification turned on')
  })

  test("shows the portal's own name in the app", async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const offer = async () => {
      const body = { authToken: await typedPassword(app, email), way: 'app' as const }
      return (await app.call(beginSecondFactor, { body })).data.app
    }
    const addressed = (secret = '', issuer = '') =>
      qrSvg(new TOTP({ issuer, label: email, secret, digits: appDigits }).toString(), 2)
    const plain = await offer()
    expect(plain?.qrCode).toBe(addressed(plain?.secret, 'IA Renewal Portal'))
    await app.query(
      "insert into brands (brand_id, portal_name, main_color, band_color) values (1, 'Acme & Sons', '', '')",
    )
    const own = await offer()
    expect(own?.qrCode).toBe(addressed(own?.secret, 'Acme & Sons'))
    await app.query('delete from brands')
  })

  test('refuses a wrong code, and nothing is on before the right one', async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const authToken = await typedPassword(app, email)
    const data = await app.dataOf(beginSecondFactor, { body: { authToken, way: 'app' } })
    const secret = data.app?.secret ?? ''
    expect(data.app?.qrCode).toMatch(/^<svg /)
    const wrong = { authToken, code: wrongCode(app, secret) }
    await expectRefusal(app.send(setUpSecondFactor, wrong), 'WRONG_FACTOR')
    expect((await app.send(setUpSecondFactor, { authToken })).failure?.fields).toEqual({
      code: 'Enter the code',
    })
    const { token } = await app.dataOf(exchangeToken, { body: { authToken } })
    expect((await app.dataOf(getSecondFactor, {}, token)).isOn).toBe(false)
  })

  test('ends every other session of the person, and cannot be done twice', async () => {
    const { userId, email } = await givenAdministratorWithPassword(app)
    const before = await givenSession(app, userId)
    const [authToken, other] = [await typedPassword(app, email), await typedPassword(app, email)]
    const offer = await app.send(beginSecondFactor, { authToken, way: 'app' })
    const code = appCode(app, offer.data.app?.secret ?? '')
    const { token } = await app.dataOf(setUpSecondFactor, { body: { authToken, code } })
    expect([await profileStatus(before), await profileStatus(token)]).toEqual([401, 200])
    const again = await app.send(beginSecondFactor, { authToken: other, way: 'app' })
    expect(again.failure?.code).toBe('SECOND_FACTOR_ON')
    const twice = await app.send(setUpSecondFactor, { authToken: other, code })
    expect(twice.failure?.code).toBe('SECOND_FACTOR_ON')
  })

  test('succeeds for only one of two calls at once, whose recovery codes then count', async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const authTokens = [await typedPassword(app, email), await typedPassword(app, email)]
    const offer = { authToken: authTokens[0] as string, way: 'app' as const }
    const data = await app.dataOf(beginSecondFactor, { body: offer })
    const code = appCode(app, data.app?.secret ?? '')
    const answers = await Promise.all(
      authTokens.map((authToken) => app.send(setUpSecondFactor, { authToken, code })),
    )
    const [made, ...others] = answers.sort((a, b) => a.status - b.status)
    expect(others.map(({ failure }) => failure?.code)).toEqual(['SECOND_FACTOR_ON'])
    expect(await step(email, made?.data.recoveryCodes[0] as string)).toBe(200)
  })

  test('gives no lasting session to a password alone at the same moment', async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const [authToken, alone] = [await typedPassword(app, email), await typedPassword(app, email)]
    const offer = await app.send(beginSecondFactor, { authToken, way: 'app' })
    const body = { authToken, code: appCode(app, offer.data.app?.secret ?? '') }
    const [made, ...others] = await Promise.all([
      app.send(setUpSecondFactor, body),
      ...Array.from({ length: 20 }, () => app.send(exchangeToken, { authToken: alone })),
    ])
    expect(made.status).toBe(200)
    for (const answer of others) {
      if (!answer.failure) expect(await profileStatus(answer.data.token)).toBe(401)
    }
  })

  test("requires the administrator's own password, and neither a mailbox nor another person's proof", async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const person = await givenPerson(app)
    for (const authToken of [await givenIdToken(app, email), await givenIdToken(app, person.email)]) {
      for (const endpoint of [beginSecondFactor, setUpSecondFactor, askSecondStep, takeSecondStep] as const) {
        const body = { authToken, way: 'app', code: '000000' } as const
        await expectRefusal(app.send(endpoint, body), 'NOT_ADMINISTRATOR')
      }
    }
  })
})

describe('after the password', () => {
  test('the second step comes before any session', async () => {
    const { email } = await givenApp(app)
    const authToken = await typedPassword(app, email)
    for (const answer of [
      await app.send(exchangeToken, { authToken }),
      await app.send(createUser, { authToken, email } as never),
    ]) {
      expect([answer.status, answer.failure?.code]).toEqual([401, 'SECOND_FACTOR_WANTED'])
    }
    expect(await app.dataOf(askSecondStep, { body: { authToken } })).toEqual({
      hasApp: true,
      options: null,
    })
    const { sessions } = await app.dataOf(getSessions, {}, await signInByLink(email))
    expect(sessions.filter(({ beganBy }) => beganBy === 'password')).toHaveLength(1)
  })

  test("a mailed link still signs in, with a person's rights", async () => {
    const { email } = await givenApp(app)
    const { token, isAdmin } = await signInByLink(email)
    expect([isAdmin, (await app.call(getSecondFactor, {}, token)).status]).toEqual([false, 403])
  })

  test.each([-1, 0, 1])('a code that is %i steps off is accepted', async (steps) => {
    const { email, secret } = await givenApp(app)
    const own = await later(5)
    expect(await step(email, appCode(own, secret, steps), own)).toBe(200)
    await own.close()
  })

  test.each([-2, 2])('a code that is %i steps off is refused', async (steps) => {
    const { email, secret } = await givenApp(app)
    const own = await later(5)
    expect(await step(email, appCode(own, secret, steps), own)).toBe('WRONG_FACTOR')
    await own.close()
  })

  test('a code works once, even the one that switched it on, and earlier codes are refused', async () => {
    const { email, secret } = await givenApp(app)
    expect(await step(email, appCode(app, secret))).toBe('WRONG_FACTOR')
    const own = await later(5)
    const [earlier, code] = [appCode(own, secret, -1), appCode(own, secret)]
    const authToken = await typedPassword(own, email)
    const answers = await atOnce(5, () => stepWith(authToken, code, own))
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
    expect(await step(email, earlier, own)).toBe('WRONG_FACTOR')
    await own.close()
  })

  test('a code counts once after the clock was a day ahead and was put right', async () => {
    const { email, secret } = await givenApp(app)
    const ahead = await later(24 * 60)
    expect(await step(email, appCode(ahead, secret), ahead)).toBe(200)
    await ahead.close()
    const right = await later(5)
    expect(await step(email, appCode(right, secret), right)).toBe(200)
    expect(await step(email, appCode(right, secret), right)).toBe('WRONG_FACTOR')
    await right.close()
  })

  test('the code of another administrator is refused', async () => {
    const [one, other] = [await givenApp(app), await givenApp(app)]
    const own = await later(5)
    expect(await step(one.email, appCode(own, other.secret), own)).toBe('WRONG_FACTOR')
    expect(await step(one.email, other.recoveryCodes[0] as string, own)).toBe('WRONG_FACTOR')
    await own.close()
  })

  test('only 20 wrong codes are checked in a day, however many try at once, and the owner is told', async () => {
    const { email, secret, recoveryCodes, userId } = await givenApp(app)
    const authToken = await typedPassword(app, email)
    const tries = Array.from({ length: 30 }, () => stepWith(authToken, wrongCode(app, secret)))
    const wrong = await Promise.all(tries)
    expect(wrong.filter((code) => code === 'WRONG_FACTOR')).toHaveLength(20)
    expect(wrong.filter((code) => code === 'TOO_MANY_WRONG_FACTORS')).toHaveLength(10)
    expect(await step(email, recoveryCodes[0] as string)).toBe('TOO_MANY_WRONG_FACTORS')
    expect((await app.mailsTo(email, 2))[0]?.subject).toBe('Suspicious sign-in attempt')
    const own = await later(24 * 60)
    expect(await step(email, appCode(own, secret), own)).toBe(200)
    expect((await kindsOf(userId)).filter((kind) => kind === 'second-factor-refused')).toHaveLength(20)
    await own.close()
  })
})

describe('a recovery code', () => {
  test('replaces the app once, however it is typed, and its use is mailed', async () => {
    const { email, recoveryCodes } = await givenApp(app)
    const [first = ''] = recoveryCodes
    expect(await step(email, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).toBe(200)
    expect(await step(email, first)).toBe('WRONG_FACTOR')
    const [mail] = await app.mailsTo(email, 2)
    expect([mail?.subject, mail?.text]).toEqual([
      'A recovery code was used',
      expect.stringContaining('9 are left'),
    ])
  })

  test('works once, however many use it at the same moment', async () => {
    const { email, recoveryCodes } = await givenApp(app)
    const authToken = await typedPassword(app, email)
    const answers = await atOnce(5, () => stepWith(authToken, recoveryCodes[0] as string))
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
  })

  test('is not stored as it was shown, and neither is the cookie of a browser', async () => {
    const { recoveryCodes, cookie } = await givenApp(app, true)
    const codes = [...recoveryCodes.map((code) => code.replaceAll('-', '')), cookie.split('=')[1] ?? '']
    expect(codes[10]).toHaveLength(43)
    const rows = await app.query(
      `select 1 from recovery_codes c, unnest($1::text[]) code where strpos(c::text, encode(code::bytea, 'hex')) > 0
       union all select 1 from remembered_devices d, unnest($1::text[]) code where strpos(d::text, encode(code::bytea, 'hex')) > 0`,
      [codes],
    )
    expect(rows).toEqual([])
  })
})

describe('in the panel', () => {
  test('the second factor cannot be changed before it is shown again', async () => {
    const { token, secret, email } = await givenApp(app)
    const own = await later(5)
    const changes = [
      () => own.call(renewRecoveryCodes, {}, token),
      () => own.call(switchOffSecondFactor, {}, token),
      () => own.call(beginFactor, { body: { way: 'app' } }, token),
      () => own.call(addFactor, { body: { code: '000000' } }, token),
    ]
    for (const change of changes) await expectRefusal(change(), 'FACTOR_NOT_PROVEN')
    const wrong = await own.call(proveSecondFactor, { body: { code: wrongCode(own, secret) } }, token)
    expect(wrong.failure?.code).toBe('WRONG_FACTOR')
    for (const change of changes) await expectRefusal(change(), 'FACTOR_NOT_PROVEN')
    await own.call(proveSecondFactor, { body: { code: appCode(own, secret) } }, token)
    expect((await own.call(getSecondFactor, {}, token)).data.isProven).toBe(true)
    // The proof counts neither in another session nor later.
    own.pass({ minutes: 1 })
    const other = await own.call(takeSecondStep, {
      body: { authToken: await typedPassword(own, email), code: appCode(own, secret) },
    })
    await expectRefusal(own.call(renewRecoveryCodes, {}, other.data.token), 'FACTOR_NOT_PROVEN')
    await expectSuccess(own.call(renewRecoveryCodes, {}, token))
    own.pass({ minutes: 9.1 })
    await expectRefusal(own.call(renewRecoveryCodes, {}, token), 'FACTOR_NOT_PROVEN')
    await own.close()
  })

  test('new recovery codes void the earlier ones', async () => {
    const { token, email, recoveryCodes } = await givenApp(app)
    await prove(token, recoveryCodes[0] as string)
    const renewed = (await app.dataOf(renewRecoveryCodes, {}, token)).recoveryCodes
    expect(await step(email, recoveryCodes[1] as string)).toBe('WRONG_FACTOR')
    expect(await step(email, renewed[1] as string)).toBe(200)
  })

  test('another app replaces the first one', async () => {
    const { token, email, secret, recoveryCodes } = await givenApp(app)
    await prove(token, recoveryCodes[0] as string)
    const data = await app.dataOf(beginFactor, { body: { way: 'app' } }, token)
    const next = data.app?.secret ?? ''
    const added = await app.send(addFactor, { code: appCode(app, next) }, token)
    expect(added.status).toBe(200)
    const own = await later(5)
    expect(await step(email, appCode(own, secret), own)).toBe('WRONG_FACTOR')
    expect(await step(email, appCode(own, next), own)).toBe(200)
    await own.close()
  })

  test('switching off makes the password enough again, and ends the other sessions', async () => {
    const { token, email, userId, recoveryCodes } = await givenApp(app)
    const other = await givenSession(app, userId)
    await prove(token, recoveryCodes[0] as string)
    await expectSuccess(app.call(switchOffSecondFactor, {}, token))
    expect([await profileStatus(other), await profileStatus(token)]).toEqual([401, 200])
    const authToken = await typedPassword(app, email)
    expect((await app.dataOf(exchangeToken, { body: { authToken } })).isAdmin).toBe(true)
    await expectRefusal(app.call(switchOffSecondFactor, {}, token), 'SECOND_FACTOR_OFF')
    expect(await kindsOf(userId)).toEqual(['second-factor-off', 'second-factor-shown', 'second-factor-on'])
    expect((await app.mailsTo(email, 3))[0]?.subject).toBe('Two-step verification turned off')
  })
})

async function later(minutes: number): Promise<TestApp> {
  const own = await startApp({ sharing: app, works: false })
  own.pass({ minutes: minutes + (app.services.clock().getTime() - Date.now()) / 60_000 })
  passToStep(own)
  return own
}

/** Signs in with a second step; returns 200 or the refusal. */
async function step(email: string, code: string, at = app) {
  return stepWith(await typedPassword(at, email), code, at)
}

async function stepWith(authToken: string, code: string, at = app) {
  const answer = await at.call(takeSecondStep, { body: { authToken, code } })
  return answer.failure?.code ?? answer.status
}

async function signInByLink(email: string) {
  return await app.dataOf(exchangeToken, { body: { authToken: await givenIdToken(app, email) } })
}

async function prove(token: string, code: string) {
  await expectSuccess(app.send(proveSecondFactor, { code }, token))
}

async function profileStatus(token: string) {
  return (await app.call(getProfile, {}, token)).status
}

/** Returns a person's activities, newest first. */
async function kindsOf(userId: string) {
  const rows = await app.query(
    'select activity from activities where user_id = $1 order by activity_id desc',
    [userId],
  )
  return rows.map(({ activity }) => activity)
}
