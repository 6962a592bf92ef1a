import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import {
  changeOwnName,
  getAdministrators,
  inviteAdministrator,
  removeAdministrator,
} from '#contract/people/administrators/calls.ts'
import { removalRefusal } from '#contract/people/administrators/rules.ts'
import { resetPassword, signInWithPassword } from '#contract/people/identity/calls.ts'
import { checkAdminAccess, exchangeToken } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenIdToken, givenPerson, givenSession, givenTypedAgain } from '#test/given.ts'

const password = 'twelve or more'
let app: TestApp
let other: TestApp
let administrator: Person
let email: string
let people = 0
beforeAll(async () => {
  app = await startApp()
  other = await startApp({ sharing: app, works: false })
})
beforeEach(async () => {
  email = `invited${++people}@example.com`
  administrator = await givenTyping()
})
afterAll(async () => {
  await other.close()
  await app.close()
})

describe('the own name of an administrator', () => {
  test('is set by each, also by somebody who was invited as a viewer, and is what colleagues read', async () => {
    const body = { email, role: 'viewer' as const }
    expect((await app.call(inviteAdministrator, { body }, administrator.token)).status).toBe(200)
    await choosePassword(await invitationCode())
    const { token } = (await signIn()).data
    const renamed = await app.call(
      changeOwnName,
      { body: { firstName: ' Vera ', lastName: 'Van  Viewer' } },
      token,
    )
    expect(renamed.data.userData).toMatchObject({ firstName: 'Vera', lastName: 'Van Viewer', email })
    expect(await listed()).toMatchObject({ name: 'Vera Van Viewer', role: 'viewer' })
    const { activities } = (await app.call(getActivities, { query: {} }, administrator.token)).data
    expect(activities[0]).toMatchObject({
      activity: 'profile-changed',
      actedBy: { name: 'Vera Van Viewer' },
    })
  })

  test('is never blank, and nobody else has such a call', async () => {
    const { failure } = await app.call(
      changeOwnName,
      { body: { firstName: ' ', lastName: '' } },
      administrator.token,
    )
    expect(failure?.fields).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
    const person = await givenPerson(app)
    const names = { firstName: 'Pat', lastName: 'Person' }
    expect((await app.call(changeOwnName, { body: names }, person.token)).failure?.code).toBe(
      'NOT_ADMINISTRATOR',
    )
  })
})

describe('an invitation', () => {
  test('is mailed with a link to choose a password, and accepted by the first sign-in with that password', async () => {
    expect((await invite()).status).toBe(200)
    expect(await listed()).toMatchObject({ name: '', acceptedAt: null, invitedBy: 'Portal Administrator' })
    await pass({ days: 6 })
    expect((await choosePassword(await invitationCode())).status).toBe(200)
    const { isAdmin, userData } = (await signIn()).data
    expect([isAdmin, userData.email]).toEqual([true, email])
    expect(await listed()).toMatchObject({ acceptedAt: expect.any(Date), lastSeenAt: expect.any(Date) })
  })

  test('can be sent again, and works for a week', async () => {
    await invite()
    const first = await invitationCode()
    await pass({ days: 5 })
    await invite()
    const second = await invitationCode(2)
    await pass({ days: 2 })
    expect((await choosePassword(first)).failure?.code).toBe('LINK_SPENT')
    expect((await choosePassword(second)).status).toBe(200)
    expect((await choosePassword(second)).failure?.code).toBe('LINK_SPENT')
    await signIn()
    expect((await invite()).failure?.code).toBe('ADMINISTRATOR_ALREADY')
  })

  test('gives no administrator rights to a person who signs in by link before choosing a password', async () => {
    const person = await givenPerson(app, { email })
    await invite()
    expect(await listed()).toMatchObject({ userId: person.userId, name: "Pat O'Brien" })
    const authToken = await givenIdToken(app, email)
    const { isAdmin, token } = (await app.call(exchangeToken, { body: { authToken } })).data
    expect(isAdmin).toBe(false)
    expect((await app.call(getAdministrators, {}, token)).status).toBe(403)
  })

  test('that was revoked no longer works', async () => {
    await invite()
    const code = await invitationCode()
    expect((await remove((await listed())?.userId as string)).status).toBe(200)
    expect((await choosePassword(code)).failure?.code).toBe('LINK_SPENT')
    expect(await listed()).toBe(undefined)
  })

  test('appears in the history, as does its revocation', async () => {
    await invite()
    const userId = (await listed())?.userId as string
    await remove(userId)
    const query = { userId }
    const { activities } = (await app.call(getActivities, { query }, administrator.token)).data
    expect(activities.map(({ activity, actedBy }) => [activity, actedBy?.email])).toEqual([
      ['administrator-removed', administrator.email],
      ['administrator-invited', administrator.email],
    ])
  })

  test('that two administrators send at the same moment creates one administrator', async () => {
    const answers = await Promise.all([invite(), invite(other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { administrators } = (await app.call(getAdministrators, {}, administrator.token)).data
    expect(administrators.filter((one) => one.email === email)).toHaveLength(1)
  })
})

describe('removing an administrator', () => {
  test('signs them out at once in every process and disables their password', async () => {
    const { userId, token } = await givenAccepted()
    expect((await other.call(getAdministrators, {}, token)).status).toBe(200)
    expect((await remove(userId)).status).toBe(200)
    await expect.poll(async () => (await other.call(getProfile, {}, token)).status).toBe(401)
    expect((await app.call(signInWithPassword, { body: { email, password } })).failure?.code).toBe(
      'WRONG_PASSWORD',
    )
    // An older session has a person's rights, too.
    const left = await givenSession(app, userId)
    const access = await app.call(checkAdminAccess, { body: { email } }, left)
    expect(access.data).toEqual({ hasAccess: false })
    // After another invitation, the old password does not work.
    await invite()
    expect((await app.call(signInWithPassword, { body: { email, password } })).failure?.code).toBe(
      'WRONG_PASSWORD',
    )
    await remove(userId)
  })

  test('requires the typed email if they remove themselves', async () => {
    const { userId, token } = await givenAccepted()
    const removeOneself = (typed?: string) =>
      app.call(removeAdministrator, { body: { userId, ...(typed && { email: typed }) } }, token)
    expect((await removeOneself()).failure?.code).toBe('EMAIL_DIFFERS')
    expect((await removeOneself(administrator.email)).failure?.code).toBe('EMAIL_DIFFERS')
    expect((await removeOneself(` ${email.toUpperCase()}`)).status).toBe(200)
    expect((await app.call(getProfile, {}, token)).status).toBe(401)
  })

  test('is refused for the last one who has signed in, and for a person without the role', async () => {
    await removeAllBut(administrator)
    await invite()
    const { userId } = administrator
    const last = await app.call(
      removeAdministrator,
      { body: { userId, email: administrator.email } },
      administrator.token,
    )
    expect([last.status, last.failure?.code]).toEqual([409, 'LAST_ADMINISTRATOR'])
    const person = await givenPerson(app)
    expect((await remove(person.userId)).failure?.code).toBe('USER_NOT_FOUND')
  })

  test('refuses their earlier call if it has not committed yet', async () => {
    const { userId, token } = await givenAccepted()
    const client = await app.services.pool.connect()
    await client.query('begin')
    await client.query('delete from administrators where user_id = $1', [userId])
    await client.query("update users set role = 'user' where user_id = $1", [userId])
    const asked = app.call(restoreRegistration, { body: { registrationId: 1 } }, token)
    await until(async () => (await waiting()) > 0)
    await client.query('commit')
    client.release()
    expect((await asked).failure?.code).toBe('SIGNED_OUT')
  })

  test('works for only one of two who remove each other at the same moment, even if a third remains', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const [one, two] = [
        await givenTyping(`one${turn}@example.com`),
        await givenTyping(`two${turn}@example.com`),
      ]
      const answers = await Promise.all([
        app.call(removeAdministrator, { body: { userId: two.userId } }, one.token),
        other.call(removeAdministrator, { body: { userId: one.userId } }, two.token),
      ])
      expect(answers.map(({ failure }) => failure?.code).sort()).toEqual(['SIGNED_OUT', undefined])
    }
  })

  test('leaves one of two who remove each other at the same moment', async () => {
    const third = await givenAccepted()
    await removeAllBut(administrator, third)
    const answers = await Promise.all([
      app.call(removeAdministrator, { body: { userId: third.userId } }, administrator.token),
      other.call(removeAdministrator, { body: { userId: administrator.userId } }, third.token),
    ])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const { rows } = await app.services.pool.query("select email from users where role = 'admin'")
    expect(rows).toHaveLength(1)
  })
})

test.each([
  ['another administrator', { isOneself: false, isLast: false }, undefined, undefined],
  ['the last administrator', { isOneself: false, isLast: true }, undefined, 'LAST_ADMINISTRATOR'],
  ['oneself without typing', { isOneself: true, isLast: false }, undefined, 'EMAIL_DIFFERS'],
  ['oneself by the email', { isOneself: true, isLast: false }, 'me@example.com', undefined],
  ['oneself as the last', { isOneself: true, isLast: true }, 'me@example.com', 'LAST_ADMINISTRATOR'],
])('removing %s is allowed or refused', (_, facts, typed, refusal) => {
  expect(removalRefusal({ email: 'me@example.com', ...facts }, typed)).toBe(refusal)
})

/** Returns an administrator with a recent proof of the password. */
async function givenTyping(address?: string): Promise<Person> {
  const signedIn = await givenAdministrator(app, address)
  await givenTypedAgain(app, signedIn.token)
  return signedIn
}

/** Passes days and signs the administrator, whose session expired, in again. */
async function pass({ days }: { days: number }): Promise<void> {
  app.pass({ minutes: days * 24 * 60 })
  administrator = await givenTyping()
}

function invite(at = app) {
  return at.call(inviteAdministrator, { body: { email } }, administrator.token)
}

function remove(userId: string) {
  return app.call(removeAdministrator, { body: { userId } }, administrator.token)
}

async function listed() {
  const { administrators } = (await app.call(getAdministrators, {}, administrator.token)).data
  return administrators.find((one) => one.email === email)
}

async function invitationCode(atLeast = 1): Promise<string> {
  const mails = await app.mailsTo(email, atLeast)
  const [mail] = mails.filter(({ subject }) => subject === 'You are invited to the admin panel')
  return /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

function choosePassword(code: string) {
  return app.call(resetPassword, { body: { email, code, password } })
}

async function signIn() {
  const { idToken } = (await app.call(signInWithPassword, { body: { email, password } })).data
  return app.call(exchangeToken, { body: { authToken: idToken } })
}

async function givenAccepted(): Promise<Person> {
  await invite()
  await choosePassword(await invitationCode())
  const { userData, token } = (await signIn()).data
  await givenTypedAgain(app, token)
  return { userId: userData.userId, email, token }
}

/** Counts connections that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await app.services.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

async function removeAllBut(...kept: Person[]): Promise<void> {
  const { administrators } = (await app.call(getAdministrators, {}, administrator.token)).data
  for (const { userId } of administrators) {
    if (!kept.some((one) => one.userId === userId)) await remove(userId)
  }
}
