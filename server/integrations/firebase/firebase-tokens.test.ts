import type { JWTPayload } from 'jose'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { FakeFirebase } from '#test/fake-firebase.ts'
import { startFakeFirebase } from '#test/fake-firebase.ts'
import { newKey } from '#test/firebase-keys.ts'
import { exchange } from '#test/given.ts'

const email = 'known@example.com'
const known = { sub: 'a-uid-of-firebase', email, email_verified: true }
let app: TestApp
let firebase: FakeFirebase
beforeAll(async () => {
  firebase = await startFakeFirebase({ clock: () => app.services.clock() })
  app = await startApp({ environment: firebase.environment })
  const body = { authToken: await firebase.sign(known), email, ...completeProfile }
  await expectSuccess(app.send(createUser, body))
})
// Keys are not fetched again within this time.
beforeEach(() => app.pass({ minutes: 1 }))
afterAll(async () => {
  await app.close()
  await firebase.close()
})

const seconds = (minutes = 0) => Math.floor(app.services.clock().getTime() / 1000) + minutes * 60

test.each<[string, () => Record<string, unknown>]>([
  ['as Firebase issues it', () => ({})],
  ['from nine minutes ago', () => ({ auth_time: seconds(-9), iat: seconds(-9) })],
  ['that has just expired by a slow clock', () => ({ exp: seconds() - 20 })],
  ['from a fast clock', () => ({ iat: seconds() + 20, auth_time: seconds() + 20 })],
])('an ID token %s signs in', async (_, claims) => {
  expect((await exchange(app, await firebase.sign({ ...known, ...claims() }))).data).toMatchObject({
    isAdmin: false,
    userData: { email },
  })
})

test.each<[string, () => Record<string, unknown>]>([
  ['of another issuer', () => ({ iss: 'https://securetoken.google.com/another-project' })],
  ["that says it is the portal's own", () => ({ iss: `${app.services.config.publicUrl}/api/identity` })],
  ['for another project', () => ({ aud: 'another-project' })],
  ['for several projects', () => ({ aud: ['one', 'two'] })],
  ['that has expired', () => ({ exp: seconds(-1) })],
  ['that never expires', () => ({ exp: undefined })],
  ['that is not valid yet', () => ({ nbf: seconds(5) })],
  ['that is issued in the future', () => ({ iat: seconds(5) })],
  ['of a sign-in in the future', () => ({ auth_time: seconds(5) })],
  ['that was renewed, and keeps the time of its sign-in', () => ({ auth_time: seconds(-12) })],
  ['that hides when its person signed in', () => ({ auth_time: undefined })],
  ['of an address that nobody has verified', () => ({ email_verified: false })],
  ['without an address', () => ({ email: undefined })],
  ['of nobody', () => ({ sub: '' })],
])('an ID token %s is refused', async (_, claims) => {
  await expectRefused(await firebase.sign({ ...known, ...claims() }))
})

test.each<[string, () => Promise<string> | string]>([
  ['nobody signed', () => new UnsecuredJWT({ ...known, ...claimsOfProject() }).encode()],
  [
    'a stranger signed with the key id of Firebase',
    async () => firebase.sign(known, {}, { ...(await newKey()), kid: firebase.key().kid as string }),
  ],
  ['has an unknown key id', () => firebase.sign(known, { kid: 'unknown' })],
  ['is signed with the public key as a secret', signedByPublicKey],
  ['is not a token', () => 'not.a.token'],
])('an ID token that %s is refused', async (_, make) => {
  await expectRefused(await make())
})

describe('the keys of Firebase', () => {
  const keysAsked = () => firebase.calls.filter(({ name }) => name === 'keys').length

  test('are cached for as long as Firebase says', async () => {
    await exchange(app, await firebase.sign(known))
    const before = keysAsked()
    app.pass({ minutes: 300 })
    await exchange(app, await firebase.sign(known))
    expect(keysAsked()).toBe(before)
    app.pass({ minutes: 60 })
    await exchange(app, await firebase.sign(known))
    expect(keysAsked()).toBe(before + 1)
  })

  test('may change: the new one is fetched at once, and the old one is refused', async () => {
    await exchange(app, await firebase.sign(known))
    const old = await firebase.sign({ ...known, jti: 'by the old key' })
    app.pass({ minutes: 1 })
    await firebase.rotateKeys()
    await expectSuccess(exchange(app, await firebase.sign(known)))
    await expectRefused(old)
  })

  test('are not fetched again for every key id that somebody makes up', async () => {
    const before = keysAsked()
    for (const kid of ['a', 'b', 'c', 'd']) await expectRefused(await firebase.sign(known, { kid }))
    expect(keysAsked()).toBe(before + 1)
  })

  test('stay valid for a day while Firebase is away', async () => {
    const { token } = (await exchange(app, await firebase.sign(known))).data
    await firebase.goAway()
    app.pass({ minutes: 23 * 60 })
    await expectSuccess(exchange(app, await firebase.sign(known)))
    await expectRefusal(exchange(app, await firebase.sign(known, { kid: 'unknown' })), 'IDENTITY_AWAY')
    app.pass({ minutes: 2 * 60 })
    await expectRefusal(exchange(app, await firebase.sign(known)), 'IDENTITY_AWAY')
    await expectSuccess(app.call(getProfile, {}, token))
    await firebase.comeBack()
    await expectSuccess(exchange(app, await firebase.sign(known)))
  })
})

async function expectRefused(authToken: string) {
  await expectRefusal(exchange(app, authToken), 'IDENTITY_NOT_PROVEN')
}

function claimsOfProject(): JWTPayload {
  const aud = firebase.environment.FIREBASE_PROJECT_ID ?? ''
  const times = { iat: seconds(), auth_time: seconds(), exp: seconds(60) }
  return { iss: `https://securetoken.google.com/${aud}`, aud, ...times }
}

function signedByPublicKey() {
  const { n, kid } = firebase.key()
  return new SignJWT({ ...known, ...claimsOfProject() })
    .setProtectedHeader({ alg: 'HS256', kid: kid as string })
    .sign(Buffer.from(n ?? '', 'base64url'))
}
