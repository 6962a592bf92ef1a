import { beforeAll, describe, expect, test } from 'vitest'
import { fetchAttendance } from '#contract/attendance/attendances/calls.ts'
import { makePollCodes } from '#contract/attendance/poll-codes/calls.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { wireFields } from '#contract/core/wire.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import {
  exportRegisteredUsersCsv,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEventsOfUser, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { getTicket } from '#contract/registrations/tickets/calls.ts'
import { tellPresence } from '#contract/webinars/webinar-rooms/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import type { EventWithSlots } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenSession,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

// The slots are on February 9 and 10, 2027, from 8:00 to 12:00 Eastern.
const dayBefore = '2027-02-08T12:00Z'
const duringIt = '2027-02-09T14:00Z'
const betweenDays = '2027-02-09T20:00Z'
const room = 'room of the test'

let now = new Date(dayBefore)
let secrets: string[]
/** The ids that a caller can name, by how parameter names end. */
let known: [name: RegExp, values: (string | number)[]][]

const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
const person = prepared(() => givenPersonUnmailed(app))
const virtual = prepared(() => givenEvent(app))
const inPerson = prepared(() => givenEvent(app))
beforeAll(async () => {
  await app.query(`update event_slots set webinar_id = '${room}' where event_slot_id = ${virtual.slotIds[0]}`)
  await app.query(`update events set is_in_person = true where event_id = ${inPerson.eventId}`)
  const registrations = [await register(virtual), await register(inPerson)]
  now = new Date(duringIt)
  const asAdministrator = await givenSession(app, administrator.userId)
  const codes = [{ question: 'Poll 1', opensAt: null, minutes: 5 }]
  await app.send(makePollCodes, { eventSlotId: virtual.slotIds[0], codes }, asAdministrator)
  const [{ join_code: code }] = await app.query('select join_code from registrations order by 1')
  expect(code).toBeTruthy()
  await app.untilJobsAreDone()
  const joined = await joinUrl(registrations[0] as number)
  const stranger = { email: 'stranger@example.com', firstName: 'Sam', lastName: 'Stranger' }
  const strange = (await app.services.webinar.addRegistrant(room, stranger)).joinUrl
  for (const at of [duringIt, '2027-02-09T14:01Z']) {
    now = new Date(at)
    for (const url of [joined, strange]) await app.call(tellPresence, { params: { seatCode: seatOf(url) } })
  }
  now = new Date(betweenDays)
  const body = { eventSlotId: virtual.slotIds[0] }
  await app.send(fetchAttendance, body, await givenSession(app, administrator.userId))
  await app.untilJobsAreDone()
  await app.query(`insert into waitlist_entries (event_slot_id, user_id, state, turn, joined_at, offered_at, offered_until)
    values (${virtual.slotIds[1]}, '${person.userId}', 'offered', 1, now(), now(), now() + interval '1 year')`)
  const rows = await app.query(`
    select join_code::text as secret from registrations
    union select code from waitlist_entries union select code from calendars union select code from poll_codes
    union select reminder_code from users`)
  secrets = [joined, strange].map(seatOf).concat(rows.map(({ secret }) => secret))
  const ids = await app.query('select poll_code_id from poll_codes')
  known = [
    [/^registration_?id$/i, registrations],
    [/^user_?id$/i, [person.userId]],
    [/^(event_)?slot_?id$/i, [...virtual.slotIds, ...inPerson.slotIds]],
    [/^event_?id$/i, [virtual.eventId, inPerson.eventId]],
    [/^pollCodeId$/, [ids[0].poll_code_id]],
    [/^season$/, [2027]],
    [/^(search|email)$/, [person.email]],
    [/^day$/, ['09/02/2027']],
  ]
})

const gets = declaredCalls
  .filter(({ method, access }) => method === 'GET' && access !== 'public')
  .map((endpoint) => [endpoint.path, endpoint] as const)
const readers: AdministratorRole[] = ['viewer', 'exporting-viewer']

describe.each(readers)('a %s reads no link and no code of somebody else in', (role) => {
  test.each(gets)('%s', async (_, endpoint) => {
    const { token } = await reader(role)
    for (const { body } of await answers(endpoint, token)) {
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([])
    }
  })
})

test('those who act for people read the links that readers do not', async () => {
  const token = await givenSession(app, administrator.userId)
  const all = (await Promise.all(gets.map(([, endpoint]) => answers(endpoint, token)))).flat()
  const said = all.map(({ body }) => body).join()
  const read = secrets.map((secret) => said.includes(secret))
  expect(read.filter(Boolean).length).toBe(3)
})

test('a viewer reads whether there is a link, and gets nobody else’s ticket', async () => {
  const { token } = await reader('viewer')
  const query = { userId: person.userId }
  const held = (await app.dataOf(getRegisteredEventsOfUser, { query }, token)).registeredEvents
  const listed = (await app.dataOf(getAllRegisteredUsers, { query: {} }, token)).registrations
  for (const rows of [held, listed] as { eventId: number; joinUrl: string | null; hasJoinUrl: boolean }[][]) {
    const ofEvent = (id: number) => rows.find(({ eventId }) => eventId === id)
    expect(ofEvent(virtual.eventId)).toMatchObject({ joinUrl: null, hasJoinUrl: true })
    expect(ofEvent(inPerson.eventId)).toMatchObject({ joinUrl: null, hasJoinUrl: false })
  }
  const registrationId = held.find(({ eventId }) => eventId === inPerson.eventId)?.registrationId ?? 0
  const ticket = await app.call(getTicket, { params: { registrationId } }, token)
  expect(ticket.failure?.code).toBe('REGISTRATION_NOT_FOUND')
  const url = `/api${exportRegisteredUsersCsv.path}`
  const headers = { authorization: `Bearer ${(await reader('exporting-viewer')).token}` }
  const lines = (await app.request({ url, headers })).body.split('\r\n')
  expect(lines.filter((line) => line.includes(',Yes,'))).toHaveLength(1)
})

async function register({ eventId, slotIds, focusId }: EventWithSlots) {
  const body = { eventId, focusId, eventSlotId: slotIds[0] }
  return (await app.dataOf(registerForEvent, { body }, person)).registration.registrationId
}

async function joinUrl(registrationId: number): Promise<string | null> {
  const [{ code }] = await app.query(
    `select join_code as code from registrations where registration_id = ${registrationId}`,
  )
  return (await app.dataOf(joinWebinar, { params: { registrationId, code }, query: {} })).joinUrl
}

function seatOf(joinUrl: string | null) {
  return joinUrl?.split('/').at(-1) ?? ''
}

function reader(role: AdministratorRole) {
  return givenAdministrator(app, `${role}@example.com`, role)
}

/** Returns a call's successful answers for each known id. */
async function answers({ path, params, query }: Endpoint, token: string) {
  const knownValue = (name: string, turn: number) => {
    const values = known.find(([names]) => names.test(name))?.[1]
    return values?.[turn % values.length]
  }
  const found = await Promise.all(
    [0, 1, 2, 3].map((turn) => {
      const filled = Object.keys(wireFields(params)).reduce(
        (address, name) => address.replace(`:${name}`, String(knownValue(name, turn) ?? 1)),
        path,
      )
      const asked = Object.keys(wireFields(query)).flatMap((name) => {
        const value = knownValue(name, turn)
        return value === undefined ? [] : [[name, String(value)]]
      })
      const headers = { authorization: `Bearer ${token}` }
      return app.request({ url: `/api${filled}?${new URLSearchParams(asked)}`, headers })
    }),
  )
  return found.filter(({ statusCode }) => statusCode === 200)
}
