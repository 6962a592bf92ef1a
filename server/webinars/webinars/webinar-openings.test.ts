import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import { updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenCredit,
  givenPersonUnmailed,
  givenSession,
  givenTypedAgain,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { givenWebinarEvent, register } from '#test/webinars.ts'
import { findJoinOpenings } from './queries.ts'

let person: Person
let event: EventWithSlots
let registrationId: number
let made = 0
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  set('2027-02-08T12:00Z')
  made += 1
  event = await givenWebinarEvent(app, [`8${made}01`, `8${made}02`])
  person = await givenPersonUnmailed(app)
  registrationId = await register(app, { ...person, token: await session() }, event)
})

test('a join link that leads into the webinar notes when it was opened, and none that leads nowhere', async () => {
  expect((await join()).state).toBe('before')
  expect(await openings()).toEqual([])
  set('2027-02-09T12:57:10Z')
  expect((await join()).state).toBe('ready')
  set('2027-02-09T14:30Z')
  await join()
  expect(await openings()).toEqual(['2027-02-09T12:57:10', '2027-02-09T14:30:00'])
  set('2027-02-10T18:00Z')
  expect((await join()).state).toBe('over')
  expect(await openings()).toHaveLength(2)
})

test('however often somebody reloads, a minute has one row', async () => {
  set('2027-02-09T13:00:02Z')
  await Promise.all(Array.from({ length: 40 }, join))
  set('2027-02-09T13:00:59Z')
  await join()
  expect(await openings()).toHaveLength(1)
  set('2027-02-09T13:01Z')
  await join()
  expect(await openings()).toHaveLength(2)
})

test('openings survive a move, and are in the download with the identities at the webinar platform', async () => {
  set('2027-02-09T13:00Z')
  await join()
  const [newTimeSlotId, newFocusId] = [event.slotIds[1] as number, event.focusId]
  const body = { registrationId, userId: person.userId, eventId: event.eventId, newTimeSlotId, newFocusId }
  await expectSuccess(app.send(updateTimeslot, body, await session(administrator)))
  const download = await app.request({
    url: `/api${getAccountData.path}`,
    headers: { authorization: `Bearer ${await session()}` },
  })
  expect(download.json().webinars).toEqual([
    {
      registrationId,
      eventName: event.eventName,
      identities: [
        {
          webinarId: `8${made}01`,
          registrantId: expect.any(String),
          email: person.email,
          since: expect.any(String),
        },
      ],
      openings: [{ webinarId: `8${made}01`, openedAt: expect.stringContaining('2027-02-09T13:00:00') }],
    },
  ])
})

test('a deleted account leaves the openings and the registrant id of credited hours, without email and join URL', async () => {
  set('2027-02-09T13:00Z')
  await join()
  await givenCredit(app, { ...administrator, token: await session(administrator) }, registrationId, 8)
  const token = await session()
  await givenTypedAgain(app, token)
  const answer = await app.send(deleteAccount, { email: person.email }, token)
  expect(answer.failure).toBe(undefined)
  expect(await openings()).toHaveLength(1)
  const identities = await app.services.db
    .selectFrom('platformIdentities')
    .select(['registrantId', 'email', 'joinUrl'])
    .where('registrationId', '=', registrationId)
    .execute()
  expect(identities).toEqual([{ registrantId: expect.any(String), email: null, joinUrl: null }])
})

test('openings are deleted after three years, as attendance reports', async () => {
  await app.query(
    "insert into join_openings select $1, 'webinar', now() - past::interval from unnest(array['3 years 1 day', '2 years']) past",
    [registrationId],
  )
  await jobHandlers(app.services)['expire-records']({}, { isLast: true })
  expect(await openings()).toHaveLength(1)
})

async function join() {
  const { joinCode: code } = await app.services.db
    .selectFrom('registrations')
    .select('joinCode')
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow()
  return await app.dataOf(joinWebinar, { params: { registrationId, code }, query: {} })
}

async function openings() {
  const found = await findJoinOpenings(app.services.db, registrationId)
  return found.map(({ openedAt }) => openedAt.toISOString().slice(0, 19))
}

/** Starts another session, because the clock jumps past the end of sessions. */
function session({ userId }: Person = person) {
  return givenSession(app, userId)
}

function set(instant: string) {
  app.pass({ minutes: (Date.parse(instant) - app.services.clock().getTime()) / 60_000 })
}
