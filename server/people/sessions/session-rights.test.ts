import { beforeEach, describe, expect, test } from 'vitest'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { checkAdminAccess, exchangeToken, signOut } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import {
  exchange,
  givenAdministrator,
  givenIdToken,
  givenPassword,
  givenPerson,
  preparedApp,
} from '#test/given.ts'
import { sweepSessions } from './jobs.ts'

const password = 'a password of an administrator'
/** Another process of the same portal, whose clock a test moves. */
let later: TestApp
let email: string
let administrators = 0
const app = preparedApp()
beforeEach(async () => {
  later = await startApp({ sharing: app, works: false })
  email = `administrator${++administrators}@example.com`
  await givenAdministrator(app, email)
  await givenPassword(app, email, password)
  return () => later.close()
})

describe('an administrator', () => {
  test('who signs in by a mailed link has the rights of a person', async () => {
    const { token, isAdmin, userData } = (await exchange(app, await givenIdToken(app, email))).data
    expect([isAdmin, userData.email]).toEqual([false, email])
    expect(await app.call(getEventsWithSlots, { query: {} }, token)).toMatchObject({
      status: 403,
      failure: { code: 'NOT_ADMINISTRATOR' },
    })
    expect((await app.dataOf(checkAdminAccess, { body: { email } }, token)).hasAccess).toBe(false)
    expect(await profileStatus(app, token)).toBe(200)
  })

  test('who signs in with a password has all rights in every process', async () => {
    const { token, isAdmin } = (await exchange(app, await byPassword())).data
    expect(isAdmin).toBe(true)
    for (const each of [app, later]) expect(await adminStatus(each, token)).toBe(200)
    expect((await app.dataOf(checkAdminAccess, { body: { email } }, token)).hasAccess).toBe(true)
  })

  test('is signed out after 30 minutes without a call to any process', async () => {
    const { token } = (await exchange(app, await byPassword())).data
    expect(await adminStatus(app, token)).toBe(200)
    for (const minutes of [20, 29]) {
      later.pass({ minutes })
      expect(await adminStatus(later, token)).toBe(200)
    }
    later.pass({ minutes: 30.1 })
    expect(await adminStatus(later, token)).toBe(401)
    expect(await profileStatus(later, token)).toBe(401)
    await sweepSessions(later.services)
    expect(await sessionsOf(email)).toBe(0)
  })

  test('is signed out after 12 hours, however active', async () => {
    const { token } = (await exchange(app, await byPassword())).data
    for (let halfHours = 0; halfHours < 26; halfHours++) {
      later.pass({ minutes: 27.5 })
      expect(await adminStatus(later, token)).toBe(200)
    }
    later.pass({ minutes: 5.5 })
    expect(await adminStatus(later, token)).toBe(401)
    await sweepSessions(later.services)
    expect(await sessionsOf(email)).toBe(0)
  })

  test('who signed in by link stays signed in like a person', async () => {
    const { token } = (await exchange(app, await givenIdToken(app, email))).data
    later.pass({ minutes: 60 * 24 * 3 })
    expect(await profileStatus(later, token)).toBe(200)
  })
})

test('a person with a password but without the role gets no administrator rights', async () => {
  const person = await givenPerson(app)
  await givenPassword(app, person.email, password)
  const { isAdmin, token } = (await exchange(app, await byPassword(person.email))).data
  expect([isAdmin, await adminStatus(app, token)]).toEqual([false, 403])
})

describe('an ID token', () => {
  test('begins no other session after its session was signed out', async () => {
    const idToken = await givenIdToken(app, email)
    const { token } = (await exchange(app, idToken)).data
    await app.call(signOut, {}, token)
    expect(await refusal(idToken)).toBe('IDENTITY_NOT_PROVEN')
    // Every ES256 signature has a second valid form.
    expect(await refusal(withOtherSignature(idToken))).toBe('IDENTITY_NOT_PROVEN')
  })

  test('ends the session that is sent along with it, and no other', async () => {
    const kept = (await exchange(app, await givenIdToken(app, email))).data
    const idToken = await givenIdToken(app, email)
    const old = (await exchange(app, idToken)).data
    for (const each of [app, later]) expect(await profileStatus(each, old.token)).toBe(200)
    const next = await app.send(exchangeToken, { authToken: await givenIdToken(app, email) }, old)
    expect(await profileStatus(app, old.token)).toBe(401)
    await until(async () => (await profileStatus(later, old.token)) === 401)
    for (const token of [kept.token, next.data.token]) expect(await profileStatus(app, token)).toBe(200)
    expect(await refusal(idToken)).toBe('IDENTITY_NOT_PROVEN')
  })

  test('that is refused keeps the session that is sent along with it', async () => {
    const { token } = (await exchange(app, await givenIdToken(app, email))).data
    expect((await app.send(exchangeToken, { authToken: 'nonsense' }, token)).status).toBe(401)
    expect(await profileStatus(app, token)).toBe(200)
  })
})

test('the use of a session is recorded at most once a minute', async () => {
  const { token } = (await exchange(app, await givenIdToken(app, email))).data
  const noted = async () => {
    const rows = await app.query(
      'select last_seen_at, xmin from sessions where token_hash = sha256(convert_to($1, $2))',
      [token, 'UTF8'],
    )
    return rows[0]
  }
  const first = await noted()
  for (let calls = 0; calls < 20; calls++) expect(await profileStatus(later, token)).toBe(200)
  expect(await noted()).toEqual(first)
  later.pass({ minutes: 1.1 })
  for (let calls = 0; calls < 20; calls++) expect(await profileStatus(later, token)).toBe(200)
  await until(async () => (await noted()).last_seen_at > first.last_seen_at)
  const second = await noted()
  for (let calls = 0; calls < 20; calls++) expect(await profileStatus(later, token)).toBe(200)
  expect(await noted()).toEqual(second)
})

async function byPassword(address = email) {
  return (await app.dataOf(signInWithPassword, { body: { email: address, password } })).idToken
}

async function refusal(authToken: string) {
  return (await app.send(exchangeToken, { authToken })).failure?.code
}

async function profileStatus(each: TestApp, token: string) {
  return (await each.call(getProfile, {}, token)).status
}

async function adminStatus(each: TestApp, token: string) {
  return (await each.call(getEventsWithSlots, { query: {} }, token)).status
}

async function sessionsOf(address: string) {
  const rows = await app.query('select 1 from sessions join users using (user_id) where email = $1', [
    address,
  ])
  return rows.length
}

/** Returns the token with the equivalent signature n - s, which also verifies. */
function withOtherSignature(idToken: string) {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const [header, payload, signature = ''] = idToken.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  return [header, payload, other.toString('base64url')].join('.')
}
