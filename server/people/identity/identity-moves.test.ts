import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendSignInLink, signInWithLink, signInWithPassword } from '#contract/people/identity/calls.ts'
import { createUser } from '#contract/people/sessions/calls.ts'
import { checkEmailExists, getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, startApp, until } from '#test/app.ts'
import type { FakeFirebase } from '#test/fake-firebase.ts'
import { startFakeFirebase } from '#test/fake-firebase.ts'
import { exchange, givenAdministrator, givenIdToken, givenPassword, givenPerson } from '#test/given.ts'

const password = 'the password here or there'
let before: TestApp
let after: TestApp
let firebase: FakeFirebase
beforeAll(async () => {
  firebase = await startFakeFirebase()
  before = await startApp()
  after = await startApp({ environment: firebase.environment, sharing: before, works: false })
})
afterAll(async () => {
  await after.close()
  await before.close()
  await firebase.close()
})

test('a person keeps their account when the portal moves to Firebase and back', async () => {
  const { email, userId, token } = await givenPerson(before)
  const moved = await exchange(after, await byFirebase(email))
  expect(moved.data.userData.userId).toBe(userId)
  const back = await exchange(before, await givenIdToken(before, email))
  expect(back.data.userData.userId).toBe(userId)
  // The move signs nobody out.
  for (const app of [before, after]) {
    for (const each of [token, moved.data.token, back.data.token]) {
      expect((await app.dataOf(getProfile, {}, each)).userData.userId).toBe(userId)
    }
  }
})

test('the embedded identity provider recognizes a person from Firebase by their email', async () => {
  const email = 'newcomer@example.com'
  const body = { authToken: await byFirebase(email), email }
  const { userId } = (await after.call(createUser, { body })).data.userData
  const back = await exchange(before, await givenIdToken(before, email))
  expect(back.data.userData.userId).toBe(userId)
})

test('an unverified email opens no account, with either identity provider', async () => {
  const { email: known } = await givenPerson(before)
  const unknown = 'unverified@example.com'
  for (const email of [known, unknown]) {
    const authToken = await firebase.sign({ sub: `uid of ${email}`, email, email_verified: false })
    const created = await after.call(createUser, { body: { authToken, email } })
    const refused = [await exchange(after, authToken), created].map(({ failure }) => failure?.code)
    expect(refused).toEqual(['IDENTITY_NOT_PROVEN', 'IDENTITY_NOT_PROVEN'])
  }
  const back = await before.call(checkEmailExists, { query: { email: unknown } })
  expect(back.data.emailExists).toBe(false)
})

test("an administrator keeps the role with either password, and each identity provider refuses the other's ID tokens", async () => {
  const { email, userId } = await givenAdministrator(before, 'chief@example.com')
  await givenPassword(before, email, password)
  firebase.add({ email, password, emailVerified: true })
  for (const [app, other] of [
    [before, after],
    [after, before],
  ] as const) {
    const authToken = (await app.dataOf(signInWithPassword, { body: { email, password } })).idToken
    await expectRefusal(exchange(other, authToken), 'IDENTITY_NOT_PROVEN')
    expect((await exchange(app, authToken)).data).toMatchObject({ isAdmin: true, userData: { userId } })
  }
})

async function byFirebase(email: string) {
  await after.call(sendSignInLink, { body: { email } })
  await until(async () => firebase.mailsTo(email).length > 0)
  const code = firebase.mailsTo(email)[0]?.oobCode ?? ''
  return (await after.call(signInWithLink, { body: { email, code } })).data.idToken
}
