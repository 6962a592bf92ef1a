import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelRegistration, getRegisteredEvents, registerForEvent } from '#contract/registrations.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { givenAdministrator, givenEvent, givenPerson } from '#test/given.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('registering', () => {
  test('takes the slot, confirms to the person and tells both staff addresses, each once', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId }
    const { registration } = (await app.call(registerForEvent, { body }, person.token)).data
    expect(registration).toMatchObject({
      event_slot_id: event.slotIds[0],
      focus: 'Piston',
      start_date: '09/02/2027',
      hours: 0,
    })
    await app.untilJobsAreDone()
    const confirmations = (await app.mailsTo(person.email, 2)).filter((mail) =>
      mail.subject.startsWith('You are registered'),
    )
    expect(confirmations).toHaveLength(1)
    expect(confirmations[0]?.text).toContain('8:00 AM - 12:00 PM Eastern')
    for (const staff of ['staff1@example.com', 'staff2@example.com']) {
      const notices = (await app.mailsTo(staff)).filter((mail) => mail.text.includes(person.email))
      expect(notices).toHaveLength(1)
    }
  })

  test('a hundred times at once is one registration, one confirmation and a hundred same answers', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = { eventId: event.eventId, eventSlotId: event.slotIds[1], focusId: event.focusId }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => app.call(registerForEvent, { body }, person.token)),
    )
    expect(new Set(answers.map((answer) => answer.data.registration.registrationId)).size).toBe(1)
    await app.untilJobsAreDone()
    const mails = await app.mailsTo(person.email, 2)
    expect(mails.filter((mail) => mail.subject.startsWith('You are registered'))).toHaveLength(1)
  })

  test('for another slot of the same event moves the registration and confirms the new time', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const choose = async (eventSlotId: number) => {
      const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId }
      return (await app.call(registerForEvent, { body }, person.token)).data.registration
    }
    const first = await choose(event.slotIds[0])
    await app.untilJobsAreDone()
    const second = await choose(event.slotIds[1])
    expect(second).toMatchObject({ registrationId: first.registrationId, event_slot_id: event.slotIds[1] })
    await app.untilJobsAreDone()
    const [newest] = await app.mailsTo(person.email, 3)
    expect(newest?.subject).toContain('Your new time slot')
    expect(newest?.text).toContain('1:00 PM - 5:00 PM Eastern')
  })

  test.each([
    ['an event that is closed', { isEnabled: false }, {}, 'EVENT_CLOSED'],
    ['an event that does not exist', {}, { eventId: 999_999 }, 'EVENT_NOT_FOUND'],
    ["a slot of another event's", {}, { eventSlotId: 999_999 }, 'SLOT_NOT_FOUND'],
    ["a focus that isn't the slot's", {}, { focusId: 3 }, 'SLOT_NOT_FOUND'],
  ])('is refused for %s, and leaves no job behind', async (_, given, wrong, code) => {
    const person = await givenPerson(app)
    const event = await givenEvent(app, given)
    const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId, ...wrong }
    expect((await app.call(registerForEvent, { body }, person.token)).failure?.code).toBe(code)
    const { rows } = await app.services.pool.query(
      "select 1 from pgboss.job where name = 'confirm-registration' and data->>'userId' = $1",
      [person.userId],
    )
    expect(rows).toEqual([])
  })

  test('somebody else is only for an administrator', async () => {
    const [person, other] = [await givenPerson(app), await givenPerson(app)]
    const administrator = await givenAdministrator(app)
    const event = await givenEvent(app)
    const body = {
      eventId: event.eventId,
      eventSlotId: event.slotIds[0],
      focusId: event.focusId,
      userId: other.userId,
    }
    expect((await app.call(registerForEvent, { body }, person.token)).failure?.code).toBe('NOT_ADMINISTRATOR')
    expect((await app.call(registerForEvent, { body }, administrator.token)).status).toBe(200)
    const nobody = { ...body, userId: '00000000-0000-4000-8000-000000000000' }
    expect((await app.call(registerForEvent, { body: nobody }, administrator.token)).failure?.code).toBe(
      'USER_NOT_FOUND',
    )
  })
})

describe('cancelling', () => {
  test('frees the slot, and registering again is a new registration', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId }
    const first = (await app.call(registerForEvent, { body }, person.token)).data.registration
    expect(
      (await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)).status,
    ).toBe(200)
    expect((await app.call(getRegisteredEvents, {}, person.token)).data.registeredEvents).toEqual([])
    const again = (await app.call(registerForEvent, { body }, person.token)).data.registration
    expect(again.registrationId).not.toBe(first.registrationId)
  })

  test('what is not held is refused', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const answer = await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)
    expect(answer.failure?.code).toBe('NOT_REGISTERED')
  })
})

test('the kept counts agree with the registrations after registering, moving and cancelling', async () => {
  const { rows } = await app.services.pool.query(`
    select event_slot_id, coalesce(sum(registrations), 0)::int as kept,
      (select count(*)::int from registrations r where r.event_slot_id = c.event_slot_id and cancelled_at is null) as counted
    from registration_counts c group by event_slot_id`)
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) expect(row.kept).toBe(row.counted)
})
