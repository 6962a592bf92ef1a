import { beforeEach, describe, expect, test } from 'vitest'
import { generateCertificate, getCertificate } from '#contract/counting/certificates/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import {
  deleteRegistration,
  restoreRegistration,
  sendConfirmationEmail,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenAdministrator,
  givenEvent,
  givenPerson,
  givenPersonUnmailed,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { hurryJobs } from '#test/queue.ts'

let person: Person
let registrationId: number
const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))
beforeEach(async () => {
  person = await givenPerson(app)
  registrationId = await givenRegistration(app, person, event)
})

describe('an administrator moves a registration', () => {
  test('to another slot, even of a closed event, and tells the person', async () => {
    await app.untilJobsAreDone()
    app.pass({ minutes: 2 })
    await setEnabled(false)
    const { registration } = (await move(1)).data
    await setEnabled(true)
    expect(registration).toMatchObject({ registrationId, eventSlotId: event.slotIds[1] })
    await app.untilJobsAreDone()
    const [newest] = await app.mailsTo(person.email, 3)
    expect(newest?.subject).toContain('Your new time slot')
  })

  test.each([
    [
      'if it belongs to another person',
      async () => ({ userId: (await givenPersonUnmailed(app)).userId }),
      'REGISTRATION_NOT_FOUND',
    ],
    [
      'if it belongs to another event',
      async () => ({ eventId: (await givenEvent(app)).eventId }),
      'REGISTRATION_NOT_FOUND',
    ],
    ['to a slot of another focus', async () => ({ newFocusId: 1 }), 'SLOT_NOT_FOUND'],
    ['if it does not exist', async () => ({ registrationId: 999_999 }), 'REGISTRATION_NOT_FOUND'],
  ])('but not %s', async (_, wrong, code) => {
    await expectRefusal(move(1, await wrong()), code)
    expect(await slotHeld()).toBe(event.slotIds[0])
  })

  test('only after its certificate is withdrawn', async () => {
    await credit(8)
    await expectRefusal(move(1), 'CERTIFICATE_ISSUED')
    await credit(0)
    await expectSuccess(move(1))
  })

  test("only if the person's profile is complete", async () => {
    await emptyZip()
    await expectRefusal(move(1), 'PROFILE_INCOMPLETE')
  })
})

describe('an administrator deletes a registration', () => {
  test('and the person is told after a minute, with a cancellation for the calendar', async () => {
    await app.untilJobsAreDone()
    await expectSuccess(remove({ reason: 'Asked by phone' }))
    expect(await held()).toEqual([])
    await app.untilJobsAreDone()
    expect((await app.mailsTo(person.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('canceled'),
    )
    await afterSecondThoughts()
    const [newest] = await app.mailsTo(person.email, 3)
    expect(newest?.subject).toContain('canceled')
  })

  test('and its certificate is withdrawn with the reason', async () => {
    const code = await credit(8)
    await remove({ reason: 'Somebody else attended' })
    expect(await app.dataOf(getCertificate, { params: { code } })).toMatchObject({ valid: false })
    const [deleted, credited] = await history()
    expect(deleted).toMatchObject({
      activity: 'deleted',
      reason: 'Somebody else attended',
      isRestorable: true,
    })
    expect(credited).toMatchObject({
      activity: 'credited',
      changes: [{ what: 'Hours', from: '8', to: '0' }],
      reason: 'Somebody else attended',
    })
  })

  test('only once: a second deletion finds nothing', async () => {
    await remove()
    await expectRefusal(remove(), 'REGISTRATION_NOT_FOUND')
  })
})

describe('a deleted registration is restored', () => {
  test('within a minute without any email', async () => {
    await app.untilJobsAreDone()
    await remove()
    await expectSuccess(restore())
    await afterSecondThoughts()
    expect(await held()).toEqual([registrationId])
    expect(await mailsAboutRegistration()).toEqual([expect.stringContaining('You are registered')])
  })

  test('later with a confirmation, even if it is deleted and restored again', async () => {
    await app.untilJobsAreDone()
    for (let times = 1; times <= 2; times++) {
      await remove()
      await afterSecondThoughts()
      await restore()
      await app.untilJobsAreDone()
    }
    expect(await mailsAboutRegistration()).toEqual([
      expect.stringContaining('You are registered'),
      expect.stringContaining('canceled'),
      expect.stringContaining('You are registered'),
      expect.stringContaining('canceled'),
      expect.stringContaining('You are registered'),
    ])
    const sequences = await calendarSequences()
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(sequences).size).toBe(5)
  })

  test('with its hours, and the same link serves a certificate again', async () => {
    const code = await credit(6)
    await remove({ reason: 'By mistake' })
    await restore()
    await app.untilJobsAreDone()
    expect(await app.dataOf(getCertificate, { params: { code } })).toMatchObject({
      valid: true,
      hours: 6,
    })
  })

  test('with its hours only if the profile is complete', async () => {
    await credit(6)
    await remove()
    await emptyZip()
    await expectRefusal(restore(), 'PROFILE_INCOMPLETE')
    expect(await held()).toEqual([])
  })

  test('even if the person canceled it', async () => {
    await cancelOwn(app, person, event)
    await expectSuccess(restore())
    expect(await held()).toEqual([registrationId])
  })

  test('only if the person has not registered again, in any process and at any moment', async () => {
    await remove()
    const [restored, registered] = await Promise.all([restore(), givenRegistration(other, person, event)])
    const now = await held()
    expect(now).toHaveLength(1)
    if (restored.status === 200) expect(registered).toBe(registrationId)
    else expect(restored.failure?.code).toBe('REGISTERED_AGAIN')
    await expectRefusal(restore(), restored.status === 200 ? 'NOT_DELETED' : 'REGISTERED_AGAIN')
  })

  test('and the history does not offer it once the person has registered again', async () => {
    await remove()
    expect((await history())[0]).toMatchObject({ activity: 'deleted', isRestorable: true })
    await givenRegistration(other, person, event)
    expect((await history())[0]).toMatchObject({ activity: 'deleted', isRestorable: false })
  })

  test('only if it was deleted, and for no more than thirty days', async () => {
    await expectRefusal(restore(), 'NOT_DELETED')
    await remove()
    await app.query(
      "update registrations set cancelled_at = cancelled_at - interval '30 days' where registration_id = $1",
      [registrationId],
    )
    await expectRefusal(restore(), 'RESTORING_OVER')
    expect((await history())[0]).toMatchObject({ activity: 'deleted', isRestorable: false })
  })
})

test('a confirmation can be sent again, to its person alone', async () => {
  await app.untilJobsAreDone()
  const send = () => app.send(sendConfirmationEmail, { registrationId }, administrator)
  await expectSuccess(send())
  await app.untilJobsAreDone()
  expect(await mailsAboutRegistration()).toEqual([
    expect.stringContaining('You are registered'),
    expect.stringContaining('You are registered'),
  ])
  const staffEmails = (await app.mailsTo('staff1@example.com')).filter(({ text }) =>
    text.includes(person.email),
  )
  expect(staffEmails).toHaveLength(1)
  await remove()
  await expectRefusal(send(), 'REGISTRATION_NOT_FOUND')
})

describe('if two administrators edit one registration', () => {
  const second = {
    moves: (version: number) => move(1, { version }),
    deletes: (version: number) => remove({ version }),
    'credits hours': (version: number) =>
      app.send(generateCertificate, byHand({ registrationId, hours: 4, version }), administrator),
  }
  test.each(Object.entries(second))(
    'the one who %s with an older version is told what changed',
    async (_, act) => {
      const colleague = await givenAdministrator(app, 'colleague@example.com')
      const { version } = await row()
      await app.send(generateCertificate, byHand({ registrationId, hours: 8 }), colleague)
      const { failure } = await act(version)
      expect([failure?.code, failure?.message]).toEqual([
        'CHANGED_MEANWHILE',
        'This has changed since you opened it: Hours changed (hours from 0 to 8) by Portal Administrator. Check it and try again.',
      ])
      expect(await row()).toMatchObject({ hours: 8, eventSlotId: event.slotIds[0] })
    },
  )

  test.each(Object.entries(second))('the one who %s after a deletion is told so', async (_, act) => {
    const { version } = await row()
    await remove()
    expect((await act(version)).failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: expect.stringContaining('Deleted by Portal Administrator'),
    })
  })

  test('a change with the newest version, or without a version, succeeds', async () => {
    await move(1)
    await expectSuccess(move(0, { version: (await row()).version }))
    await expectSuccess(move(1))
  })

  test('the answer to a credit of hours has the new version', async () => {
    const { version } = await row()
    const body = { registrationId, hours: 4, version }
    const data = await app.dataOf(generateCertificate, { body: byHand(body) }, administrator)
    expect(data.version).toBe((await row()).version)
    await expectSuccess(remove({ version: data.version }))
  })
})

function move(slot: 0 | 1, given: object = {}) {
  const { eventId, focusId: newFocusId } = event
  const newTimeSlotId = event.slotIds[slot]
  const body = { registrationId, userId: person.userId, eventId, newTimeSlotId, newFocusId, ...given }
  return app.send(updateTimeslot, body, administrator)
}

function remove(given: { reason?: string; version?: number } = {}) {
  return app.send(deleteRegistration, { registrationId, ...given }, administrator)
}

function restore() {
  return app.send(restoreRegistration, { registrationId }, administrator)
}

/** Credits hours and returns the certificate's code. */
async function credit(hours: number) {
  const data = await app.dataOf(
    generateCertificate,
    { body: byHand({ registrationId, hours }) },
    administrator,
  )
  return new URL(data.link).searchParams.get('certificate') as string
}

async function held() {
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
  return registeredEvents.map((one) => one.registrationId)
}

async function slotHeld() {
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
  return registeredEvents[0]?.eventSlotId
}

async function row() {
  const query = { search: person.email }
  const { registrations } = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  const [only] = registrations
  if (!only) throw new Error('There is no such row')
  return only
}

async function history() {
  return (await app.dataOf(getActivities, { query: { registrationId } }, administrator)).activities
}

async function emptyZip() {
  await app.update('users', { zip: '' }, { userId: person.userId })
}

async function setEnabled(isEnabled: boolean) {
  await app.update('events', { isEnabled }, { eventId: event.eventId })
}

/** Runs the jobs that wait a minute in case the change is undone. */
async function afterSecondThoughts() {
  await hurryJobs(app, 'tell-cancellation')
  await app.untilJobsAreDone()
}

/** Returns the subjects of the person's mails, oldest first. */
async function mailsAboutRegistration() {
  const rows = await app.query(
    'select subject from mails where to_address = $1 and registration_id = $2 order by mail_id',
    [person.email, registrationId],
  )
  return rows.map(({ subject }) => subject)
}

async function calendarSequences() {
  const rows = await app.query(
    `select convert_from(content, 'UTF8') as content from mail_attachments join mails using (mail_id)
     where to_address = $1 and registration_id = $2 order by mail_id`,
    [person.email, registrationId],
  )
  return rows.map(({ content }) => Number(/SEQUENCE:(\d+)/.exec(content)?.[1]))
}
