import { beforeEach, describe, expect, test } from 'vitest'
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
import { getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { getAllUnregisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { expectRefusal, expectSuccess, until } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import {
  codeIn,
  givenAdministrator,
  givenIdToken,
  givenPerson,
  givenSession,
  givenTypedAgain,
  preparedApp,
} from '#test/given.ts'

const password = 'twelve or more'
let administrator: Person
let email: string
let people = 0
const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
beforeEach(async () => {
  email = `invited${++people}@example.com`
  administrator = await givenTyping()
})

describe('the own name of an administrator', () => {
  test('is set by each, also by somebody who was invited as a viewer, and is what colleagues read', async () => {
    const body = { email, role: 'viewer' as const }
    await expectSuccess(app.send(inviteAdministrator, body, administrator))
    await choosePassword(await invitationCode())
    const { token } = (await signIn()).data
    const renamed = await app.send(changeOwnName, { firstName: ' Vera ', lastName: 'Van  Viewer' }, token)
    expect(renamed.data.userData).toMatchObject({ firstName: 'Vera', lastName: 'Van Viewer', email })
    expect(await listed()).toMatchObject({ name: 'Vera Van Viewer', role: 'viewer' })
    const { activities } = await app.dataOf(getActivities, { query: {} }, administrator)
    expect(activities[0]).toMatchObject({
      activity: 'profile-changed',
      actedBy: { name: 'Vera Van Viewer' },
    })
  })

  test('is never blank, and nobody else has such a call', async () => {
    const { failure } = await app.send(changeOwnName, { firstName: ' ', lastName: '' }, administrator)
    expect(failure?.fields).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
    const person = await givenPerson(app)
    const names = { firstName: 'Pat', lastName: 'Person' }
    await expectRefusal(app.send(changeOwnName, names, person), 'NOT_ADMINISTRATOR')
  })
})

describe('an invitation', () => {
  test('is mailed with a link to choose a password, and accepted by the first sign-in with that password', async () => {
    await expectSuccess(invite())
    expect(await listed()).toMatchObject({ name: '', acceptedAt: null, invitedBy: 'Portal Administrator' })
    await pass({ days: 6 })
    await expectSuccess(choosePassword(await invitationCode()))
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
    await expectRefusal(choosePassword(first), 'LINK_SPENT')
    await expectSuccess(choosePassword(second))
    await expectRefusal(choosePassword(second), 'LINK_SPENT')
    await signIn()
    await expectRefusal(invite(), 'ADMINISTRATOR_ALREADY')
  })

  test('gives no administrator rights to a person who signs in by link before choosing a password', async () => {
    const person = await givenPerson(app, { email })
    await invite()
    expect(await listed()).toMatchObject({ userId: person.userId, name: "Pat O'Brien" })
    const authToken = await givenIdToken(app, email)
    const { isAdmin, token } = await app.dataOf(exchangeToken, { body: { authToken } })
    expect(isAdmin).toBe(false)
    expect((await app.call(getAdministrators, {}, token)).status).toBe(403)
  })

  test('that was revoked no longer works', async () => {
    await invite()
    const code = await invitationCode()
    await expectSuccess(remove((await listed())?.userId as string))
    await expectRefusal(choosePassword(code), 'LINK_SPENT')
    expect(await listed()).toBe(undefined)
  })

  test('that was withdrawn leaves nobody among the people without an event until they sign up', async () => {
    const found = async () => {
      const query = { search: email }
      return (await app.dataOf(getAllUnregisteredUsers, { query }, administrator)).users.length
    }
    await invite()
    await expectSuccess(remove((await listed())?.userId as string))
    expect(await found()).toBe(0)
    await expectSuccess(app.send(updateProfile, completeProfile, await givenPerson(app, { email })))
    expect(await found()).toBe(1)
  })

  test('appears in the history, as does its withdrawal', async () => {
    await invite()
    const userId = (await listed())?.userId as string
    await remove(userId)
    const query = { userId }
    const { activities } = await app.dataOf(getActivities, { query }, administrator)
    expect(activities.map(({ activity, actedBy }) => [activity, actedBy?.email])).toEqual([
      ['invitation-withdrawn', administrator.email],
      ['administrator-invited', administrator.email],
    ])
  })

  test('that two administrators send at the same moment creates one administrator', async () => {
    const answers = await Promise.all([invite(), invite(other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { administrators } = await app.dataOf(getAdministrators, {}, administrator)
    expect(administrators.filter((one) => one.email === email)).toHaveLength(1)
  })
})

describe('removing an administrator', () => {
  test('signs them out at once in every process and disables their password', async () => {
    const { userId, token } = await givenAccepted()
    await expectSuccess(other.call(getAdministrators, {}, token))
    await expectSuccess(remove(userId))
    await expect.poll(async () => (await other.call(getProfile, {}, token)).status).toBe(401)
    await expectRefusal(app.send(signInWithPassword, { email, password }), 'WRONG_PASSWORD')
    // An older session has a person's rights, too.
    const left = await givenSession(app, userId)
    const access = await app.send(checkAdminAccess, { email }, left)
    expect(access.data).toEqual({ hasAccess: false })
    // After another invitation, the old password does not work.
    await invite()
    await expectRefusal(app.send(signInWithPassword, { email, password }), 'WRONG_PASSWORD')
    await remove(userId)
  })

  test('requires the typed email if they remove themselves', async () => {
    const { userId, token } = await givenAccepted()
    const removeOneself = (typed?: string) =>
      app.send(removeAdministrator, { userId, ...(typed && { email: typed }) }, token)
    await expectRefusal(removeOneself(), 'EMAIL_DIFFERS')
    await expectRefusal(removeOneself(administrator.email), 'EMAIL_DIFFERS')
    await expectSuccess(removeOneself(` ${email.toUpperCase()}`))
    expect((await app.call(getProfile, {}, token)).status).toBe(401)
  })

  test('is refused for the last one who has signed in, and for a person without the role', async () => {
    await removeAllBut(administrator)
    await invite()
    const { userId } = administrator
    const last = await app.send(removeAdministrator, { userId, email: administrator.email }, administrator)
    expect([last.status, last.failure?.code]).toEqual([409, 'LAST_ADMINISTRATOR'])
    const person = await givenPerson(app)
    await expectRefusal(remove(person.userId), 'USER_NOT_FOUND')
  })

  test('refuses their earlier call if it has not committed yet', async () => {
    const { userId, token } = await givenAccepted()
    const client = await app.services.pool.connect()
    await client.query('begin')
    await client.query('delete from administrators where user_id = $1', [userId])
    await client.query("update users set role = 'user' where user_id = $1", [userId])
    const asked = app.send(restoreRegistration, { registrationId: 1 }, token)
    await until(async () => (await waiting()) > 0)
    await client.query('commit')
    client.release()
    await expectRefusal(asked, 'SIGNED_OUT')
  })

  test('works for only one of two who remove each other at the same moment, even if a third remains', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const [one, two] = [
        await givenTyping(`one${turn}@example.com`),
        await givenTyping(`two${turn}@example.com`),
      ]
      const answers = await Promise.all([
        app.send(removeAdministrator, { userId: two.userId }, one),
        other.send(removeAdministrator, { userId: one.userId }, two),
      ])
      expect(answers.map(({ failure }) => failure?.code).sort()).toEqual(['SIGNED_OUT', undefined])
    }
  })

  test('leaves one of two who remove each other at the same moment', async () => {
    const third = await givenAccepted()
    await removeAllBut(administrator, third)
    const answers = await Promise.all([
      app.send(removeAdministrator, { userId: third.userId }, administrator),
      other.send(removeAdministrator, { userId: administrator.userId }, third),
    ])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const rows = await app.query("select email from users where role = 'admin'")
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
async function givenTyping(address?: string) {
  const signedIn = await givenAdministrator(app, address)
  await givenTypedAgain(app, signedIn.token)
  return signedIn
}

/** Passes days and signs the administrator, whose session expired, in again. */
async function pass({ days }: { days: number }): Promise<void> {
  // All processes have one clock.
  for (const each of [app, other]) each.pass({ minutes: days * 24 * 60 })
  administrator = await givenTyping()
}

function invite(at = app) {
  return at.call(inviteAdministrator, { body: { email } }, administrator.token)
}

function remove(userId: string) {
  return app.send(removeAdministrator, { userId }, administrator)
}

async function listed() {
  const { administrators } = await app.dataOf(getAdministrators, {}, administrator)
  return administrators.find((one) => one.email === email)
}

async function invitationCode(atLeast = 1) {
  const mails = await app.mailsTo(email, atLeast)
  const [mail] = mails.filter(({ subject }) => subject === 'You are invited to the admin panel')
  return codeIn(mail?.text)
}

function choosePassword(code: string) {
  return app.send(resetPassword, { email, code, password })
}

async function signIn() {
  const { idToken } = await app.dataOf(signInWithPassword, { body: { email, password } })
  return app.send(exchangeToken, { authToken: idToken })
}

async function givenAccepted() {
  await invite()
  await choosePassword(await invitationCode())
  const { userData, token } = (await signIn()).data
  await givenTypedAgain(app, token)
  return { userId: userData.userId, email, token }
}

/** Counts connections that wait for a lock. */
async function waiting() {
  const rows = await app.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

async function removeAllBut(...kept: Person[]) {
  const { administrators } = await app.dataOf(getAdministrators, {}, administrator)
  for (const { userId } of administrators) {
    if (!kept.some((one) => one.userId === userId)) await remove(userId)
  }
}
