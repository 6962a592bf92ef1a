import { beforeEach, describe, expect, test } from 'vitest'
import { checkIn } from '#contract/attendance/check-ins/calls.ts'
import * as calls from '#contract/registrations/tickets/calls.ts'
import { readTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { textOf } from '#test/certificates.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  cancelOwn,
  givenAdministrator,
  givenEvent,
  givenPerson,
  givenRegistration,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { findTicketKeys } from './queries.ts'
import { makeTicket } from './tickets.ts'

const now = new Date('2027-02-09T12:52Z')
const coffee = { from: '10:00', to: '10:15', name: 'Coffee' }
let event: EventWithSlots
let person: Person
let registrationId: number
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app, { eventName: 'South Carolina IA Seminar 2027', focusId: 4 })
  await app.update('events', { venue: '12 Airport Road, Columbia' }, { eventId: event.eventId })
  await app.update('eventSlots', { breaks: JSON.stringify([coffee]) }, { eventId: event.eventId })
  person = await givenPerson(app, { profile: { firstName: 'Dana', lastName: 'Quill' } })
  registrationId = await givenRegistration(app, person, event, { by: administrator })
})

describe('a ticket', () => {
  test('has a QR code and its words, for its person and administrators', async () => {
    for (const { token } of [person, administrator]) {
      expect((await ticket(registrationId, token)).data).toEqual({
        registrationId,
        name: 'Dana Quill',
        eventName: 'South Carolina IA Seminar 2027',
        startOn: '2027-02-09',
        endOn: '2027-02-10',
        startTime: '08:00',
        endTime: '12:00',
        breaks: [coffee],
        venue: '12 Airport Road, Columbia',
        qrCode: expect.stringMatching(/^<svg .*<\/svg>\s*$/s),
      })
    }
  })

  test('is a page to print, without an address of the person', async () => {
    const answer = await pdf(person.token)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="ticket-${registrationId}.pdf"`,
    })
    const text = await textOf(new Uint8Array(answer.rawPayload))
    for (const part of [
      'South Carolina IA Seminar 2027',
      'Dana Quill',
      'Tue 09 Feb 2027',
      '12 Airport Road',
      'Coffee 10:00 AM – 10:15 AM',
    ])
      expect(text).toContain(part)
    expect(text).toContain(`Check-in code ${registrationId}`)
    expect(text).not.toContain(person.email)
  })

  test("is nobody else's", async () => {
    const other = await givenPerson(app)
    const desk = await givenAdministrator(app, 'desk@example.com', 'front-desk')
    for (const { token } of [other, desk]) {
      await expectRefusal(ticket(registrationId, token), 'REGISTRATION_NOT_FOUND')
      await expectRefusal(replace(token), 'REGISTRATION_NOT_FOUND')
      expect((await pdf(token)).statusCode).toBe(404)
    }
    const viewer = await givenAdministrator(app, 'viewer@example.com', 'viewer')
    expect((await ticket(registrationId, viewer.token)).status).toBe(404)
    await expectRefusal(replace(viewer.token), 'REGISTRATION_NOT_FOUND')
    await expectRefusal(replace(viewer.token, calls.replaceTicket), 'NOT_PERMITTED')
  })

  test('does not exist for a virtual or a canceled registration', async () => {
    const virtual = await givenRegistration(app, person, await givenEvent(app), { by: administrator })
    await expectRefusal(ticket(virtual, person.token), 'TICKET_NOT_NEEDED')
    await app.update('registrations', { cancelledAt: now }, { registrationId })
    await expectRefusal(ticket(registrationId, person.token), 'REGISTRATION_CANCELED')
    await expectRefusal(replace(person.token), 'REGISTRATION_CANCELED')
  })
})

describe('a replaced ticket', () => {
  test('is refused at the door, and the new one is emailed', async () => {
    const before = await textOfTicket()
    await app.untilJobsAreDone()
    await expectSuccess(replace(person.token))
    await expectSuccess(replace(administrator.token, calls.replaceTicket))
    const [mail] = await app.mailsTo(person.email, 3)
    expect(mail).toMatchObject({ subject: 'Your new ticket: South Carolina IA Seminar 2027' })
    expect(mail?.text).toContain(`/private/ticket/${registrationId}`)
    expect(mail?.text).toMatch(/Coffee: +10:00 AM – 10:15 AM/)
    expect(await picturesOf('Your new ticket%')).toEqual(['ticket.png', 'ticket.png'])
    const door = async (text: string) =>
      (await app.send(checkIn, { ticket: text }, administrator)).failure?.code
    expect(await door(before)).toBe('TICKET_REPLACED')
    expect(await door(await textOfTicket())).toBeUndefined()
    const history = await historyOf(app, administrator, { userId: person.userId })
    expect(history.filter(({ activity }) => activity === 'ticket-replaced')).toHaveLength(2)
    const claim = await readTicket(await textOfTicket(), await findTicketKeys(app.services.db))
    expect(claim).toEqual({ registrationId, number: 3 })
  })
})

describe('the confirmation', () => {
  test('of an in-person registration brings the ticket, that of a virtual one does not', async () => {
    const coming = await givenEvent(app, { eventName: 'Coming seminar', focusId: 4, year: 2028 })
    const comingId = await givenRegistration(app, person, coming, { by: administrator })
    const virtual = await givenEvent(app, { eventName: 'Coming webinar', year: 2028 })
    await givenRegistration(app, person, virtual, { by: administrator })
    await app.untilJobsAreDone()
    const mails = await app.mailsTo(person.email, 3)
    const textAbout = (name: string) => mails.find(({ subject }) => subject.endsWith(name))?.text
    expect(textAbout('Coming seminar')).toContain(
      `Show your ticket: http://localhost:3000/private/ticket/${comingId}`,
    )
    expect(textAbout('Coming webinar')).not.toContain('ticket')
    expect(await picturesOf('%Coming seminar')).toEqual(['ticket.png'])
    expect(await picturesOf('%Coming webinar')).toEqual([])
    await cancelOwn(app, person, coming)
    await app.untilJobsAreDone()
    expect(await picturesOf('Registration canceled: Coming seminar')).toEqual([])
  })
})

function ticket(id: number, token: string) {
  return app.call(calls.getTicket, { params: { registrationId: id } }, token)
}

function replace(
  token: string,
  by: typeof calls.replaceOwnTicket | typeof calls.replaceTicket = calls.replaceOwnTicket,
) {
  return app.send(by, { registrationId }, token)
}

function pdf(token: string) {
  const url = `/api/private/tickets/${registrationId}/pdf`
  return app.request({ url, headers: { authorization: `Bearer ${token}` } })
}

function textOfTicket() {
  return app.services.db.transaction().execute((tx) => makeTicket({ tx, clock: () => now }, registrationId))
}

/** Returns the names of the pictures in the person's mails with a subject. */
async function picturesOf(subject: string) {
  const rows = await app.services.db
    .selectFrom('mailAttachments')
    .innerJoin('mails', 'mails.mailId', 'mailAttachments.mailId')
    .select('filename')
    .where('toAddress', '=', person.email)
    .where('subject', 'like', subject)
    .where('contentType', '=', 'image/png')
    .execute()
  return rows.map(({ filename }) => filename)
}
