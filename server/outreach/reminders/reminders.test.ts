import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { clearBounce, markBounces } from '#server/foundation/bounces/bounces.ts'
import { textOfMail } from '#server/foundation/mails/mail-sending.ts'
import { confirmRegistrations } from '#server/registrations/registrations/jobs.ts'
import { tellCancellations } from '#server/registrations/registrations/registration-cancellation.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { remind } from './jobs.ts'

let app: TestApp
let other: TestApp
beforeEach(async () => {
  app ??= await startApp({ works: false })
  other ??= await startApp({ sharing: app, works: false })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

describe('people are reminded a week before, and a day and an hour before each day, in Eastern time', () => {
  test.each<[string, PlainDate, PlainDate, [at: string, subjects: string[]][]]>([
    [
      'for one day in winter',
      '2027-02-09',
      '2027-02-09',
      [
        ['2027-02-02T12:59Z', []],
        ['2027-02-02T13:00Z', ['In one week']],
        ['2027-02-08T12:59Z', []],
        ['2027-02-08T13:00Z', ['Tomorrow']],
        ['2027-02-09T11:59Z', []],
        ['2027-02-09T12:00Z', ['In one hour']],
        ['2027-02-09T13:00Z', []],
        ['2027-02-10T13:00Z', []],
      ],
    ],
    [
      'while summer time begins',
      '2027-03-13',
      '2027-03-14',
      [
        ['2027-03-06T13:00Z', ['In one week']],
        ['2027-03-07T13:00Z', []],
        ['2027-03-12T12:59Z', []],
        ['2027-03-12T13:00Z', ['Tomorrow']],
        ['2027-03-13T12:00Z', ['In one hour']],
        ['2027-03-13T12:59Z', []],
        ['2027-03-13T13:00Z', ['Tomorrow']],
        ['2027-03-14T10:59Z', []],
        ['2027-03-14T11:00Z', ['In one hour']],
      ],
    ],
    [
      'while summer time ends',
      '2026-10-31',
      '2026-11-01',
      [
        ['2026-10-26T12:00Z', ['In 5 days']],
        ['2026-10-30T11:59Z', []],
        ['2026-10-30T12:00Z', ['Tomorrow']],
        ['2026-10-31T11:00Z', ['In one hour']],
        ['2026-10-31T12:00Z', ['Tomorrow']],
        ['2026-11-01T11:59Z', []],
        ['2026-11-01T12:00Z', ['In one hour']],
      ],
    ],
  ])('%s', async (_, startOn, endOn, moments) => {
    setClock('2026-10-01T12:00Z')
    const person = await givenRegistered([startOn, endOn])
    for (const [at, subjects] of moments) {
      setClock(at)
      expect([at, await newSubjects(person)]).toEqual([at, subjects.map((when) => `${when}: Series`)])
    }
  })
})

describe('a reminder is written once', () => {
  test('however often and in however many processes the job runs', async () => {
    setClock('2027-02-01T12:00Z')
    const people = [await givenRegistered(), await givenRegistered()]
    setClock('2027-02-08T13:00Z')
    await Promise.all([app, other, app, other].map((each) => run(each)))
    await run()
    for (const person of people) expect(await subjectsTo(person)).toEqual(['Tomorrow: Series'])
  })
})

test('only a reminder has an unsubscribe button; emails about a registration have none', async () => {
  setClock('2027-02-01T12:00Z')
  const { person, eventId } = await givenHeld(['2027-02-09', '2027-02-09'])
  setClock('2027-02-08T13:00Z')
  await run()
  await app.query("update mails set status = 'sent' where to_address = $1", [person.email])
  await cancel(person, eventId)
  const rows = await app.query(
    'select subject, unsubscribe_url is not null as has_button from mails where to_address = $1 order by mail_id',
    [person.email],
  )
  expect(rows).toEqual([
    { subject: 'You are registered: Series', has_button: false },
    { subject: 'Tomorrow: Series', has_button: true },
    { subject: 'Registration canceled: Series', has_button: false },
  ])
})

describe('a reminder follows the registration as it is:', () => {
  test('a canceled registration gets none', async () => {
    setClock('2027-02-01T12:00Z')
    const { person, eventId } = await givenHeld(['2027-02-09', '2027-02-09'])
    await cancel(person, eventId)
    setClock('2027-02-08T13:00Z')
    expect(await newSubjects(person)).toEqual([])
  })

  test('an address that bounces gets none until it works again', async () => {
    setClock('2027-02-01T12:00Z')
    const { person } = await givenHeld(['2027-02-09', '2027-02-09'])
    const told = { email: person.email, reason: 'No such mailbox', source: 'provider' } as const
    const bouncedAt = new Date('2027-02-01T12:00Z')
    await app.write((work) => markBounces(work, [{ ...told, bouncedAt }]))
    setClock('2027-02-08T13:00Z')
    expect(await newSubjects(person)).toEqual([])
    await app.write((work) => clearBounce(work, person.email))
    expect(await newSubjects(person)).toEqual(['Tomorrow: Series'])
  })

  test('a moved registration gets one only for its new slot', async () => {
    setClock('2027-02-01T12:00Z')
    const { person, eventId, slotIds } = await givenHeld(
      ['2027-02-09', '2027-02-09'],
      ['2027-02-16', '2027-02-16'],
    )
    setClock('2027-02-01T12:10Z')
    await register(person, eventId, slotIds[1])
    setClock('2027-02-08T13:00Z')
    expect(await newSubjects(person)).toEqual([])
    setClock('2027-02-15T13:00Z')
    expect(await newSubjects(person)).toEqual(['Tomorrow: Series'])
    expect((await mailsTo(person))[0]?.text).toContain('16 Feb 2027')
  })

  test.each([
    ['canceled', []],
    ['moved', []],
    ['left as it is', ['Tomorrow: Series']],
  ])('a queued one is withdrawn unless the registration is left as it is: %s', async (change, subjects) => {
    setClock('2027-02-01T12:00Z')
    const { person, eventId, slotIds } = await givenHeld(
      ['2027-02-09', '2027-02-09'],
      ['2027-02-16', '2027-02-16'],
    )
    setClock('2027-02-08T13:00Z')
    await run()
    if (change === 'canceled') await cancel(person, eventId)
    if (change === 'moved') await register(person, eventId, slotIds[1])
    expect(await subjectsTo(person)).toEqual(subjects)
  })

  test('a sent one stays, and none is written to replace a withdrawn one', async () => {
    setClock('2027-02-01T12:00Z')
    const { person, eventId } = await givenHeld(['2027-02-09', '2027-02-09'])
    setClock('2027-02-08T13:00Z')
    await run()
    await app.query("update mails set status = 'sent' where to_address = $1", [person.email])
    await cancel(person, eventId)
    await run()
    expect(await subjectsTo(person)).toEqual(['Tomorrow: Series'])
  })

  test('a move that the person was not told of yet gets none', async () => {
    setClock('2027-02-01T12:00Z')
    const { person, eventId, slotIds } = await givenHeld(
      ['2027-02-09', '2027-02-09'],
      ['2027-02-09', '2027-02-10'],
    )
    await choose(person, eventId, slotIds[1] as number)
    setClock('2027-02-08T13:00Z')
    expect(await newSubjects(person)).toEqual([])
  })
})

describe('a portal that was down', () => {
  test.each([
    ['2027-02-09T10:59Z', ['Today: Series']],
    ['2027-02-09T11:00Z', []],
    ['2027-02-09T12:04Z', ['In one hour: Series']],
    ['2027-02-09T12:30Z', ['In 30 minutes: Series']],
    ['2027-02-09T12:59Z', ['Now: Series']],
    ['2027-02-09T13:00Z', []],
  ])('catches up while a reminder is still useful: at %s it writes %j', async (at, subjects) => {
    setClock('2027-02-01T12:00Z')
    const person = await givenRegistered()
    setClock(at)
    expect(await newSubjects(person)).toEqual(subjects)
  })

  test('does not send a reminder after its useful time', async () => {
    setClock('2027-02-01T12:00Z')
    const person = await givenRegistered()
    setClock('2027-02-08T13:00Z')
    await run()
    setClock('2027-02-09T12:00Z')
    await run()
    expect((await mailsTo(person)).map(({ expiresAt }) => expiresAt)).toEqual([
      new Date('2027-02-09T13:00Z'),
      new Date('2027-02-09T11:00Z'),
    ])
  })
})

test.each([
  ['2027-02-08T12:59Z', ['In one hour: Series', 'Tomorrow: Series']],
  ['2027-02-08T13:01Z', ['In one hour: Series']],
  ['2027-02-09T11:59Z', ['In one hour: Series']],
  ['2027-02-09T12:30Z', []],
])('a person who registers at %s was just told, and is reminded by %j', async (at, subjects) => {
  setClock(at)
  const person = await givenRegistered()
  for (const later of ['2027-02-08T13:02Z', '2027-02-09T12:01Z', '2027-02-09T12:31Z']) {
    if (later < at) continue
    setClock(later)
    await run()
  }
  expect(await subjectsTo(person)).toEqual(subjects)
})

describe('a reminder says', () => {
  test('when and where the event is', async () => {
    const { text } = await givenReminder({})
    for (const fact of [
      '09 Feb 2027',
      '8:00 AM – 12:00 PM Eastern',
      'Venue: Online',
      'Please log in 5 minutes',
      'You earn an hour by attending at least 45 of its 50 minutes and answering 1 poll.',
    ])
      expect(text).toContain(fact)
  })

  test('how to join', async () => {
    expect((await givenReminder({})).text).toMatch(
      /^Join the webinar: http:\/\/localhost:3000\/join\/\d+\/[0-9a-f-]{36}$/m,
    )
  })

  test('the breaks of the day and to bring a photo ID if the event is in person', async () => {
    const { text } = await givenReminder({ focusId: 4 })
    expect(text).toContain('Please bring a photo ID.')
    expect(text).toMatch(/Coffee: +10:00 AM – 10:15 AM/)
    expect(text).toContain('Venue: South Carolina')
    expect(text).not.toContain('log in')
  })

  async function givenReminder({ focusId = 2 }: { focusId?: number }) {
    setClock('2027-02-01T12:00Z')
    const person = await givenRegistered(['2027-02-09', '2027-02-09'], focusId)
    setClock('2027-02-08T13:00Z')
    await run()
    return (await mailsTo(person))[0] as Awaited<ReturnType<typeof mailsTo>>[number]
  }
})

// Last, because its many reminders are due in every later run.
test('a reminder is written once even if more are due than one run writes', async () => {
  setClock('2027-02-01T12:00Z')
  const { eventId, slotIds } = await givenEventOf(2, [['2027-02-09', '2027-02-09']])
  await app.query(
    `with people as (
      insert into users (email) select 'many' || number || '@example.com' from generate_series(1, 1500) number
      returning user_id
    ), registered as (
      insert into registrations (user_id, event_id, event_slot_id) select user_id, $1, $2 from people
      returning registration_id, event_slot_id
    )
    insert into confirmations
    select registration_id, event_slot_id, $3, start_on, end_on, start_time, end_time
    from registered join event_slots using (event_slot_id)`,
    [eventId, slotIds[0], app.services.clock()],
  )
  setClock('2027-02-08T13:00Z')
  const before = await countOpenReminds()
  await run()
  expect(await countOpenReminds()).toBe(before + 1)
  await run()
  const rows = await app.query(
    "select count(*)::int as mails, count(distinct to_address)::int as people from mails where to_address like 'many%'",
  )
  expect(rows).toEqual([{ mails: 1500, people: 1500 }])
})

/** Sets the clock of both processes. */
function setClock(instant: string) {
  for (const each of [app, other]) {
    each.pass({ minutes: (Date.parse(instant) - each.services.clock().getTime()) / 60_000 })
  }
}

function run(by = app) {
  return write(by.services, undefined, remind)
}

/** Adds an event with a slot from 8 to noon on each of these dates. */
async function givenEventOf(focusId: number, dates: [PlainDate, PlainDate][]) {
  const { db } = app.services
  const { eventId } = await db
    .insertInto('events')
    .values({ eventName: 'Series' })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  const breaks = focusId === 4 ? [{ from: '10:00', to: '10:15', name: 'Coffee' }] : []
  const times = { eventId, focusId, startTime: '08:00', endTime: '12:00' } as const
  const slots = await db
    .insertInto('eventSlots')
    .values(dates.map(([startOn, endOn]) => ({ ...times, breaks: JSON.stringify(breaks), startOn, endOn })))
    .returning('eventSlotId')
    .execute()
  return { eventId, focusId, slotIds: slots.map(({ eventSlotId }) => eventSlotId) as [number, ...number[]] }
}

/** Returns a person registered for a slot, with the confirmation sent. */
async function givenRegistered(dates: [PlainDate, PlainDate] = ['2027-02-09', '2027-02-09'], focusId = 2) {
  return (await givenHeldOf(focusId, [dates])).person
}

/** Returns a person registered for the first of these slots, with the event and the ids of all its slots. */
function givenHeld(...dates: [PlainDate, PlainDate][]) {
  return givenHeldOf(2, dates)
}

async function givenHeldOf(focusId: number, dates: [PlainDate, PlainDate][]) {
  const person = await givenPersonUnmailed(app)
  const event = await givenEventOf(focusId, dates)
  await register(person, event.eventId, event.slotIds[0], focusId)
  return { person, ...event }
}

async function countOpenReminds() {
  return (await jobsOf(app, 'remind')).filter(({ state }) => state === 'created').length
}

async function register(person: Person, eventId: number, eventSlotId = 0, focusId = 2) {
  const registrationId = await choose(person, eventId, eventSlotId, focusId)
  await app.write((work) => confirmRegistrations(work, [registrationId]))
}

async function cancel(person: Person, eventId: number) {
  const rows = await app.query(
    'select registration_id from registrations where user_id = $1 and event_id = $2',
    [person.userId, eventId],
  )
  await expectSuccess(app.send(cancelRegistration, { eventId }, person))
  const registrationId = rows[0].registration_id
  await app.write((work) => tellCancellations(work, [registrationId]))
}

async function choose({ token }: Person, eventId: number, eventSlotId: number, focusId = 2) {
  const body = { eventId, eventSlotId, focusId }
  return (await app.dataOf(registerForEvent, { body }, token)).registration.registrationId
}

/** Runs the reminders; returns the subjects of the person's additional ones. */
async function newSubjects(person: Person) {
  const before = await subjectsTo(person)
  await run()
  return (await subjectsTo(person)).slice(0, -before.length || undefined)
}

async function subjectsTo(person: Person) {
  return (await mailsTo(person)).map(({ subject }) => subject)
}

/** Returns the person's reminders, newest first. */
function mailsTo({ email }: Person) {
  return app.services.db
    .selectFrom('mails')
    .select(['subject', 'expiresAt', ...textOfMail])
    .where('toAddress', '=', email)
    .where('cause', 'like', 'reminder:%')
    .orderBy('mailId', 'desc')
    .execute()
}
