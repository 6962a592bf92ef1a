import { beforeEach, describe, expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import {
  changeAdministratorRole,
  getAdministrators,
  inviteAdministrator,
  removeAdministrator,
} from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { roleRefusal } from '#contract/people/administrators/rules.ts'
import { checkAdminAccess } from '#contract/people/sessions/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPerson, givenTypedAgain, preparedApp } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { tellRoleChange } from './jobs.ts'

let administrator: Person
let viewer: Person
let people = 0
const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
beforeEach(async () => {
  administrator = await givenAdministrator(app)
  await givenTypedAgain(app, administrator.token)
  viewer = await givenAdministrator(app, `viewer${++people}@example.com`, 'viewer')
})

describe('a role', () => {
  test('is set by an invitation, and the mail and the history name it', async () => {
    const email = `invited${people}@example.com`
    await app.send(inviteAdministrator, { email, role: 'front-desk' }, administrator)
    expect((await listed(email))?.role).toBe('front-desk')
    const [mail] = await app.mailsTo(email)
    expect(mail?.text).toContain(roles['front-desk'].about)
    expect(await newestActivity((await listed(email))?.userId)).toMatchObject({
      activity: 'administrator-invited',
      item: 'Front desk',
    })
  })

  test('is that of an administrator if the invitation names none', async () => {
    const email = `invited${people}@example.com`
    await app.send(inviteAdministrator, { email }, administrator)
    expect((await listed(email))?.role).toBe('administrator')
  })

  test('takes effect in every process as soon as it is changed, and its permissions are returned', async () => {
    const restore = (at: TestApp) =>
      at.call(restoreRegistration, { body: { registrationId: 1 } }, viewer.token)
    for (const at of [app, other]) await expectRefusal(restore(at), 'NOT_PERMITTED')
    await expectSuccess(change('administrator'))
    for (const at of [app, other]) {
      await until(async () => (await restore(at)).failure?.code === 'REGISTRATION_NOT_FOUND')
    }
    const body = { email: viewer.email }
    const { permissions } = await app.dataOf(checkAdminAccess, { body }, viewer)
    expect(permissions).toEqual([...roles.administrator.permissions])
    expect(await newestActivity(viewer.userId)).toMatchObject({
      activity: 'administrator-role-changed',
      actedBy: { email: administrator.email },
      changes: [{ what: 'Role', from: 'Viewer', to: 'Administrator' }],
    })
  })

  test('that is changed is emailed once to its person', async () => {
    await change('front-desk')
    const [mail] = await app.mailsTo(viewer.email)
    expect(mail?.subject).toBe('Your role in the admin panel was changed')
    for (const part of ['Viewer', 'Front desk', roles['front-desk'].about, administrator.email]) {
      expect(mail?.text).toContain(part)
    }
    const jobs = await jobsOf(app, 'tell-role-change')
    for (const { data } of jobs) await app.write((work) => tellRoleChange(work, data))
    expect(await app.mailsTo(viewer.email)).toHaveLength(1)
  })

  test('that the administrator already has is not a change', async () => {
    await expectSuccess(change('viewer'))
    expect(await newestActivity(viewer.userId)).toBeUndefined()
  })

  test('is changed only by an administrator who has just typed their password again', async () => {
    const { token, userId } = await givenAdministrator(app)
    await app.query(
      `update sessions set created_at = created_at - interval '11 minutes' where user_id = '${userId}'`,
    )
    await expectRefusal(change('administrator', viewer.userId, token), 'PASSWORD_NOT_PROVEN')
  })

  test('is not changed by a viewer, and not for a person who has none', async () => {
    await givenTypedAgain(app, viewer.token)
    await expectRefusal(change('administrator', viewer.userId, viewer.token), 'NOT_PERMITTED')
    const person = await givenPerson(app)
    await expectRefusal(change('viewer', person.userId), 'USER_NOT_FOUND')
  })

  test('of the last administrator cannot be lowered, whatever other roles exist', async () => {
    for (const one of await everybody()) {
      if (one.role === 'administrator' && one.userId !== administrator.userId) {
        await app.send(removeAdministrator, { userId: one.userId }, administrator)
      }
    }
    const { userId, email, token } = administrator
    await expectRefusal(change('viewer', userId), 'LAST_ADMINISTRATOR')
    const leaving = await app.send(removeAdministrator, { userId, email }, token)
    expect(leaving.failure?.code).toBe('LAST_ADMINISTRATOR')
  })

  test('is kept by one of two administrators who lower each other at the same moment', async () => {
    const second = await givenAdministrator(app, `second${people}@example.com`)
    await givenTypedAgain(app, second.token)
    const answers = await Promise.all([
      change('viewer', second.userId),
      other.send(changeAdministratorRole, { userId: administrator.userId, role: 'viewer' }, second),
    ])
    expect(answers.map(({ failure }) => failure?.code).sort()).toEqual(['NOT_PERMITTED', undefined])
  })
})

test('a call that the role no longer permits is refused, even if it was admitted before the change', async () => {
  await change('administrator')
  const restore = () => app.send(restoreRegistration, { registrationId: 1 }, viewer)
  await until(async () => (await restore()).failure?.code === 'REGISTRATION_NOT_FOUND')
  const client = await app.services.pool.connect()
  await client.query('begin')
  await client.query('select from administrators for update')
  await client.query("update administrators set role = 'viewer' where user_id = $1", [viewer.userId])
  const asked = restore()
  await until(async () => (await waiting()) > 0)
  await client.query('commit')
  client.release()
  await expectRefusal(asked, 'NOT_PERMITTED')
})

test('a viewer registers themselves, and nobody else', async () => {
  const event = await givenEvent(app)
  const person = await givenPerson(app)
  const [eventSlotId] = event.slotIds
  const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId, userId: person.userId }
  const refused = await app.send(registerForEvent, body, viewer)
  expect(refused.failure?.code).toBe('NOT_ADMINISTRATOR')
})

test.each([
  ['administrator', true, undefined],
  ['viewer', false, undefined],
  ['viewer', true, 'LAST_ADMINISTRATOR'],
  ['front-desk', true, 'LAST_ADMINISTRATOR'],
] as const)('role %s for the last administrator (%s) is refused with: %s', (role, isLast, refusal) => {
  expect(roleRefusal({ isLast }, role)).toBe(refusal)
})

function change(role: AdministratorRole, userId = viewer.userId, token = administrator.token) {
  return app.send(changeAdministratorRole, { userId, role }, token)
}

async function everybody() {
  return (await app.dataOf(getAdministrators, {}, administrator)).administrators
}

async function listed(email: string) {
  return (await everybody()).find((one) => one.email === email)
}

async function newestActivity(userId = '') {
  const { activities } = await app.dataOf(getActivities, { query: { userId } }, administrator)
  return activities[0]
}

/** Counts connections that wait for a lock. */
async function waiting() {
  const rows = await app.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
