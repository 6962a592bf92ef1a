import { beforeAll, expect, test } from 'vitest'
import {
  getRegisteredEvents,
  getUserEvents,
  registerForEvent,
} from '#contract/registrations/registrations/calls.ts'
import { choiceOf, givenEvent, givenPersonUnmailed, prepared, preparedApp } from '#test/given.ts'
import { givenJoinUrl } from '#test/webinars.ts'

const app = preparedApp({ works: false })
const person = prepared(() => givenPersonUnmailed(app))
const event = prepared(() => givenEvent(app))
beforeAll(async () => {
  const body = choiceOf(event)
  const { registrationId } = (await app.dataOf(registerForEvent, { body }, person)).registration
  await app.query("update registrations set certificate_code = 'the-code', hours = 8")
  await givenJoinUrl(app, registrationId)
})

test('people see every detail of their own registrations', async () => {
  const { data, wire } = await app.call(getRegisteredEvents, {}, person)
  const link = 'http://localhost:3000/download?certificate=the-code'
  expect(wire).toEqual({
    registeredEvents: [
      {
        registrationId: expect.any(Number),
        event_id: event.eventId,
        event_name: 'Piston IA Renewal Series 2027',
        event_slot_id: event.slotIds[0],
        joinURL: expect.stringMatching(/^http:\/\/localhost:3000\/join\/\d+\/[0-9a-f-]{36}$/),
        cert_link: link,
        hours: 8,
        focus: 'Piston',
        focus_id: 2,
        start_date: '09/02/2027',
        end_date: '10/02/2027',
        start_time: '08:00',
        end_time: '12:00',
        breaks: [],
        is_in_person: false,
        credit_hours: 8,
      },
    ],
    waitlist: [],
  })
  expect(data.registeredEvents).toMatchObject([
    { eventSlotId: event.slotIds[0], certificateLink: link, startOn: '2027-02-09' },
  ])
})

test('a caller who knows only a user id sees the slots, but no link, certificate or name', async () => {
  const answer = await app.call(getUserEvents, { query: { userId: person.userId } })
  expect(answer.wire).toEqual({
    registeredEvents: [
      { event_id: event.eventId, event_slot_id: event.slotIds[0], focus_id: 2, start_date: '09/02/2027' },
    ],
  })
})

test('an unknown id looks like a person without registrations', async () => {
  const userId = '00000000-0000-4000-8000-000000000000'
  expect(await app.dataOf(getUserEvents, { query: { userId } })).toEqual({ registeredEvents: [] })
})
