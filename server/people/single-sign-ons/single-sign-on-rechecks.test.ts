import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdministrators } from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { getApiKeys, makeApiKey } from '#contract/people/api-keys/calls.ts'
import { getSessions } from '#contract/people/sessions/calls.ts'
import { beginSingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { givenAdministrator, givenTypedAgain } from '#test/given.ts'
import type { SignOnProvider } from '#test/single-sign-on-provider.ts'
import { startSignOnProvider } from '#test/single-sign-on-provider.ts'
import { complete, givenBegun, signOnAs } from '#test/single-sign-ons.ts'
import { recheckSingleSignOns } from './jobs.ts'

let provider: SignOnProvider
/** Groups decide who may come. */
let app: TestApp
let environment: Record<string, string>
let people = 0
beforeAll(async () => {
  provider = await startSignOnProvider({ fullIdTokens: true })
  const OIDC_GROUPS = 'Chiefs=administrator, Readers=viewer,Door = Team=front-desk'
  environment = { ...provider.environment, OIDC_GROUPS }
  app = await startApp({ environment })
  await givenAdministrator(app, 'chief@example.com')
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

test.each([
  [['Readers'], 'viewer'],
  [['Everybody', 'Readers', 'Chiefs'], 'administrator'],
  [['Door = Team'], 'front-desk'],
] as const)('a person whose groups are %s comes without an invitation, as %s', async (groups, role) => {
  const name = given({ groups: [...groups] })
  const { status, wire } = await signOnAs(app, provider, name)
  expect(status).toBe(200)
  expect(wire).toMatchObject({ isAdmin: true, userData: { email: emailOf(name), first_name: 'Ada' } })
  expect(await roleOf(name)).toBe(role)
})

test.each([
  ['in none of the groups', { groups: ['Everybody'] }],
  ['without groups', {}],
])('a person %s is refused, even if invited', async (_, claims) => {
  const name = given(claims)
  await givenAdministrator(app, emailOf(name))
  const { failure } = await signOnAs(app, provider, name)
  expect(failure).toMatchObject({ code: 'NO_GROUP_ROLE' })
})

test('another group gives another role at the next check, in the same session', async () => {
  const name = given({ groups: ['Readers'] })
  const { token } = await signOnAs(app, provider, name)
  provider.accounts.set(name, { ...provider.accounts.get(name), groups: ['Chiefs'] })
  await passTenMinutes()
  expect(await roleOf(name)).toBe('administrator')
  await expectSuccess(app.call(getApiKeys, {}, token))
})

test('a lost group ends the session within ten minutes, and revokes the API keys', async () => {
  const name = given({ groups: ['Chiefs'] })
  const { token } = await signOnAs(app, provider, name)
  const key = await givenKey(token)
  provider.accounts.set(name, { ...provider.accounts.get(name), groups: [] })
  await passTenMinutes()
  await expectRefusal(app.call(getSessions, {}, token), 'SIGNED_OUT')
  expect((await asKey(key)).json()).toMatchObject({ code: 'API_KEY_UNKNOWN' })
})

test('a disabled account is out within ten minutes although the clock was ahead at its sign-in', async () => {
  const name = given({ groups: ['Chiefs'] })
  app.pass({ minutes: 20 })
  const { token } = await signOnAs(app, provider, name)
  app.pass({ minutes: -20 })
  provider.accounts.delete(name)
  await passTenMinutes()
  await expectRefusal(app.call(getSessions, {}, token), 'SIGNED_OUT')
})

test('names and emails of the provider come without what no page, email or database can carry', async () => {
  const claims = {
    given_name: `Pat\r\nBcc: x@example.com\u0000${'x'.repeat(200)}`,
    family_name: 'Lee \ud800',
  }
  const name = given({ groups: ['Readers'] })
  provider.accounts.set(name, { ...provider.accounts.get(name), ...claims })
  const { wire } = await signOnAs(app, provider, name)
  expect(wire).toMatchObject({
    userData: { first_name: `Pat Bcc: x@example.com${'x'.repeat(78)}`, last_name: 'Lee \ufffd' },
  })
  const refused = given({ groups: [] })
  provider.accounts.set(refused, { ...provider.accounts.get(refused), email: '😀@example.com' })
  await expectRefusal(signOnAs(app, provider, refused), 'SINGLE_SIGN_ON_EMAIL')
})

test('a subject that no database can keep is refused', async () => {
  for (const subject of ['a\0b', 'x'.repeat(300)]) {
    provider.accounts.set(subject, { email: 'odd@example.com', email_verified: true, groups: ['Readers'] })
    await expectRefusal(signOnAs(app, provider, subject), 'SINGLE_SIGN_ON_NOT_PROVEN')
  }
})

test('a check without the claim of groups ends the session, and leaves the API keys', async () => {
  const name = given({ groups: ['Chiefs'] })
  const { token } = await signOnAs(app, provider, name)
  const key = await givenKey(token)
  provider.accounts.set(name, { email: emailOf(name), email_verified: true })
  await passTenMinutes()
  await expectRefusal(app.call(getSessions, {}, token), 'SIGNED_OUT')
  expect((await asKey(key)).statusCode).toBe(200)
})

test.each([503, 403])(
  'a session survives a userinfo endpoint that answered %i, with its renewed refresh token',
  async (status) => {
    const lean = await startSignOnProvider()
    const own = await startApp({
      sharing: app,
      works: false,
      environment: { ...environment, ...lean.environment },
    })
    const name = `lean-${status}`
    lean.accounts.set(name, { email: emailOf(name), email_verified: true, groups: ['Readers'] })
    const { token } = await signOnAs(own, lean, name)
    const checkedAt = async () => {
      const [session] = await own.query(`select checked_at from single_sign_ons where subject = '${name}'`)
      return session.checked_at
    }
    const signedOnAt = await checkedAt()
    lean.answerUserinfo(status)
    await recheckLater(own)
    expect(await checkedAt()).toEqual(signedOnAt)
    lean.answerUserinfo(200)
    await recheckLater(own)
    await expectSuccess(own.call(getSessions, {}, token))
    expect((await checkedAt()).getTime()).toBeGreaterThan(signedOnAt.getTime())
    await own.close()
    await lean.close()
  },
)

test.each([
  ['a disabled account', async (name: string) => void provider.accounts.delete(name)],
  ['a revoked grant', (name: string) => provider.revoke(name)],
])('%s ends the session within ten minutes, and the history says why', async (_, disable) => {
  const name = given({ groups: ['Readers'] })
  const { token } = await signOnAs(app, provider, name)
  await passTenMinutes()
  await expectSuccess(app.call(getSessions, {}, token))
  await disable(name)
  await passTenMinutes()
  await expectRefusal(app.call(getSessions, {}, token), 'SIGNED_OUT')
  const [ended] = await app.query(
    `select details from activities join users using (user_id)
     where email = '${emailOf(name)}' and activity = 'single-sign-on-ended'`,
  )
  expect(ended.details.reason).toMatch(/refuses/)
})

test('while the provider is away, a session continues, and ends after an hour without an answer', async () => {
  // With a circuit breaker of its own.
  const other = await startApp({ sharing: app, works: false, environment })
  const { token } = await signOnAs(other, provider, given({ groups: ['Readers'] }))
  await provider.goAway()
  const answers: (string | undefined)[] = []
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    other.pass({ minutes: 10 })
    await recheckSingleSignOns(other.services)
    answers.push((await other.call(getProfile, {}, token)).failure?.code)
  }
  await provider.comeBack()
  await other.close()
  expect(answers).toEqual([undefined, undefined, undefined, undefined, undefined, 'SIGNED_OUT'])
})

test('while the provider is away, the sign-in says so', async () => {
  const other = await startApp({ sharing: app, works: false, environment })
  const { url, cookie } = await givenBegun(other)
  const answer = await provider.signIn(url, given({ groups: ['Readers'] }))
  const fresh = await startApp({ sharing: app, works: false, environment })
  await provider.goAway()
  const completed = await complete(other, answer, { cookie })
  const begun = await fresh.call(beginSingleSignOn, { body: {} })
  await provider.comeBack()
  expect(completed.failure).toMatchObject({ code: 'SINGLE_SIGN_ON_AWAY' })
  expect(begun.failure).toMatchObject({ code: 'SINGLE_SIGN_ON_AWAY' })
  await expectSuccess(fresh.call(beginSingleSignOn, { body: {} }))
  await fresh.close()
  await other.close()
})

test.each([
  ['another client secret', { OIDC_CLIENT_SECRET: 'another-secret-of-the-client' }],
  ['another provider', { OIDC_ISSUER: 'http://127.0.0.1:9' }],
])('a portal with %s ends the sessions at the next check', async (_, change) => {
  const name = given({ groups: ['Readers'] })
  const { token } = await signOnAs(app, provider, name)
  const { clock } = app.services
  const changed = await startApp({
    sharing: app,
    works: false,
    clock,
    environment: { ...environment, ...change },
  })
  app.pass({ minutes: 6 })
  await recheckSingleSignOns(changed.services)
  await expectRefusal(app.call(getSessions, {}, token), 'SIGNED_OUT')
  await changed.close()
})

test('two processes check a session once, because a refresh token counts once', async () => {
  const name = given({ groups: ['Readers'] })
  const { token } = await signOnAs(app, provider, name)
  app.pass({ minutes: 6 })
  await Promise.all([1, 2, 3].map(() => recheckSingleSignOns(app.services)))
  await expectSuccess(app.call(getSessions, {}, token))
})

test('without single sign-on in the settings, its sessions are over', async () => {
  const { token } = await signOnAs(app, provider, given({ groups: ['Readers'] }))
  const without = await startApp({ sharing: app, works: false })
  await expectRefusal(without.call(getSessions, {}, token), 'SIGNED_OUT')
  await without.close()
})

/** Adds an account at the provider; returns its name there. */
function given(claims: { groups?: string[] }) {
  const name = `grouped-${++people}`
  const known = { email: emailOf(name), email_verified: true, given_name: 'Ada', family_name: 'Example' }
  provider.accounts.set(name, { ...known, ...claims })
  return name
}

async function givenKey(token: string) {
  await givenTypedAgain(app, token)
  const body = { name: 'CRM', permissions: ['administrators:read' as const], days: 30 }
  return (await app.dataOf(makeApiKey, { body }, token)).key
}

function asKey(key: string) {
  return app.request({
    url: '/api/private/administrators',
    headers: { authorization: `Bearer ${key}` },
  })
}

function emailOf(name: string) {
  return `${name}@example.com`
}

/** Passes ten minutes, in which the scheduled job runs. */
async function passTenMinutes() {
  app.pass({ minutes: 10 })
  await app.write((work) => work.addJobs('recheck-single-sign-ons', [{}]))
  await app.untilJobsAreDone()
}

/** Checks the sessions of an app without workers, when they are due again. */
async function recheckLater(own: TestApp) {
  own.pass({ minutes: 6 })
  await recheckSingleSignOns(own.services)
}

async function roleOf(name: string): Promise<AdministratorRole | undefined> {
  const chief = await givenAdministrator(app, 'chief@example.com')
  const { administrators } = await app.dataOf(getAdministrators, {}, chief)
  return administrators.find(({ email }) => email === emailOf(name))?.role
}
