import type { JWK, JWTHeaderParameters, JWTPayload } from 'jose'
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkAdminAccess, createUser } from '#contract/people/sessions/calls.ts'
import { checkEmailExists, getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { atOnce, expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { exchange, givenAdministrator, givenIdToken, givenPerson, preparedApp } from '#test/given.ts'

type Claims = Record<string, unknown>

let key: JWK
let subject: string
const app = preparedApp()
beforeAll(async () => {
  await givenPerson(app, { email: 'known@example.com' })
  const rows = await app.query('select private_jwk from identity_keys')
  key = rows[0].private_jwk
  const known = app.services.db.selectFrom('identitySubjects').select('subject')
  subject = (await known.where('email', '=', 'known@example.com').executeTakeFirstOrThrow()).subject
})

describe('an ID token', () => {
  const soon = () => Math.floor(Date.now() / 1000) + 300
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

  test('from the identity provider opens a session', async () => {
    await expectSuccess(exchange(app, await signed({})))
    await expectSuccess(exchange(app, await signed({ auth_time: minutesAgo(9) })))
  })

  test.each<[string, Claims]>([
    ['of another issuer', { iss: 'https://evil.example.com/api/identity' }],
    ['for another audience', { aud: 'another-portal' }],
    ['for several audiences without ours', { aud: ['one', 'two'] }],
    ['that has expired', { exp: minutesAgo(5) }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: soon() }],
    ['of a sign-in long ago', { auth_time: minutesAgo(12) }],
    ['that hides when its person signed in', { auth_time: undefined }],
    ['with an unreadable sign-in time', { auth_time: 'yesterday' }],
    ['of an address nobody has verified', { email_verified: false }],
    ['that says nothing about verification', { email_verified: undefined }],
    ['with the text "true" for email_verified', { email_verified: 'true' }],
    ['without an address', { email: undefined }],
    ['with several addresses', { email: ['known@example.com'] }],
    ['without a subject', { sub: undefined }],
    ['of an unknown subject', { sub: '22222222-2222-4222-8222-222222222222' }],
  ])('%s is refused', async (_, claims) => {
    await expectRefused(await signed(claims))
  })

  test.each<[string, () => Promise<string> | string]>([
    ['that nobody signed', () => new UnsecuredJWT(claimsOf({})).encode()],
    ['that a stranger signed with our key id', async () => signed({}, {}, await strangersKey())],
    ['with an unknown key id', () => signed({}, { kid: 'unknown' })],
    ['signed with our public key as a secret', signedByPublicKey],
    [
      'that was changed afterwards',
      async () => (await signed({})).replace(/\.(\w)/, (_, c) => (c === 'e' ? '.f' : '.e')),
    ],
    ['that is no token', () => 'not.a.token'],
    ["that is somebody's session", async () => (await givenPerson(app)).token],
  ])('%s is refused', async (_, make) => {
    await expectRefused(await make())
  })

  async function expectRefused(authToken: string) {
    const body = { authToken, email: 'known@example.com', ...completeProfile }
    expect(await exchange(app, authToken)).toMatchObject({
      status: 401,
      failure: { code: 'IDENTITY_NOT_PROVEN' },
    })
    expect(await app.send(createUser, body)).toMatchObject({
      status: 401,
      failure: { code: 'IDENTITY_NOT_PROVEN' },
    })
  }
})

describe('creating a user', () => {
  test('requires the proven address', async () => {
    const authToken = await givenIdToken(app, 'mine@example.com')
    const answer = await app.send(createUser, { authToken, email: 'yours@example.com' })
    expect(answer.failure).toMatchObject({ code: 'IDENTITY_NOT_PROVEN' })
    for (const email of ['mine@example.com', 'yours@example.com']) expect(await exists(email)).toBe(false)
    const mine = await app.send(createUser, { authToken, email: ' Mine@Example.com ' })
    expect(mine.data.userData).toMatchObject({ email: 'mine@example.com', firstName: '', role: 'user' })
    expect(mine.wire).toMatchObject({ userData: blankUser, isAdmin: false })
  })

  test('ignores a role that is sent along', async () => {
    const authToken = await givenIdToken(app, 'ambitious@example.com')
    const body = { authToken, email: 'ambitious@example.com', role: 'admin', isAdmin: true, user_id: 'x' }
    const { userData, isAdmin } = await app.dataOf(createUser, { body })
    expect([userData.role, isAdmin]).toEqual(['user', false])
  })

  test('who exists works like the exchange, and overwrites nothing', async () => {
    const { email, userId } = await givenPerson(app)
    const authToken = await givenIdToken(app, email)
    const changed = { ...completeProfile, firstName: 'Somebody', lastName: 'Else', phone: '' }
    const created = await app.send(createUser, { authToken, email, ...changed })
    const exchanged = await exchange(app, authToken)
    expect(created.data.userData).toMatchObject({ userId, firstName: 'Pat', lastName: "O'Brien" })
    expect({ ...created.data, token: '' }).toEqual({ ...exchanged.data, token: '' })
    expect(await app.call(getProfile, {}, created.data)).toMatchObject({
      data: { userData: { firstName: 'Pat' } },
    })
  })

  test('many times at once creates one user', async () => {
    const email = 'impatient@example.com'
    const authToken = await givenIdToken(app, email)
    const body = { authToken, email, ...completeProfile }
    const answers = await atOnce(20, () => app.send(createUser, body))
    expect(new Set(answers.map(({ data }) => data.userData.userId)).size).toBe(1)
  })

  test('refuses an impossible phone number before anything is stored', async () => {
    const email = 'phone@example.com'
    const authToken = await givenIdToken(app, email)
    const body = { authToken, email, ...completeProfile, phone: '+1||12' }
    const { status, failure } = await app.send(createUser, body)
    expect([status, failure?.fields]).toEqual([422, { phone: 'Please provide a valid phone number' }])
    expect(await exists(email)).toBe(false)
  })
})

test('the exchange tells a new person that they are not known', async () => {
  const answer = await exchange(app, await givenIdToken(app, 'newcomer@example.com'))
  expect([answer.status, answer.failure?.message]).toEqual([404, 'User not found'])
})

test('a known email is recognized, however it is typed', async () => {
  expect([await exists('KNOWN@example.com'), await exists('nobody@example.com')]).toEqual([true, false])
})

test('an account stays the same if another subject proves its address', async () => {
  const { email, userId } = await givenPerson(app)
  const sub = '11111111-1111-4111-8111-111111111111'
  await app.update('identitySubjects', { subject: sub }, { email })
  const moved = await exchange(app, await signed({ email, sub }))
  expect(moved.data.userData.userId).toBe(userId)
})

test("administrator access is revealed only to the administrator's own session", async () => {
  const [administrator, second, person] = [
    await givenAdministrator(app),
    await givenAdministrator(app, 'second@example.com'),
    await givenPerson(app),
  ]
  const hasAccess = async (email: string, token?: string) =>
    (await app.dataOf(checkAdminAccess, { body: { email } }, token)).hasAccess
  expect(await hasAccess(administrator.email, administrator.token)).toBe(true)
  expect(await hasAccess(administrator.email.toUpperCase(), administrator.token)).toBe(true)
  for (const [email, token] of [
    [administrator.email, undefined],
    [administrator.email, 'nonsense'],
    [administrator.email, second.token],
    [administrator.email, person.token],
    [person.email, person.token],
    [person.email, administrator.token],
    ['nobody@example.com', administrator.token],
  ] as const) {
    expect([email, await hasAccess(email, token)]).toEqual([email, false])
  }
})

test('nobody becomes an administrator by changing their profile', async () => {
  const person = await givenPerson(app)
  const body = { ...completeProfile, role: 'admin', user_id: 'x', email: 'admin@example.com' }
  const { userData } = await app.dataOf(updateProfile, { body }, person)
  expect(userData).toMatchObject({ role: 'user', email: person.email, userId: person.userId })
})

/** A person with a blank profile in the wire format. */
const blankUser = {
  user_id: expect.stringMatching(/^[\da-f-]{36}$/),
  first_name: '',
  last_name: '',
  country: '',
  state: '',
  zip: '',
  company_name: '',
  phone: '',
  registered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  is_aop_member: 'NO_INPUT',
  has_given_mailing_consent: null,
  mailing_consent_timestamp: null,
  mailing_consent_event_name: null,
}

async function exists(email: string) {
  return (await app.dataOf(checkEmailExists, { query: { email } })).emailExists
}

function claimsOf(changes: Claims): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: `${app.services.config.publicUrl}/api/identity`,
    aud: 'ia-renewal-portal',
    sub: subject,
    email: 'known@example.com',
    email_verified: true,
    auth_time: now,
    iat: now,
    exp: now + 600,
    ...changes,
  }
}

async function signed(claims: Claims, header: Partial<JWTHeaderParameters> = {}, by = key) {
  return new SignJWT(claimsOf(claims))
    .setProtectedHeader({ alg: 'ES256', kid: key.kid as string, ...header })
    .sign(await importJWK(by, 'ES256'))
}

async function strangersKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
}

async function signedByPublicKey() {
  const { keys } = (await app.request({ method: 'GET', url: '/api/identity/jwks' })).json()
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  return new SignJWT(claimsOf({}))
    .setProtectedHeader({ alg: 'HS256', kid: key.kid as string })
    .sign(Buffer.from(JSON.stringify(keys[0])))
}
