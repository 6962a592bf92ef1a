import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/office/accounts/records.ts'
import { changeEmail, confirmEmail, getEmailChange } from '#contract/people/email-changes/calls.ts'
import { addPasskey } from '#contract/people/passkeys/calls.ts'
import { endOtherSessions, proveSession } from '#contract/people/sessions/calls.ts'
import { endUserSessions, removeUserPasskey, updateUserByAdmin } from '#contract/people/users/edits.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { Authenticator } from '#test/authenticator.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import type { Answer } from '#test/call-app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { codeMailedTo, givenEmailChange } from '#test/email-changes.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenIdToken, givenPerson, givenSession } from '#test/given.ts'
import { askedForPasskey, givenPasskey, signInByPasskey } from '#test/passkeys.ts'

let app: TestApp
let administrator: Person
/** A person in whose account a thief left a passkey and a pending change of email. */
let person: Person
let authenticator: Authenticator
let thiefsEmail: string
let code: string
let people = 0
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  administrator = await givenAdministrator(app)
  person = await givenPerson(app)
  authenticator = await givenPasskey(app, person)
  thiefsEmail = `thief${++people}@example.com`
  await app.call(changeEmail, { body: { email: thiefsEmail } }, person.token)
  code = await codeMailedTo(app, thiefsEmail, 'confirm-email')
})
afterAll(() => app.close())

describe('a passkey and a pending email change of a thief stop working when', () => {
  const evictions: [string, () => Promise<Answer<never>>][] = [
    ['the person signs out everywhere else', () => app.call(endOtherSessions, { body: {} }, person.token)],
    [
      'an administrator ends all sessions',
      () => app.call(endUserSessions, { body: { userId: person.userId } }, administrator.token),
    ],
    [
      'an administrator changes the email',
      () => {
        const body = {
          ...completeProfile,
          userId: person.userId,
          email: `new${people}@example.com`,
          version: 1,
        }
        return app.call(updateUserByAdmin, { body }, administrator.token)
      },
    ],
  ]

  test.each(evictions)('%s', async (_, evict) => {
    expect((await evict()).status).toBe(200)
    expect((await signInByPasskey(app, authenticator)).failure?.code).toBe('PASSKEY_REFUSED')
    expect((await app.call(confirmEmail, { body: { code } })).failure?.code).toBe('LINK_SPENT')
  })

  test('the person changes to another email', async () => {
    await givenEmailChange(app, person, `moved${people}@example.com`)
    expect((await signInByPasskey(app, authenticator)).failure?.code).toBe('PASSKEY_REFUSED')
    expect((await app.call(confirmEmail, { body: { code } })).failure?.code).toBe('LINK_SPENT')
  })
})

test('a person who signs out everywhere else can keep passkeys, and a pending email change is still canceled', async () => {
  await app.call(endOtherSessions, { body: { keepsPasskeys: true } }, person.token)
  expect((await signInByPasskey(app, authenticator)).status).toBe(200)
  expect((await app.call(getEmailChange, {}, person.token)).data.newEmail).toBe(null)
})

test("an administrator sees a person's passkeys and removes one", async () => {
  const [passkey] = await shownPasskeys()
  expect(passkey).toMatchObject({ name: 'Firefox on Windows', lastUsedAt: null })
  const body = { userId: person.userId, passkeyId: passkey?.passkeyId ?? 0 }
  const somebody = { ...body, userId: administrator.userId }
  for (const [given, refusal] of [
    [somebody, 'PASSKEY_NOT_FOUND'],
    [body, undefined],
    [body, 'PASSKEY_NOT_FOUND'],
  ] as const) {
    expect((await app.call(removeUserPasskey, { body: given }, administrator.token)).failure?.code).toBe(
      refusal,
    )
  }
  expect(await shownPasskeys()).toEqual([])
  expect((await signInByPasskey(app, authenticator)).failure?.code).toBe('PASSKEY_REFUSED')
})

describe('a passkey', () => {
  test('can be added for ten minutes after sign-in, then only after the person proves again who they are', async () => {
    const own = await startApp({ sharing: app })
    own.pass({ minutes: 9.9 })
    await askedForPasskey(own, person)
    own.pass({ minutes: 0.2 })
    const begin = () => askedForPasskey(own, person)
    await expect(begin()).rejects.toThrow('SIGN_IN_TOO_OLD')
    const somebody = await givenPerson(app)
    for (const [email, refusal] of [
      [somebody.email, 'IDENTITY_NOT_PROVEN'],
      [person.email, undefined],
    ] as const) {
      await expect(begin()).rejects.toThrow('SIGN_IN_TOO_OLD')
      const body = { authToken: await givenIdToken(own, email) }
      expect((await own.call(proveSession, { body }, person.token)).failure?.code).toBe(refusal)
    }
    await begin()
    // The proof does not count in another session.
    await expect(askedForPasskey(own, { token: await oldSession() })).rejects.toThrow('SIGN_IN_TOO_OLD')
    await own.close()
  })

  test('is not added, and no email change begins, if the session ends at the same moment', async () => {
    const thief = { ...person, token: await givenSession(app, person.userId) }
    const made = openAuthenticator().make(await askedForPasskey(app, thief))
    const client = await app.services.pool.connect()
    await client.query('begin')
    await client.query('select from users where user_id = $1 for update', [person.userId])
    const asked = [
      app.call(addPasskey, { body: { passkey: made } }, thief.token),
      app.call(changeEmail, { body: { email: thiefsEmail } }, thief.token),
    ]
    await until(async () => (await waiting()) === 2)
    await client.query('delete from sessions where user_id = $1', [person.userId])
    await client.query('commit')
    client.release()
    for (const { failure } of await Promise.all(asked)) expect(failure?.code).toBe('SIGNED_OUT')
    expect(await shownPasskeys()).toHaveLength(1)
  })
})

async function shownPasskeys() {
  const query = { userId: person.userId }
  return (await app.call(getAccount, { query }, administrator.token)).data.passkeys
}

/** Returns a session that began before the clock was advanced. */
function oldSession(): Promise<string> {
  return givenSession(app, person.userId)
}

async function waiting(): Promise<number> {
  const { rows } = await app.services.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
