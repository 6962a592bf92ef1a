import { beforeEach, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/office/accounts/records.ts'
import { changeEmail, confirmEmail, getEmailChange } from '#contract/people/email-changes/calls.ts'
import { addPasskey } from '#contract/people/passkeys/calls.ts'
import { endOtherSessions, proveSession } from '#contract/people/sessions/calls.ts'
import { endUserSessions, removeUserPasskey, updateUserByAdmin } from '#contract/people/users/edits.ts'
import { expectRefusal, expectSuccess, startApp, until } from '#test/app.ts'
import type { Authenticator } from '#test/authenticator.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import type { Answer } from '#test/call-app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { codeMailedTo, givenEmailChange } from '#test/email-changes.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenIdToken, givenPerson, givenSession, preparedApp } from '#test/given.ts'
import { askedForPasskey, givenPasskey, signInByPasskey } from '#test/passkeys.ts'

let administrator: Person
/** A person in whose account a thief left a passkey and a pending change of email. */
let person: Person
let authenticator: Authenticator
let thiefsEmail: string
let code: string
let people = 0
const app = preparedApp()
beforeEach(async () => {
  administrator = await givenAdministrator(app)
  person = await givenPerson(app)
  authenticator = await givenPasskey(app, person)
  thiefsEmail = `thief${++people}@example.com`
  await app.send(changeEmail, { email: thiefsEmail }, person)
  code = await codeMailedTo(app, thiefsEmail, 'confirm-email')
})

describe('a passkey and a pending email change of a thief stop working when', () => {
  const evictions: [string, () => Promise<Answer<never>>][] = [
    ['the person signs out everywhere else', () => app.send(endOtherSessions, {}, person)],
    [
      'an administrator ends all sessions',
      () => app.send(endUserSessions, { userId: person.userId }, administrator),
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
        return app.send(updateUserByAdmin, body, administrator)
      },
    ],
  ]

  test.each(evictions)('%s', async (_, evict) => {
    await expectSuccess(evict())
    await expectRefusal(signInByPasskey(app, authenticator), 'PASSKEY_REFUSED')
    await expectRefusal(app.send(confirmEmail, { code }), 'LINK_SPENT')
  })

  test('the person changes to another email', async () => {
    await givenEmailChange(app, person, `moved${people}@example.com`)
    await expectRefusal(signInByPasskey(app, authenticator), 'PASSKEY_REFUSED')
    await expectRefusal(app.send(confirmEmail, { code }), 'LINK_SPENT')
  })
})

test('a person who signs out everywhere else can keep passkeys, and a pending email change is still canceled', async () => {
  await app.send(endOtherSessions, { keepsPasskeys: true }, person)
  await expectSuccess(signInByPasskey(app, authenticator))
  expect((await app.dataOf(getEmailChange, {}, person)).newEmail).toBe(null)
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
    await expectRefusal(app.send(removeUserPasskey, given, administrator), refusal)
  }
  expect(await shownPasskeys()).toEqual([])
  await expectRefusal(signInByPasskey(app, authenticator), 'PASSKEY_REFUSED')
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
      await expectRefusal(own.call(proveSession, { body }, person.token), refusal)
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
      app.send(addPasskey, { passkey: made }, thief),
      app.send(changeEmail, { email: thiefsEmail }, thief),
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
  return (await app.dataOf(getAccount, { query }, administrator)).passkeys
}

/** Returns a session that began before the clock was advanced. */
function oldSession() {
  return givenSession(app, person.userId)
}

async function waiting() {
  const rows = await app.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
