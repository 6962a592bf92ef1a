import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteAdministrator } from '#contract/people/administrators/calls.ts'
import { resetPassword, sendPasswordReset } from '#contract/people/identity/calls.ts'
import {
  askSecondStep,
  beginFactor,
  beginSecondFactor,
  setUpSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '#contract/people/second-factors/calls.ts'
import { exchangeToken, getSessions, proveSession } from '#contract/people/sessions/calls.ts'
import { breakGlassWarning } from '#server/people/single-sign-ons/queries.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import {
  codeIn,
  givenAdministrator,
  givenIdToken,
  givenPassword,
  givenPerson,
  givenTypedAgain,
} from '#test/given.ts'
import {
  appCode,
  givenAdministratorWithPassword,
  passToStep,
  password,
  typedPassword,
  wrongCode,
} from '#test/second-factors.ts'
import type { SignOnProvider } from '#test/single-sign-on-provider.ts'
import { startSignOnProvider } from '#test/single-sign-on-provider.ts'
import { signOnAs } from '#test/single-sign-ons.ts'

const breakGlass = 'emergency@example.com'
let provider: SignOnProvider
let app: TestApp
/** The same portal before single sign-on was required. */
let before: TestApp
beforeAll(async () => {
  provider = await startSignOnProvider()
  before = await startApp({ environment: { ...provider.environment } })
  app = await startApp({
    sharing: before,
    clock: before.services.clock,
    environment: {
      ...provider.environment,
      ADMIN_SINGLE_SIGN_ON: 'required',
      ADMIN_BREAK_GLASS_EMAIL: 'Emergency@example.com',
      OIDC_LABEL: 'Okta',
    },
  })
})
afterAll(async () => {
  await app.close()
  await before.close()
  await provider.close()
})

test('an administrator’s right password is refused, also at the second step', async () => {
  const { email } = await givenAdministratorWithPassword(app)
  const authToken = await typedPassword(app, email)
  for (const endpoint of [exchangeToken, askSecondStep]) {
    const { failure } = await app.send(endpoint, { authToken })
    expect(failure).toMatchObject({ code: 'SINGLE_SIGN_ON_REQUIRED' })
  }
})

test('sessions that began by a password are over, except those of the break-glass account', async () => {
  const [other, own] = [await givenAdministrator(app), await givenAdministrator(app, breakGlass)]
  await app.query(`update sessions set second_step = 'app'`)
  await expectSuccess(before.call(getSessions, {}, other.token))
  await expectRefusal(app.call(getSessions, {}, other), 'SIGNED_OUT')
  await expectSuccess(app.call(getSessions, {}, own))
})

test('a new password is neither mailed nor accepted, and people keep their sign-in links', async () => {
  const { email } = await givenAdministratorWithPassword(app)
  await before.call(sendPasswordReset, { body: { email } })
  const [mailed] = await app.mailsTo(email)
  const code = codeIn(mailed?.text)
  await expectSuccess(app.send(sendPasswordReset, { email }))
  await app.untilJobsAreDone()
  expect(await app.mailsTo(email)).toHaveLength(1)
  const { failure } = await app.send(resetPassword, { email, code, password: 'twelve new characters' })
  expect(failure).toMatchObject({ code: 'SINGLE_SIGN_ON_REQUIRED' })
  const person = await givenPerson(app)
  await expectSuccess(app.call(getSessions, {}, person))
})

test('the break-glass account signs in with its password and a second factor, which it cannot turn off', async () => {
  await givenAdministrator(app, breakGlass)
  await givenPassword(app, breakGlass, password)
  expect(await breakGlassWarning(app.services)).toContain('no second factor')
  const authToken = await typedPassword(app, breakGlass)
  const refused = await app.send(exchangeToken, { authToken })
  expect(refused.failure).toMatchObject({ code: 'SECOND_FACTOR_MISSING' })
  passToStep(before)
  const offer = await app.send(beginSecondFactor, { authToken, way: 'app' })
  const code = appCode(app, offer.data.app?.secret ?? '')
  const { token } = await app.dataOf(setUpSecondFactor, { body: { authToken, code } })
  await expectSuccess(app.call(getSessions, {}, token))
  expect(await breakGlassWarning(app.services)).toBeUndefined()
  const off = await app.call(switchOffSecondFactor, {}, token)
  expect(off.failure).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
})

test('a start without the break-glass account says so', async () => {
  const without = await startApp({
    sharing: before,
    works: false,
    environment: {
      ...provider.environment,
      ADMIN_SINGLE_SIGN_ON: 'required',
      ADMIN_BREAK_GLASS_EMAIL: 'nobody@example.com',
    },
  })
  expect(await breakGlassWarning(without.services)).toContain('nobody@example.com')
  expect(await breakGlassWarning(before.services)).toBeUndefined()
  await without.close()
})

test('single sign-on needs no second factor of the portal, and an invitation names it in place of a password', async () => {
  const { email } = await givenAdministrator(app, 'chief-by-okta@example.com')
  provider.accounts.set('chief', { email, email_verified: true })
  const { token } = await signOnAs(app, provider, 'chief')
  await expectSuccess(app.call(getSessions, {}, token))
  await givenTypedAgain(app, token)
  await app.send(inviteAdministrator, { email: 'colleague@example.com' }, token)
  const [mail] = await app.mailsTo('colleague@example.com')
  expect(mail?.text).toContain('Sign in with Okta')
  expect(mail?.text).not.toContain('password')
})

test('an administrator without a proof turns on a first second factor with an emailed code, and proves by it', async () => {
  const { email } = await givenAdministrator(app, 'untimed@example.com')
  provider.accounts.set('untimed', { email, email_verified: true })
  const [{ token: other }, { token }] = [
    await signOnAs(app, provider, 'untimed'),
    await signOnAs(app, provider, 'untimed'),
  ]
  const invite = () => app.send(inviteAdministrator, { email: 'friend@example.com' }, token)
  await expectRefusal(invite(), 'PASSWORD_NOT_PROVEN')
  const begin = () => app.send(beginFactor, { way: 'app' }, token)
  const switchOn = (code: string) => app.send(switchOnSecondFactor, { code }, token)
  await expectRefusal(begin(), 'EMAIL_NOT_PROVEN')
  await expectRefusal(switchOn('123456'), 'EMAIL_NOT_PROVEN')
  await app.send(proveSession, { authToken: await givenIdToken(app, email) }, token)
  passToStep(before)
  const secret = (await begin()).data.app?.secret ?? ''
  await expectRefusal(switchOn(wrongCode(app, secret)), 'WRONG_FACTOR')
  expect((await switchOn(appCode(app, secret))).data.recoveryCodes).toHaveLength(10)
  await expectSuccess(invite())
  await expectRefusal(app.call(getSessions, {}, other), 'SIGNED_OUT')
  await expectRefusal(switchOn(appCode(app, secret)), 'SECOND_FACTOR_ON')
  const mails = await app.mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toContain('Two-step verification turned on')
  expect(mails.find(({ subject }) => subject.startsWith('Two-step'))?.text).not.toContain('password')
})

test('a session that began by a password turns its factor on only after the password', async () => {
  const { email } = await givenAdministratorWithPassword(before)
  const authToken = await typedPassword(before, email)
  const { token } = (await before.call(exchangeToken, { body: { authToken } })).data
  await before.call(proveSession, { body: { authToken: await givenIdToken(before, email) } }, token)
  const body = { code: '123456' }
  await expectRefusal(before.call(switchOnSecondFactor, { body }, token), 'SECOND_FACTOR_OFF')
})

test('a password is no recent proof, except that of the break-glass account', async () => {
  const { email } = await givenAdministratorWithPassword(app)
  provider.accounts.set('typing', { email, email_verified: true })
  const { token } = await signOnAs(app, provider, 'typing')
  const prove = async (address: string, by: string) =>
    app.send(proveSession, { authToken: await typedPassword(app, address) }, by)
  await expectRefusal(prove(email, token), 'SINGLE_SIGN_ON_REQUIRED')
  const own = await givenAdministrator(app, breakGlass)
  await app.query(`update sessions set second_step = 'app' where user_id = '${own.userId}'`)
  await givenPassword(app, breakGlass, password)
  await expectSuccess(prove(breakGlass, own.token))
})

test('a company account with the email of the break-glass account is refused', async () => {
  await givenAdministrator(app, breakGlass)
  provider.accounts.set('emergency', { email: breakGlass, email_verified: true })
  const { failure } = await signOnAs(app, provider, 'emergency')
  expect(failure).toMatchObject({ code: 'SINGLE_SIGN_ON_BREAK_GLASS' })
})
