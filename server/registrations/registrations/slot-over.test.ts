import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { sendConfirmationEmail, updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { remind } from '#server/outreach/reminders/jobs.ts'
import { planRegistrants } from '#server/webinars/webinars/webinar-registrants.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { mailsWithCalendars } from '#test/calendars.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenSession } from '#test/given.ts'
import { confirmRegistrations } from './jobs.ts'

/** One portal whose clock a test sets; jobs wait until a test runs them. */
let app: TestApp
let administrator: Person
let person: Person
/** Its slots are on February 9 and 10, 2027: at 8 AM (13:00 UTC) and at 1 PM Eastern. */
let event: EventWithSlots
beforeEach(async () => {
  app ??= await startApp({ works: false })
  setClock('2026-12-01T12:00Z')
  administrator ??= await givenAdministrator(app)
  person = await givenPersonUnmailed(app)
  event = await givenEvent(app)
})
afterAll(() => app.close())

describe('a slot that has begun', () => {
  test.each([
    ['2027-02-09T13:00Z', 'registered'],
    ['2027-02-09T13:29Z', 'registered'],
    ['2027-02-09T13:30Z', 'SLOT_OVER'],
    ['2027-02-10T12:00Z', 'SLOT_OVER'],
    ['2027-11-10T12:00Z', 'SLOT_OVER'],
  ])('accepts registrations for 30 minutes: at %s a person gets %s', async (at, outcome) => {
    setClock(at)
    const { status, failure } = await register(0)
    expect(failure?.code ?? 'registered').toBe(outcome)
    expect(status).toBe(failure ? 409 : 200)
  })

  test('accepts no moves and keeps its registrations', async () => {
    await register(1)
    setClock('2027-02-09T14:00Z')
    await expectRefusal(register(0), 'SLOT_OVER')
    await register(0, { as: administrator })
    await expectSuccess(register(0))
  })

  test('is checked for each slot if several people register at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => givenPersonUnmailed(app)))
    setClock('2027-02-09T14:00Z')
    const answers = await Promise.all(
      others.flatMap((each) => [register(0, { of: each }), register(1, { of: each })]),
    )
    expect(answers.map(({ failure }) => failure?.code ?? 'registered')).toEqual(
      others.flatMap(() => ['SLOT_OVER', 'registered']),
    )
  })

  test('accepts people whom an administrator adds or moves', async () => {
    setClock('2027-03-01T12:00Z')
    const { data } = await register(0, { as: administrator })
    expect(data.registration.eventSlotId).toBe(event.slotIds[0])
    const { eventId, focusId: newFocusId } = event
    const { registrationId } = data.registration
    const body = { registrationId, userId: person.userId, eventId, newFocusId }
    const moved = await call(
      updateTimeslot,
      { body: { ...body, newTimeSlotId: event.slotIds[1] } },
      administrator,
    )
    expect(moved.status).toBe(200)
  })
})

describe('a slot that is closed by its own switch', () => {
  test('accepts only people whom an administrator adds, while the other slots stay open', async () => {
    expect(await change(0, { isOpen: false })).toBe(200)
    const { status, failure } = await register(0)
    expect([status, failure?.code, failure?.message]).toEqual([
      409,
      'SLOT_CLOSED',
      'Registration for this time slot is closed.',
    ])
    await expectSuccess(register(1))
    await expectRefusal(register(0), 'SLOT_CLOSED')
    await expectSuccess(register(0, { as: administrator }))
    await expectSuccess(register(0))
  })

  test('is shown as closed to people and administrators, is in the history, and can be opened again', async () => {
    await change(0, { isOpen: false })
    await untilSwitches([false, true])
    const { years } = (await call(getEventsWithSlots, { query: {} }, administrator)).data
    const slots = years
      .flatMap(({ events }) => events)
      .find(({ eventId }) => eventId === event.eventId)?.slots
    expect(slots?.map(({ isOpen }) => isOpen)).toEqual([false, true])
    const query = { eventId: event.eventId }
    const { activities } = (await call(getActivities, { query }, administrator)).data
    expect(activities[0]).toMatchObject({
      activity: 'slot-changed',
      changes: [{ what: 'Open for registration', from: 'yes', to: 'no' }],
    })
    await change(0, { isOpen: true })
    await untilSwitches([true, true])
    await expectSuccess(register(0))
  })

  test('stays closed if a change does not mention the switch, and keeps its version', async () => {
    await change(0, { isOpen: false })
    const { version } = await slotOf(0)
    expect(await change(0, {})).toBe(200)
    expect(await slotOf(0)).toMatchObject({ isOpen: false, version })
    expect(version).toBe(1)
  })
})

describe('a person recorded for a slot that has ended', () => {
  test('is told so, without a join link or calendar file', async () => {
    setClock('2027-02-10T17:00Z')
    const registrationId = await record(0)
    for (const tell of [confirm, resend]) {
      await tell(registrationId)
      const [mail] = await mailsWithCalendars(app, person.email)
      expect(mail?.subject).toBe(`Registration recorded: ${event.eventName}`)
      expect(mail?.text).toContain('This event is over. We recorded your registration for:')
      expect(mail?.text).toContain(
        "You'll find your certificate there as soon as we've recorded your attendance.",
      )
      for (const untrue of ['Join the webinar', '/join/', 'log in', 'calendar', 'Credit']) {
        expect(mail?.text).not.toContain(untrue)
      }
      expect(mail?.calendars).toEqual([])
    }
  })

  test('is told of a correction if their slot is corrected, and their calendar moves', async () => {
    await register(0)
    const registrationId = await registrationOf()
    await confirm(registrationId)
    setClock('2027-03-01T12:00Z')
    await record(1)
    await confirm(registrationId)
    const [mail] = await mailsWithCalendars(app, person.email)
    expect(mail?.subject).toBe(`Your registration was corrected: ${event.eventName}`)
    expect(mail?.text).not.toContain('Join the webinar')
    expect(mail?.calendars).toMatchObject([['REQUEST', [{}, {}]]])
  })

  test('can still join on the second day', async () => {
    setClock('2027-02-10T11:00Z')
    await confirm(await record(0))
    const [mail] = await mailsWithCalendars(app, person.email)
    expect(mail?.subject).toBe(`You are registered: ${event.eventName}`)
    expect(mail?.text).toContain('Join the webinar')
  })

  test('gets no reminder and is not registered for its webinar', async () => {
    await app.query("update event_slots set webinar_id = '8001' where event_id = $1", [event.eventId])
    setClock('2027-02-10T17:00Z')
    const registrationId = await record(0)
    await confirm(registrationId)
    await app.write(remind)
    expect(await mailsWithCalendars(app, person.email)).toHaveLength(1)
    await app.write((work) => planRegistrants(work, { registrationId }))
    const rows = await app.query('select state from webinar_registrants where registration_id = $1', [
      registrationId,
    ])
    expect(rows).toEqual([])
  })
})

function setClock(at: string) {
  app.pass({ minutes: (Date.parse(at) - app.services.clock().getTime()) / 60_000 })
}

/** Makes a call in a session that begins at the clock's time. */
async function call<E extends Endpoint>(endpoint: E, input: Input<E>, { userId }: Person) {
  return app.call(endpoint, input, await givenSession(app, userId))
}

function register(place: 0 | 1, { of = person, as = of }: { of?: Person; as?: Person } = {}) {
  const { eventId, focusId, slotIds } = event
  const body = { eventId, focusId, eventSlotId: slotIds[place], userId: of.userId }
  return call(registerForEvent, { body }, as)
}

/** Registers as an administrator and returns the registration's id. */
async function record(place: 0 | 1) {
  return (await register(place, { as: administrator })).data.registration.registrationId
}

async function registrationOf() {
  const held = app.services.db.selectFrom('registrations').select('registrationId')
  return (await held.where('userId', '=', person.userId).executeTakeFirstOrThrow()).registrationId
}

function confirm(registrationId: number) {
  return app.write((work) => confirmRegistrations(work, [registrationId]))
}

function resend(registrationId: number) {
  return call(sendConfirmationEmail, { body: { registrationId } }, administrator)
}

async function slotOf(place: 0 | 1) {
  const slots = app.services.db.selectFrom('eventSlots').selectAll()
  return slots.where('eventSlotId', '=', event.slotIds[place]).executeTakeFirstOrThrow()
}

async function change(place: 0 | 1, given: { isOpen?: boolean }) {
  const { startOn, endOn, startTime, endTime, focusId, eventSlotId } = await slotOf(place)
  const body = { startOn, endOn, startTime, endTime, focusId, eventSlotId, ...given }
  return (await call(changeSlot, { body }, administrator)).status
}

/** Waits for these switches, because other processes hear of a change a moment later. */
function untilSwitches(expected: boolean[]) {
  return vi.waitFor(async () => expect(await switches()).toEqual(expected))
}

async function switches(): Promise<boolean[]> {
  const { events } = (await call(getAllEvents, { query: {} }, person)).data
  return events.filter(({ eventId }) => eventId === event.eventId).map(({ isOpen }) => isOpen)
}
