import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPerson, givenTypedAgain } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { tellRoleChange } from './jobs.ts'

let app: TestApp
let other: TestApp
let administrator: Person
let viewer: Person
let people = 0
beforeAll(async () => {
  app = await startApp()
  other = await startApp({ sharing: app, works: false })
})
beforeEach(async () => {
  administrator = await givenAdministrator(app)
  await givenTypedAgain(app, administrator.token)
  viewer = await givenAdministrator(app, `viewer${++people}@example.com`, 'viewer')
})
afterAll(async () => {
  await other.close()
  await app.close()
})

describe('a role', () => {
  test('is set by an invitation, and the mail and the history name it', async () => {
    const email = `invited${people}@example.com`
    await app.call(inviteAdministrator, { body: { email, role: 'front-desk' } }, administrator.token)
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
    await app.call(inviteAdministrator, { body: { email } }, administrator.token)
    expect((await listed(email))?.role).toBe('administrator')
  })

  test('takes effect in every process as soon as it is changed, and its permissions are returned', async () => {
    const restore = (at: TestApp) =>
      at.call(restoreRegistration, { body: { registrationId: 1 } }, viewer.token)
    for (const at of [app, other]) expect((await restore(at)).failure?.code).toBe('NOT_PERMITTED')
    expect((await change('administrator')).status).toBe(200)
    for (const at of [app, other]) {
      await until(async () => (await restore(at)).failure?.code === 'REGISTRATION_NOT_FOUND')
    }
    const body = { email: viewer.email }
    const { permissions } = (await app.call(checkAdminAccess, { body }, viewer.token)).data
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
    for (const { data } of jobs) await write(app.services, undefined, (work) => tellRoleChange(work, data))
    expect(await app.mailsTo(viewer.email)).toHaveLength(1)
  })

  test('that the administrator already has is not a change', async () => {
    expect((await change('viewer')).status).toBe(200)
    expect(await newestActivity(viewer.userId)).toBeUndefined()
  })

  test('is changed only by an administrator who has just typed their password again', async () => {
    const { token, userId } = await givenAdministrator(app)
    await app.query(
      `update sessions set created_at = created_at - interval '11 minutes' where user_id = '${userId}'`,
    )
    expect((await change('administrator', viewer.userId, token)).failure?.code).toBe('PASSWORD_NOT_PROVEN')
  })

  test('is not changed by a viewer, and not for a person who has none', async () => {
    await givenTypedAgain(app, viewer.token)
    expect((await change('administrator', viewer.userId, viewer.token)).failure?.code).toBe('NOT_PERMITTED')
    const person = await givenPerson(app)
    expect((await change('viewer', person.userId)).failure?.code).toBe('USER_NOT_FOUND')
  })

  test('of the last administrator cannot be lowered, whatever other roles exist', async () => {
    for (const one of await everybody()) {
      if (one.role === 'administrator' && one.userId !== administrator.userId) {
        await app.call(removeAdministrator, { body: { userId: one.userId } }, administrator.token)
      }
    }
    const { userId, email, token } = administrator
    expect((await change('viewer', userId)).failure?.code).toBe('LAST_ADMINISTRATOR')
    const leaving = await app.call(removeAdministrator, { body: { userId, email } }, token)
    expect(leaving.failure?.code).toBe('LAST_ADMINISTRATOR')
  })

  test('is kept by one of two administrators who lower each other at the same moment', async () => {
    const second = await givenAdministrator(app, `second${people}@example.com`)
    await givenTypedAgain(app, second.token)
    const answers = await Promise.all([
      change('viewer', second.userId),
      other.call(
        changeAdministratorRole,
        { body: { userId: administrator.userId, role: 'viewer' } },
        second.token,
      ),
    ])
    expect(answers.map(({ failure }) => failure?.code).sort()).toEqual(['NOT_PERMITTED', undefined])
  })
})

test('a call that the role no longer permits is refused, even if it was admitted before the change', async () => {
  await change('administrator')
  const restore = () => app.call(restoreRegistration, { body: { registrationId: 1 } }, viewer.token)
  await until(async () => (await restore()).failure?.code === 'REGISTRATION_NOT_FOUND')
  const client = await app.services.pool.connect()
  await client.query('begin')
  await client.query('select from administrators for update')
  await client.query("update administrators set role = 'viewer' where user_id = $1", [viewer.userId])
  const asked = restore()
  await until(async () => (await waiting()) > 0)
  await client.query('commit')
  client.release()
  expect((await asked).failure?.code).toBe('NOT_PERMITTED')
})

test('a viewer registers themselves, and nobody else', async () => {
  const event = await givenEvent(app)
  const person = await givenPerson(app)
  const [eventSlotId] = event.slotIds
  const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId, userId: person.userId }
  const refused = await app.call(registerForEvent, { body }, viewer.token)
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
  return app.call(changeAdministratorRole, { body: { userId, role } }, token)
}

async function everybody() {
  return (await app.call(getAdministrators, {}, administrator.token)).data.administrators
}

async function listed(email: string) {
  return (await everybody()).find((one) => one.email === email)
}

async function newestActivity(userId = '') {
  const { activities } = (await app.call(getActivities, { query: { userId } }, administrator.token)).data
  return activities[0]
}

/** Counts connections that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await app.services.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
