import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import {
  getAdministrators,
  inviteAdministrator,
  removeAdministrator,
} from '#contract/people/administrators/calls.ts'
import { getSessions, signOut } from '#contract/people/sessions/calls.ts'
import { beginSingleSignOn, getSingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { givenAdministrator, givenPerson, givenTypedAgain } from '#test/given.ts'
import type { SignOnProvider } from '#test/single-sign-on-provider.ts'
import { startSignOnProvider } from '#test/single-sign-on-provider.ts'
import { complete, givenBegun, signOnAs } from '#test/single-sign-ons.ts'

let provider: SignOnProvider
let app: TestApp
const logLines: string[] = []
let people = 0
beforeAll(async () => {
  provider = await startSignOnProvider()
  const environment = { ...provider.environment, OIDC_LABEL: 'Microsoft', LOG_LEVEL: 'warn' }
  app = await startApp({ environment, logLines })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

test('an invited administrator signs in with their company account, and accepts the invitation by it', async () => {
  const chief = await givenAdministrator(app)
  await givenTypedAgain(app, chief.token)
  const name = given({ email: 'invited@example.com' })
  await app.send(inviteAdministrator, { email: 'invited@example.com', role: 'viewer' }, chief)
  const { status, token, wire } = await signOnAs(app, provider, name)
  expect(status).toBe(200)
  expect(wire).toMatchObject({ isAdmin: true, userData: { email: 'invited@example.com' } })
  const { administrators } = await app.dataOf(getAdministrators, {}, token)
  const invited = administrators.find(({ email }) => email === 'invited@example.com')
  expect(invited).toMatchObject({ role: 'viewer', acceptedAt: expect.any(Date) })
  const { sessions } = await app.dataOf(getSessions, {}, token)
  expect(sessions).toMatchObject([{ beganBy: 'single-sign-on', isThisOne: true }])
  expect(await newestActivity(invited?.userId)).toBe('single-sign-on')
})

test('the account is known by its subject afterwards, whatever email it has there', async () => {
  const { email, userId } = await givenAdministrator(app, 'renamed@example.com')
  const name = given({ email })
  await signOnAs(app, provider, name)
  provider.accounts.set(name, { email: 'married@example.com', email_verified: true })
  const { wire } = await signOnAs(app, provider, name)
  expect(wire).toMatchObject({ userData: { user_id: userId, email } })
})

test('two tabs that begin leave the newer one, whose answer counts after the older one was refused', async () => {
  const name = given({ email: (await givenAdministrator(app, 'tabs@example.com')).email })
  const [older, newer] = [await givenBegun(app), await givenBegun(app)]
  const refused = await complete(app, await provider.signIn(older.url, name), newer)
  expect([refused.failure?.code, refused.isSpent]).toEqual(['SINGLE_SIGN_ON_NOT_PROVEN', false])
  const { status, isSpent } = await complete(app, await provider.signIn(newer.url, name), newer)
  expect([status, isSpent]).toEqual([200, true])
})

test('somebody who is not invited is refused, and the history says so without their whole email', async () => {
  const name = given({ email: 'stranger@example.com' })
  const { failure } = await signOnAs(app, provider, name)
  expect(failure).toMatchObject({ code: 'NOT_INVITED' })
  const [{ details }] = await app.query(
    `select details from activities where activity = 'single-sign-on-refused' order by activity_id desc limit 1`,
  )
  expect(details).toEqual({ reason: expect.stringContaining('not invited'), item: 's…@example.com' })
})

test('a person without a role is refused, and the refusal is in their history', async () => {
  const { email, userId } = await givenPerson(app)
  const { failure } = await signOnAs(app, provider, given({ email }))
  expect(failure).toMatchObject({ code: 'NOT_INVITED' })
  expect(await newestActivity(userId)).toBe('single-sign-on-refused')
})

test.each([
  ['with an email that is not verified', { email: 'unverified@example.com', email_verified: false }],
  ['whose provider does not say that the email is verified', { email: 'unverified@example.com' }],
  ['without an email', { email_verified: true }],
  ['with two emails', { email: 'unverified@example.com,other@example.com', email_verified: true }],
  ['with a name around the email', { email: 'Pat <unverified@example.com>', email_verified: true }],
])('an account %s is refused', async (_, claims) => {
  await givenAdministrator(app, 'unverified@example.com')
  const { failure } = await signOnAs(app, provider, given(claims, false))
  expect(failure).toMatchObject({ code: 'SINGLE_SIGN_ON_EMAIL' })
})

test('an answer counts only in the browser that began, once, and within ten minutes', async () => {
  const { email } = await givenAdministrator(app, 'bound@example.com')
  const name = given({ email })
  const [one, other] = [await givenBegun(app), await givenBegun(app)]
  const answer = await provider.signIn(one.url, name)
  await expectRefusal(complete(app, answer, other), 'SINGLE_SIGN_ON_NOT_PROVEN')
  await expectRefusal(complete(app, answer, { cookie: '' }), 'SINGLE_SIGN_ON_NOT_PROVEN')
  await expectSuccess(complete(app, answer, one))
  await expectRefusal(complete(app, answer, one), 'SINGLE_SIGN_ON_NOT_PROVEN')
  const late = await givenBegun(app)
  const lateAnswer = await provider.signIn(late.url, name)
  app.pass({ minutes: 11 })
  await expectRefusal(complete(app, lateAnswer, late), 'SINGLE_SIGN_ON_NOT_PROVEN')
})

test.each([
  ['state', (answer: URLSearchParams) => answer.set('state', 'another')],
  ['issuer', (answer: URLSearchParams) => answer.set('iss', 'https://another.example.com')],
  ['code', (answer: URLSearchParams) => answer.set('code', 'another')],
])('an answer with another %s is refused', async (_, change) => {
  const { email } = await givenAdministrator(app, 'forged@example.com')
  const { url, cookie } = await givenBegun(app)
  const answer = new URLSearchParams(await provider.signIn(url, given({ email })))
  change(answer)
  const { failure } = await complete(app, answer.toString(), { cookie })
  expect(failure).toMatchObject({ code: 'SINGLE_SIGN_ON_NOT_PROVEN' })
})

test.each(['nonce', 'code_challenge'])(
  'a sign-in whose %s was changed on the way is refused',
  async (parameter) => {
    const { email } = await givenAdministrator(app, 'changed@example.com')
    const { url, cookie } = await givenBegun(app)
    const changed = new URL(url)
    changed.searchParams.set(parameter, 'x'.repeat(43))
    const answer = await provider.signIn(changed.href, given({ email }))
    const { failure } = await complete(app, answer, { cookie })
    expect(failure).toMatchObject({ code: 'SINGLE_SIGN_ON_NOT_PROVEN' })
  },
)

test('a sign-in that the provider refuses says so', async () => {
  const { url, cookie } = await givenBegun(app)
  const answer = await provider.signIn(url, 'nobody there')
  await expectRefusal(complete(app, answer, { cookie }), 'SINGLE_SIGN_ON_CANCELED')
})

test('the log has why the provider gave no token, without the email that it names', async () => {
  const { url, cookie } = await givenBegun(app)
  const answer = await provider.signIn(url, given({ email: 'named@example.com' }))
  provider.refuseTokens({ error: 'invalid_client', error_description: "'named@example.com' is no account" })
  await expectRefusal(complete(app, answer, { cookie }), 'SINGLE_SIGN_ON_SETUP')
  provider.refuseTokens(undefined)
  expect(logLines.join()).toContain('invalid_client: … is no account')
  expect(logLines.join()).not.toContain('named@example.com')
})

test('a sign-in counts as a recent proof only if the provider asked a moment ago', async () => {
  const { email } = await givenAdministrator(app, 'proven@example.com')
  const name = given({ email })
  const { token } = await signOnAs(app, provider, name)
  const invite = (address: string, by: string) => app.send(inviteAdministrator, { email: address }, by)
  await expectRefusal(invite('one@example.com', token), 'PASSWORD_NOT_PROVEN')
  const again = await signOnAs(app, provider, name, { asksAgain: true, token })
  await expectRefusal(app.call(getSessions, {}, token), 'SIGNED_OUT')
  await expectSuccess(invite('one@example.com', again.token))
  app.pass({ minutes: 11 })
  await expectRefusal(invite('two@example.com', again.token), 'PASSWORD_NOT_PROVEN')
})

test('an answer without the time of the proof is refused if a proof was wanted, and the session continues', async () => {
  const { email } = await givenAdministrator(app, 'silent@example.com')
  const name = given({ email })
  const { token } = await signOnAs(app, provider, name)
  const silent = await signOnAs(app, provider, name, {
    asksAgain: true,
    token,
    without: ['prompt', 'max_age'],
  })
  expect(silent.failure).toMatchObject({ code: 'SINGLE_SIGN_ON_UNTIMED' })
  await expectSuccess(app.call(getSessions, {}, token))
})

test('another company account with the email of a linked administrator is refused, until they are removed and invited again', async () => {
  const { email, userId } = await givenAdministrator(app, 'reused@example.com')
  const [owner, other] = [given({ email }), given({ email })]
  await signOnAs(app, provider, owner)
  const refused = await signOnAs(app, provider, other)
  expect(refused.failure).toMatchObject({ code: 'SINGLE_SIGN_ON_OTHER_ACCOUNT' })
  await expectSuccess(signOnAs(app, provider, owner))
  const chief = await givenAdministrator(app)
  await givenTypedAgain(app, chief.token)
  await app.send(removeAdministrator, { userId, email }, chief)
  await app.send(inviteAdministrator, { email }, chief)
  await expectSuccess(signOnAs(app, provider, other))
})

test('a download of one’s data names the provider and the subject there, and no token', async () => {
  const { email } = await givenAdministrator(app, 'curious@example.com')
  const name = given({ email })
  const { token } = await signOnAs(app, provider, name)
  const headers = { authorization: `Bearer ${token}` }
  const data = (await app.request({ url: `/api${getAccountData.path}`, headers })).json()
  const known = { issuer: provider.issuer, subject: name }
  expect(data).toMatchObject({
    identities: [known],
    singleSignOns: [{ ...known, checkedAt: expect.anything() }],
  })
  expect(JSON.stringify(data)).not.toMatch(/refresh/i)
})

test('a refresh token is stored encrypted, and goes with its session', async () => {
  const { email } = await givenAdministrator(app, 'leaving@example.com')
  const name = given({ email })
  const { token } = await signOnAs(app, provider, name)
  const stored = `select refresh_token from single_sign_ons where subject = '${name}'`
  expect((await app.query(stored))[0].refresh_token).toMatch(/^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
  await app.call(signOut, {}, token)
  expect(await app.query(stored)).toEqual([])
})

test('the sign-in page knows the label, and a portal without a provider offers nothing', async () => {
  expect(await app.dataOf(getSingleSignOn, {})).toEqual({
    singleSignOn: { label: 'Microsoft', isRequired: false },
  })
  const without = await startApp({ sharing: app, works: false })
  expect((await without.call(getSingleSignOn, {})).data).toEqual({ singleSignOn: null })
  await expectRefusal(without.call(beginSingleSignOn, { body: {} }), 'SINGLE_SIGN_ON_OFF')
  await without.close()
})

/** Adds an account at the provider; returns its name there. */
function given(claims: { email?: string; email_verified?: boolean }, isVerified = true) {
  const name = `account-${++people}`
  provider.accounts.set(name, { ...(isVerified && { email_verified: true }), ...claims })
  return name
}

async function newestActivity(userId = '') {
  const [newest] = await app.query(
    `select activity from activities where user_id = '${userId}' order by activity_id desc limit 1`,
  )
  return newest.activity
}
