import { describe, expect, test } from 'vitest'
import {
  cancelRegistration,
  getRegisteredEvents,
  registerForEvent,
} from '#contract/registrations/registrations/calls.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import {
  choiceOf,
  givenAdministrator,
  givenEvent,
  givenPerson,
  givenPersonUnmailed,
  preparedApp,
} from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { confirmRegistrations, sweepConfirmations } from './jobs.ts'

const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })

describe('registering', () => {
  test('takes the slot, and confirms once to the person and to both staff addresses', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = choiceOf(event)
    const { registration } = await app.dataOf(registerForEvent, { body }, person)
    expect(registration).toMatchObject({
      eventSlotId: event.slotIds[0],
      focusName: 'Piston',
      startOn: '2027-02-09',
      hours: 0,
    })
    await app.untilJobsAreDone()
    const confirmations = (await app.mailsTo(person.email, 2)).filter((mail) =>
      mail.subject.startsWith('You are registered'),
    )
    expect(confirmations).toHaveLength(1)
    expect(confirmations[0]?.text).toContain('8:00 AM – 12:00 PM Eastern')
    for (const staff of ['staff1@example.com', 'staff2@example.com']) {
      const staffEmails = (await app.mailsTo(staff)).filter((mail) => mail.text.includes(person.email))
      expect(staffEmails).toHaveLength(1)
    }
  })

  test('a hundred times at once makes one registration, one confirmation and a hundred equal answers', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = choiceOf(event, 1)
    const answers = await atOnce(100, () => app.send(registerForEvent, body, person))
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.wire]))).size).toBe(1)
    expect(answers[0]?.data.registration.eventSlotId).toBe(event.slotIds[1])
    expect(await historyOf(answers[0]?.data.registration.registrationId)).toMatchObject([
      { activity: 'registered' },
    ])
    await app.untilJobsAreDone()
    const mails = await app.mailsTo(person.email, 2)
    expect(mails.filter((mail) => mail.subject.startsWith('You are registered'))).toHaveLength(1)
  })

  test('for another slot of the same event moves the registration and confirms the new time', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const choose = async (eventSlotId: number) => {
      const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId }
      return (await app.dataOf(registerForEvent, { body }, person)).registration
    }
    const first = await choose(event.slotIds[0])
    await app.untilJobsAreDone()
    app.pass({ minutes: 2 })
    const second = await choose(event.slotIds[1])
    expect(second).toMatchObject({ registrationId: first.registrationId, eventSlotId: event.slotIds[1] })
    await app.untilJobsAreDone()
    const [newest] = await app.mailsTo(person.email, 3)
    expect(newest?.subject).toContain('Your new time slot')
    expect(newest?.text).toMatch(/Previously: .+ Eastern/)
    expect(newest?.text).toContain('1:00 PM – 5:00 PM Eastern')
  })

  test('and changing twenty times within a minute sends two emails, the second with the newest slot', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const [first, second] = event.slotIds
    const choose = async (eventSlotId: number) => {
      const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId }
      return (await app.dataOf(registerForEvent, { body }, person)).registration
    }
    const { registrationId } = await choose(first)
    await app.untilJobsAreDone()
    for (let changes = 0; changes < 10; changes++) {
      await choose(second)
      await choose(first)
    }
    await choose(second)
    await app.untilJobsAreDone()
    expect(await subjectsTo(person.email)).toEqual([expect.stringContaining('You are registered')])
    app.pass({ minutes: 2 })
    await Promise.all([1, 2, 3].map(() => confirmAgain(registrationId)))
    await app.untilJobsAreDone()
    expect(await subjectsTo(person.email)).toEqual([
      expect.stringContaining('Your new time slot'),
      expect.stringContaining('You are registered'),
    ])
    const [newest] = await app.mailsTo(person.email)
    expect(newest?.text).toContain('1:00 PM – 5:00 PM Eastern')
    const staffEmails = (await app.mailsTo('staff1@example.com')).filter(({ text }) =>
      text.includes(person.email),
    )
    // Their next staff email, an hour later, reports the move.
    expect(staffEmails).toHaveLength(1)
  })

  test('and moving back within a minute sends nothing, because the person was told of that slot', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    for (const eventSlotId of [event.slotIds[0], event.slotIds[1], event.slotIds[0]]) {
      const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId }
      await app.send(registerForEvent, body, person)
      await app.untilJobsAreDone()
    }
    app.pass({ minutes: 2 })
    const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    await confirmAgain(held?.registrationId as number)
    await app.untilJobsAreDone()
    expect(await subjectsTo(person.email)).toEqual([expect.stringContaining('You are registered')])
  })

  test('is confirmed by the sweep if the job is lost', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = choiceOf(event)
    const { registration } = await app.dataOf(registerForEvent, { body }, person)
    await app.untilJobsAreDone()
    const { pool } = app.services
    await pool.query('delete from confirmations where registration_id = $1', [registration.registrationId])
    await pool.query('delete from mails where to_address = $1', [person.email])
    await app.write(sweepConfirmations)
    await app.untilJobsAreDone()
    expect(await subjectsTo(person.email)).toEqual([expect.stringContaining('You are registered')])
    await app.write(sweepConfirmations)
    await app.untilJobsAreDone()
    expect(await subjectsTo(person.email)).toEqual([expect.stringContaining('You are registered')])
  })

  test('for two slots of one event at the same moment makes one registration', async () => {
    const [person, somebodyElse] = [await givenPerson(app), await givenPerson(app)]
    const event = await givenEvent(app)
    // Requests that arrive while another registration is written are checked together.
    const body = choiceOf(event)
    const first = app.send(registerForEvent, body, somebodyElse)
    const asks = [app, other].flatMap((each) =>
      event.slotIds.map((eventSlotId) => {
        const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId }
        return each.send(registerForEvent, body, person)
      }),
    )
    const answers = await Promise.all(asks)
    await expectSuccess(first)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const ids = new Set(answers.map(({ data }) => data.registration.registrationId))
    expect(ids.size).toBe(1)
    const held = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
    expect(held).toHaveLength(1)
    expect(event.slotIds).toContain(held[0]?.eventSlotId)
    const history = await historyOf(held[0]?.registrationId)
    expect(history.filter(({ activity }) => activity === 'registered')).toHaveLength(1)
    // Each move starts from the slot where the previous one ended. The last ends at the registered slot.
    const moves = history.filter(({ activity }) => activity === 'moved').map(({ details }) => details)
    expect(moves.length).toBeGreaterThan(0)
    for (const [index, { fromSlotId }] of moves.entries()) {
      if (index > 0) expect(fromSlotId).toBe(moves[index - 1].toSlotId)
    }
    expect(moves.at(-1).toSlotId).toBe(held[0]?.eventSlotId)
  })

  test('records who did what, even if an administrator did it', async () => {
    const person = await givenPerson(app)
    const administrator = await givenAdministrator(app)
    const event = await givenEvent(app)
    const [first, second] = event.slotIds
    const body = { eventId: event.eventId, focusId: event.focusId, userId: person.userId }
    const added = await app.send(registerForEvent, { ...body, eventSlotId: first }, administrator)
    await app.send(registerForEvent, { ...body, eventSlotId: first }, person)
    await app.send(registerForEvent, { ...body, eventSlotId: second }, person)
    await app.send(cancelRegistration, { eventId: event.eventId }, person)
    expect(await historyOf(added.data.registration.registrationId)).toEqual([
      { activity: 'registered', acted_by: administrator.userId, details: {} },
      { activity: 'moved', acted_by: person.userId, details: { fromSlotId: first, toSlotId: second } },
      { activity: 'cancelled', acted_by: person.userId, details: {} },
    ])
  })

  test('needs a complete profile, even if an administrator registers the person', async () => {
    const administrator = await givenAdministrator(app)
    const event = await givenEvent(app)
    for (const field of ['firstName', 'lastName', 'country', 'state', 'zip', 'companyName'] as const) {
      const person = await givenPersonUnmailed(app)
      const set = (value: string) => app.update('users', { [field]: value }, { userId: person.userId })
      const body = { userId: person.userId, ...choiceOf(event) }
      await set(' ')
      const before = await countWritten()
      for (const { token } of [person, administrator]) {
        const { status, failure } = await app.send(registerForEvent, body, token)
        expect([field, status, failure?.code]).toEqual([field, 409, 'PROFILE_INCOMPLETE'])
      }
      expect(await countWritten()).toEqual(before)
      await set('Ohio')
      await expectSuccess(app.send(registerForEvent, body, person))
    }
  })

  test('for a closed event is possible only for an administrator, who may also move registrations there', async () => {
    const person = await givenPersonUnmailed(app)
    const administrator = await givenAdministrator(app)
    const event = await givenEvent(app, { isEnabled: false })
    const ask = (token: string, eventSlotId: number) => {
      const body = { eventId: event.eventId, eventSlotId, focusId: event.focusId, userId: person.userId }
      return app.send(registerForEvent, body, token)
    }
    const [first, second] = event.slotIds
    await expectRefusal(ask(person.token, first), 'EVENT_CLOSED')
    const added = (await ask(administrator.token, first)).data.registration
    expect((await ask(person.token, first)).data.registration).toEqual(added)
    await expectRefusal(ask(person.token, second), 'EVENT_CLOSED')
    expect((await ask(administrator.token, second)).data.registration).toEqual({
      ...added,
      eventSlotId: second,
      startTime: '13:00',
      endTime: '17:00',
    })
    const cancelled = await app.send(cancelRegistration, { eventId: event.eventId }, person)
    expect(cancelled.failure?.code).toBe('EVENT_CLOSED')
  })

  test.each([
    ['a closed event', { isEnabled: false }, {}, 'EVENT_CLOSED'],
    ['a missing event', {}, { eventId: 999_999 }, 'EVENT_NOT_FOUND'],
    ['a slot of another event', {}, { eventSlotId: 999_999 }, 'SLOT_NOT_FOUND'],
    ["a focus other than the slot's", {}, { focusId: 3 }, 'SLOT_NOT_FOUND'],
  ])('is refused for %s and leaves no job behind', async (_, given, wrong, code) => {
    const person = await givenPerson(app)
    const event = await givenEvent(app, given)
    const body = { ...choiceOf(event), ...wrong }
    const before = await countWritten()
    await expectRefusal(app.send(registerForEvent, body, person), code)
    expect(await countWritten()).toEqual(before)
  })

  test('another person is possible only for an administrator', async () => {
    const [person, other] = [await givenPerson(app), await givenPerson(app)]
    const administrator = await givenAdministrator(app)
    const event = await givenEvent(app)
    const body = { userId: other.userId, ...choiceOf(event) }
    await expectRefusal(app.send(registerForEvent, body, person), 'NOT_ADMINISTRATOR')
    await expectSuccess(app.send(registerForEvent, body, administrator))
    const nobody = { ...body, userId: '00000000-0000-4000-8000-000000000000' }
    await expectRefusal(app.send(registerForEvent, nobody, administrator), 'USER_NOT_FOUND')
  })
})

describe('canceling', () => {
  test('frees the slot, and registering again is a new registration', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const body = choiceOf(event)
    const first = (await app.dataOf(registerForEvent, { body }, person)).registration
    await expectSuccess(app.send(cancelRegistration, { eventId: event.eventId }, person))
    expect((await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents).toEqual([])
    const again = (await app.dataOf(registerForEvent, { body }, person)).registration
    expect(again.registrationId).not.toBe(first.registrationId)
  })

  test('is refused without a registration', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app)
    const answer = await app.send(cancelRegistration, { eventId: event.eventId }, person)
    expect(answer.failure?.code).toBe('NOT_REGISTERED')
  })
})

test('the stored counts match the registrations after registering, moving and canceling', async () => {
  const rows = await app.query(`
    select event_slot_id, coalesce(sum(registrations), 0)::int as kept,
      (select count(*)::int from registrations r where r.event_slot_id = c.event_slot_id and cancelled_at is null) as counted
    from registration_counts c group by event_slot_id`)
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) expect(row.kept).toBe(row.counted)
})

/** Returns the mails about registrations, the newest first. */
async function subjectsTo(email: string) {
  const rows = await app.query(
    "select subject from mails where to_address = $1 and cause like 'registration:%' order by mail_id desc",
    [email],
  )
  return rows.map(({ subject }) => subject)
}

/** Runs the job as if it were due. */
function confirmAgain(registrationId: number) {
  return app.write((work) => confirmRegistrations(work, [registrationId]))
}

async function historyOf(registrationId: number | undefined) {
  const rows = await app.query(
    'select activity, acted_by, details from activities where registration_id = $1 order by activity_id',
    [registrationId],
  )
  return rows
}

/** Counts the registrations, activities and registration jobs, including finished ones. */
async function countWritten() {
  const rows = await app.query(`
    select (select count(*) from registrations) as registrations, (select count(*) from activities) as activities`)
  return { ...rows[0], jobs: (await jobsOf(app, 'confirm-registration')).length }
}
