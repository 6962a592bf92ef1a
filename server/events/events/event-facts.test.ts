import { describe, expect, test, vi } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { copySeason } from '#contract/events/event-copies/calls.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeEvent } from '#contract/events/events/edits.ts'
import { stateHours } from '#contract/events/slots/agenda-calls.ts'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { certificateContent } from '#server/counting/certificates/certificate-content.ts'
import { getCertificate } from '#server/counting/certificates/queries.ts'
import { confirmRegistrations } from '#server/registrations/registrations/jobs.ts'
import { expectSuccess } from '#test/app.ts'
import { mailsWithCalendars } from '#test/calendars.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { byHand, givenEvent, givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

const virtualLines = [
  'Each hour is a 50-minute session plus a 10-minute break.',
  'Poll questions are required for credit.',
  'Please log in 5 minutes early.',
  'You earn an hour by attending at least 45 of its 50 minutes and answering 1 poll.',
]

describe('a confirmation states', () => {
  test('the hours of a two-day slot and the lines of the virtual series', async () => {
    const { text } = await givenConfirmed(await givenEvent(app))
    expect(text).toMatch(/Credit: +8 hours/)
    for (const line of ['4 hours each day, 8 hours in total across two days.', ...virtualLines]) {
      expect(text).toContain(line)
    }
  })

  test('the hours of a slot of one day', async () => {
    const event = await givenEvent(app)
    await reschedule(event, { endOn: '2027-02-09' })
    const { text } = await givenConfirmed(event)
    expect(text).toMatch(/Credit: +4 hours/)
    expect(text).toContain('4 hours of credit.')
    expect(text).not.toContain('two days')
  })

  test('the lines of the South Carolina event', async () => {
    const event = await givenEvent(app, { focusId: 4, eventName: 'South Carolina IA Seminar 2027' })
    const lunch = { from: '12:00', to: '13:00', name: 'Lunch' } as const
    await reschedule(event, { endOn: '2027-02-09', endTime: '17:00', breaks: [lunch] }, { removes: 1 })
    const { text } = await givenConfirmed(event)
    expect(text).toContain('You have a seat at our South Carolina seminar.')
    for (const line of [
      'Free, lunch included.',
      '8 hours of IA credit.',
      'Lunch 12:00 PM – 1:00 PM.',
      'Two courses per hour.',
      'Please bring a photo ID.',
      'You earn half an hour for each course by attending at least 23 of its 25 minutes.',
    ]) {
      expect(text).toContain(line)
    }
  })

  test("an in-person event's own lines and its venue, but no join link", async () => {
    const event = await givenEvent(app)
    await change(event, { isInPerson: true, venue: 'Hangar 7, Denver CO', facts: ['Bring your own lunch'] })
    const { text, calendars } = await givenConfirmed(event)
    expect(text).toContain('You have a seat at our seminar. We look')
    expect(text).toMatch(/Venue: +Hangar 7, Denver CO/)
    expect(text).toContain('Bring your own lunch.')
    for (const untrue of [
      'South Carolina',
      'Join',
      '/join/',
      'photo ID',
      'lunch included',
      'log in',
      'Poll',
    ]) {
      expect(text).not.toContain(untrue)
    }
    expect(calendars).toHaveLength(1)
  })
})

test('registered people get one email when an event becomes in-person or becomes virtual again', async () => {
  const event = await givenEvent(app)
  const { person, registrationId } = await givenConfirmed(event)
  for (const [isInPerson, subject, until] of [
    [true, 'The venue has changed', /Previously: +Online/],
    [null, 'The venue has changed', /Previously: +In person/],
  ] as const) {
    await change(event, { isInPerson })
    app.pass({ minutes: 2 })
    await confirm(registrationId)
    await confirm(registrationId)
    const mails = await mailsWithCalendars(app, person.email)
    expect(mails[0]?.subject).toBe(`${subject}: ${event.eventName}`)
    expect(mails[0]?.text).toMatch(until)
    expect(mails).toHaveLength(isInPerson ? 2 : 3)
  }
})

test('the list of events says what the hours of each slot need, from the moment that it changes', async () => {
  const { eventId, slotIds } = await givenEvent(app)
  const { token } = await givenPersonUnmailed(app)
  const needed = async () =>
    (await app.dataOf(getAllEvents, { query: {} }, token)).events
      .filter((row) => row.eventId === eventId)
      .map(({ creditNeeded }) => creditNeeded)
  const ofSeason = 'You earn an hour by attending at least 45 of its 50 minutes and answering 1 poll.'
  expect(await needed()).toEqual([ofSeason, ofSeason])
  const pieces = [['2027-02-09T13:00:00Z', '2027-02-09T14:00:00Z'] as [string, string]]
  const stated = { hours: [{ on: '2027-02-09', pieces, value: 60 }], reason: 'No breaks', readAgendaId: null }
  const body = { eventSlotId: slotIds[0], ...stated }
  await app.send(stateHours, body, administrator)
  const ofSlot = 'You earn an hour by attending at least 45 of its 60 minutes and answering 1 poll.'
  await vi.waitFor(async () => expect(await needed()).toEqual([ofSlot, ofSeason]))
})

test("people and administrators see an event's lines and form; null means the defaults of its type", async () => {
  const event = await givenEvent(app)
  const person = await givenPersonUnmailed(app)
  const untilShown = (expected: unknown) =>
    vi.waitFor(async () => expect(await shown(event, person)).toEqual(expected))
  await untilShown([null, null])
  await change(event, { isInPerson: true, facts: ['One', 'Two'] })
  await untilShown([true, ['One', 'Two']])
  await change(event, {})
  await untilShown([true, ['One', 'Two']])
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  const found = years.flatMap(({ events }) => events).find(({ eventId }) => eventId === event.eventId)
  expect(found).toMatchObject({ isInPerson: true, facts: ['One', 'Two'], version: 1 })
  await change(event, { isInPerson: null, facts: null })
  await untilShown([null, null])
})

test.each([
  ['more than twelve lines', Array(13).fill('Line'), 'facts', 'Please use 12 lines at most.'],
  ['an empty line', [' '], 'facts.0', "A line can't be empty."],
  ['a line that is too long', ['x'.repeat(201)], 'facts.0', 'Please use 200 characters at most'],
])('an event with %s is refused', async (_, facts, field, words) => {
  const { eventId, eventName } = await givenEvent(app)
  const answer = await app.send(changeEvent, { eventId, eventName, facts }, administrator)
  expect(answer.status).toBe(422)
  expect(answer.failure?.fields).toMatchObject({ [field]: words })
})

test('a copy of an event keeps its lines and its form', async () => {
  const event = await givenEvent(app)
  await change(event, { isInPerson: true, facts: ['One'] })
  const body = { eventIds: [event.eventId] }
  const [copy] = (await app.dataOf(copySeason, { body }, administrator)).results
  const rows = app.services.db.selectFrom('events').select(['isInPerson', 'facts'])
  expect(await rows.where('eventId', '=', copy?.newEventId ?? 0).executeTakeFirst()).toEqual({
    isInPerson: true,
    facts: ['One'],
  })
})

test('a registration shows the credit hours of its slot', async () => {
  const event = await givenEvent(app)
  await reschedule(event, { endOn: '2027-02-09' })
  const { person, creditHours } = await givenConfirmed(event)
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
  expect([creditHours, registeredEvents.map((held) => held.creditHours)]).toEqual([4, [4]])
})

test.each([
  ['Live webinar', 2, null],
  ['In person', 2, true],
  ['In person, South Carolina', 4, null],
  ['Live webinar', 4, false],
] as const)(
  'a certificate says %s for type %i with in-person set to %j',
  async (format, focusId, isInPerson) => {
    const event = await givenEvent(app, { focusId })
    await change(event, { isInPerson })
    const { registrationId } = await givenConfirmed(event)
    const body = { registrationId, hours: 8 }
    const { link } = await app.dataOf(generateCertificate, { body: byHand(body) }, administrator)
    const code = new URL(link).searchParams.get('certificate') ?? ''
    const certificate = await getCertificate(app.services.db, code)
    expect(certificateContent(certificate, app.services.config, code).format).toBe(format)
  },
)

/** Returns a person who is registered for the first slot and got an email, with that email. */
async function givenConfirmed({ eventId, focusId, slotIds }: EventWithSlots) {
  const person = await givenPersonUnmailed(app)
  const body = { eventId, focusId, eventSlotId: slotIds[0] }
  const { registrationId, creditHours } = (await app.dataOf(registerForEvent, { body }, person)).registration
  await confirm(registrationId)
  const [mail] = await mailsWithCalendars(app, person.email)
  return { person, registrationId, creditHours, text: mail?.text ?? '', calendars: mail?.calendars }
}

function confirm(registrationId: number) {
  return app.write((work) => confirmRegistrations(work, [registrationId]))
}

async function change(
  { eventId, eventName }: EventWithSlots,
  given: Partial<Input<typeof changeEvent>['body']>,
) {
  const data = await app.dataOf(changeEvent, { body: { eventId, eventName, ...given } }, administrator)
  expect(data.eventId).toBe(eventId)
}

/** Gives the first slot another time; `removes` deletes the second slot before that. */
async function reschedule(
  event: EventWithSlots,
  time: Partial<SlotTime & { breaks: SlotBreak[] }>,
  { removes = 0 } = {},
) {
  const { db } = app.services
  if (removes) await db.deleteFrom('eventSlots').where('eventSlotId', '=', event.slotIds[1]).execute()
  const slots = db.selectFrom('eventSlots').select(['startOn', 'endOn', 'startTime', 'endTime', 'focusId'])
  const slot = await slots.where('eventSlotId', '=', event.slotIds[0]).executeTakeFirstOrThrow()
  const body = { ...slot, ...time, eventSlotId: event.slotIds[0] }
  await expectSuccess(app.send(changeSlot, body, administrator))
}

async function shown({ eventId }: EventWithSlots, { token }: Person) {
  const { events } = await app.dataOf(getAllEvents, { query: {} }, token)
  const event = events.find((each) => each.eventId === eventId)
  return [event?.isInPerson, event?.facts]
}
