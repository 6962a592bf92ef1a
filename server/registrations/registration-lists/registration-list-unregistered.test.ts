import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { getAllUnregisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { cancelRegistration, getRegisteredEventsOfUser } from '#contract/registrations/registrations/calls.ts'
import {
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let event: EventWithSlots
let earlier: EventWithSlots
const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  await app.update('users', completeProfile)
  event = await givenEvent(app)
  earlier = await givenEvent(app, { year: 2026, eventName: 'Piston IA Renewal Series 2026' })
})
beforeEach(() => app.services.pool.query("delete from registrations; delete from users where role = 'user'"))

describe('people with no event of a year', () => {
  test('are those without a registration in it, by name and without administrators', async () => {
    const [cleo, ada, bea] = [await named('cleo'), await named('Ada'), await named('Bea')]
    await givenRegistration(app, bea, event, { by: administrator })
    await givenRegistration(app, ada, earlier, { by: administrator })
    expect(await names()).toEqual(['Ada', 'cleo'])
    expect(await names({ year: 2026 })).toEqual(['Bea', 'cleo'])
    expect(await names({ year: 2025 })).toEqual(['Ada', 'Bea', 'cleo'])
    await givenRegistration(app, administrator, event, { by: administrator })
    await givenRegistration(app, cleo, event, { by: administrator })
    expect(await names()).toEqual(['Ada'])
  })

  test('are those without an event of a given name, or without a given slot', async () => {
    const [ada, bea] = [await named('Ada'), await named('Bea')]
    const [morning, afternoon] = event.slotIds
    await givenRegistration(app, ada, event, { by: administrator })
    const { eventName } = await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027' })
    expect(await names({ eventName })).toEqual(['Ada', 'Bea'])
    expect(await names({ eventName: event.eventName })).toEqual(['Bea'])
    expect(await names({ eventName: event.eventName, eventSlotId: morning as number })).toEqual(['Bea'])
    expect(await names({ eventName: event.eventName, eventSlotId: afternoon as number })).toEqual([
      'Ada',
      'Bea',
    ])
    await givenRegistration(app, bea, event, { by: administrator })
    expect(await names({ eventSlotId: morning as number })).toEqual([])
    expect(await names({ eventName: 'Unknown' })).toEqual(['Ada', 'Bea'])
  })

  test('can be searched, and come in pages with the right total', async () => {
    for (const name of ['Ada', 'Ann', 'Bea', '100%']) await named(name)
    expect(await names({ search: ' AN ' })).toEqual(['Ann'])
    expect(await names({ search: '%' })).toEqual(['100%'])
    const { users, pagination } = (await list({ page: 2, limit: 3 })).data
    expect(users.map(({ firstName }) => firstName)).toEqual(['Bea'])
    expect(pagination).toEqual({ totalRecords: 4, currentPage: 2, totalPages: 2, limit: 3 })
    expect((await list({ page: 9 })).data).toMatchObject({ users: [], pagination: { totalRecords: 4 } })
  })

  test('come with their email, name, company and address', async () => {
    const { userId, email } = await named('Ada')
    expect((await list()).wire).toMatchObject({
      users: [{ user_id: userId, email, first_name: 'Ada', company_name: 'Example Aviation', zip: '29201' }],
    })
  })

  // Lists them before and after the change, so that a stale cached list would show.
  test.each<[string, (person: Person, registrationId: number) => Promise<unknown>, string[]]>([
    ['cancels', (person) => cancel(person), ['Ada', 'Bea']],
    ['cancels in another process', (person) => cancel(person, other), ['Ada', 'Bea']],
    [
      'cancels, and another registers at once',
      async (person) => {
        await cancel(person, other)
        await givenRegistration(other, (await byName('Bea')) as Person, event, { by: administrator })
      },
      ['Ada'],
    ],
    ['is moved to another slot', (person, registrationId) => move(person, registrationId), ['Bea']],
    [
      'is deleted and restored',
      async (_, registrationId) => {
        const body = { registrationId }
        await other.send(deleteRegistration, body, administrator)
        expect(await names()).toEqual(['Ada', 'Bea'])
        await other.send(restoreRegistration, body, administrator)
      },
      ['Bea'],
    ],
    ['deletes the account', ({ token, email }) => other.send(deleteAccount, { email }, token), ['Bea']],
    ['is joined by somebody new', () => named('Cleo'), ['Bea', 'Cleo']],
    ['gets another name', ({ userId }) => rename(userId), ['Bea']],
  ])('are right immediately after a registered person %s', async (_, act, after) => {
    const ada = await named('Ada')
    await named('Bea')
    const registrationId = await givenRegistration(app, ada, event, { by: administrator })
    expect(await names()).toEqual(['Bea'])
    await act(ada, registrationId)
    expect(await names()).toEqual(after)
  })

  test('are sorted by their current names', async () => {
    const [{ userId }] = [await named('Ada'), await named('Bea')]
    expect(await names()).toEqual(['Ada', 'Bea'])
    await rename(userId)
    expect(await names()).toEqual(['Bea', 'Zed'])
    await app.update('users', { role: 'admin' }, { userId })
    expect(await names()).toEqual(['Bea'])
    await app.update('users', { role: 'user' }, { userId })
  })

  test('are right even if there are very many of them', async () => {
    await app.query(
      `insert into users (email, first_name) select 'many' || n || '@example.com', 'many' || lpad(n::text, 5, '0')
       from generate_series(1, 10200) n`,
    )
    const [ada, bea] = [await named('Ada'), await named('Bea')]
    expect(await totals()).toEqual([10_202, 10_202, 1])
    await givenRegistration(other, ada, event, { by: administrator })
    expect(await totals()).toEqual([10_201, 10_202, 1])
    expect((await list({ limit: 2 })).data.users.map(({ firstName }) => firstName)).toEqual([
      'Bea',
      'many00001',
    ])
    const ends = [102, 103].map(async (page) =>
      (await list({ page })).data.users.map((user) => user.firstName),
    )
    const [before = [], last] = await Promise.all(ends)
    expect([before[0], before[99], last]).toEqual(['many10100', 'many10199', ['many10200']])
    await givenRegistration(other, bea, earlier, { by: administrator })
    await givenRegistration(other, bea, event, { by: administrator })
    await givenRegistration(other, administrator, event, { by: administrator })
    expect(await totals()).toEqual([10_200, 10_201, 0])
    await cancel(ada, other)
    expect(await totals()).toEqual([10_201, 10_201, 0])
  })

  test.each([
    ['page', '0'],
    ['limit', '1001'],
    ['year', 'soon'],
  ])('cannot be listed with the %s %s', async (name, value) => {
    const url = `/api/private/v2/get-all-unregistered-users?${name}=${value}`
    const headers = { authorization: `Bearer ${administrator.token}` }
    const answer = await app.request({ method: 'GET', url, headers })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [name]])
  })
})

test("an administrator reads a person's registrations", async () => {
  const ada = await named('Ada')
  const registrationId = await givenRegistration(app, ada, event, { by: administrator })
  const query = { userId: ada.userId }
  const { wire } = await app.call(getRegisteredEventsOfUser, { query }, administrator)
  expect(wire).toEqual({
    registeredEvents: [
      expect.objectContaining({
        registrationId,
        event_id: event.eventId,
        event_slot_id: event.slotIds[0],
        cert_link: null,
        version: 0,
      }),
    ],
  })
})

const known = new Map<string, Person>()

async function named(firstName: string) {
  const person = await givenPersonUnmailed(app)
  await app.update('users', { firstName }, { userId: person.userId })
  known.set(firstName, person)
  return person
}

async function byName(name: string) {
  return known.get(name)
}

function rename(userId: string) {
  return app.update('users', { firstName: 'Zed' }, { userId })
}

async function cancel({ token }: Person, at = app) {
  const answer = await at.call(cancelRegistration, { body: { eventId: event.eventId } }, token)
  expect(answer.status).toBe(200)
}

async function move({ userId }: Person, registrationId: number) {
  const { eventId, slotIds, focusId: newFocusId } = event
  const body = { registrationId, userId, eventId, newTimeSlotId: slotIds[1], newFocusId }
  await expectSuccess(other.send(updateTimeslot, body, administrator))
}

function list(query: Input<typeof getAllUnregisteredUsers>['query'] = {}) {
  return app.call(getAllUnregisteredUsers, { query }, administrator)
}

async function names(query: Input<typeof getAllUnregisteredUsers>['query'] = {}) {
  const { users, pagination } = (await list(query)).data
  expect(pagination.totalRecords).toBe(users.length)
  return users.map(({ firstName }) => firstName)
}

/** Returns the totals for the season, for the year before and for a search. */
async function totals() {
  const asked = [{ limit: 1 }, { limit: 1, year: 2026 }, { limit: 1, search: 'bea' }]
  return Promise.all(asked.map(async (query) => (await list(query)).data.pagination.totalRecords))
}
