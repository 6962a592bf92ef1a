import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationRow, SortColumn } from '#contract/registrations/registration-lists/rows.ts'
import { sortColumns } from '#contract/registrations/registration-lists/rows.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { Person } from '#test/given.ts'
import {
  cancelOwn,
  choiceOf,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let last: Person

// Each field differs between them, so each order gives a different result.
const people = [
  { firstName: 'Ada', lastName: "O'Brien", companyName: 'Zeta Aero', zip: '10001', phone: '+1||8035550101' },
  { firstName: 'bea', lastName: '100% Sure', companyName: 'alpha Wings', zip: '30001', phone: '' },
  {
    firstName: 'Cy_ril',
    lastName: 'Back\\slash',
    companyName: 'Mid Air',
    zip: '20001',
    phone: '+1||8035550102',
  },
]

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
const piston = prepared(() => givenEvent(app))
const turbine = prepared(() => givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 }))
const earlier = prepared(() => givenEvent(app, { eventName: 'Piston IA Renewal Series 2026', year: 2026 }))
beforeAll(async () => {
  for (const [index, profile] of people.entries()) {
    const person = await givenNamed(index, profile)
    last = person
    await givenRegistration(app, person, piston, { slot: index % 2, by: administrator })
    if (index < 2) await givenRegistration(app, person, turbine, { slot: 0, by: administrator })
    if (index === 0) await givenRegistration(app, person, earlier, { slot: 1, by: administrator })
  }
})

async function givenNamed(index: number, profile: (typeof people)[number]) {
  const person = { ...(await givenPersonUnmailed(app)), email: `list${index}@example.com` }
  await app.update(
    'users',
    {
      email: person.email,
      firstName: profile.firstName,
      lastName: profile.lastName,
      companyName: profile.companyName,
      zip: profile.zip,
      phone: profile.phone,
      state: ['Ohio', 'Iowa', 'Maine'][index] ?? '',
      country: ['United States', 'Canada', 'Mexico'][index] ?? '',
    },
    { userId: person.userId },
  )
  return person
}

/** The same columns by their names on the wire. */
async function listWire(query: Record<string, string>) {
  const answer = await app.request({
    url: `/api${getAllRegisteredUsers.path}`,
    query,
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  return answer.json().data
}

async function list(query: Input<typeof getAllRegisteredUsers>['query'] = {}) {
  const data = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  return { total: data.pagination.totalRecords, rows: data.registrations, pagination: data.pagination }
}

test('a row has the names of the wire, letter for letter', async () => {
  const { registrations } = await listWire({ search: "o'brien", eventName: piston.eventName })
  const [row] = registrations
  expect(registrations).toEqual([
    {
      'Reg Id': row.registrationId,
      registrationId: expect.any(Number),
      'User Id': row.userId,
      userId: expect.stringMatching(/^[\da-f-]{36}$/),
      eventId: piston.eventId,
      eventSlotId: piston.slotIds[0],
      focusId: 2,
      'User Name': "Ada O'Brien",
      'User Email': 'list0@example.com',
      'User Phone': '+1||8035550101',
      'User Company Name': 'Zeta Aero',
      'User State': 'Ohio',
      'User Zip': '10001',
      'User Country': 'United States',
      'Event Name': 'Piston IA Renewal Series 2027',
      'Event Date': '09/02/2027 - 10/02/2027',
      'Event Time': '08:00 - 12:00',
      'Registration Date': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      Hours: 0,
      creditHours: 8,
      hasJoinUrl: false,
      isInPerson: false,
      'Join URL': null,
      Certificate: null,
      version: 0,
    },
  ])
})

test('a query has the names of the wire, letter for letter', async () => {
  const { registrations, pagination } = await listWire({
    year: '2027',
    eventName: piston.eventName,
    eventSlotId: String(piston.slotIds[0]),
    sort: 'User State',
    order: 'desc',
    page: '2',
    limit: '1',
  })
  expect(registrations.map((row: Record<string, unknown>) => row['User Email'])).toEqual([
    'list2@example.com',
  ])
  expect(pagination).toEqual({ totalRecords: 2, currentPage: 2, totalPages: 2, limit: 1 })
})

describe('a search covers names and addresses', () => {
  test.each([
    ["o'BRIEN", 3],
    ['list1@', 2],
    ['ada o', 3],
    ['100%', 2],
    ['%', 2],
    ['_', 1],
    ['\\', 1],
    ['nobody', 0],
    ["' or true --", 0],
  ])('and finds the matches for %s', async (search, expected) => {
    const { total, rows } = await list({ search })
    expect({ total, rows: rows.length }).toEqual({ total: expected, rows: expected })
  })
})

describe('a filter', () => {
  test('by year keeps the events of that year, and All keeps every event', async () => {
    expect((await list({ year: 2026 })).total).toBe(1)
    expect((await list({ year: 2027 })).total).toBe(5)
    expect((await listWire({ year: 'All' })).pagination.totalRecords).toBe(6)
    expect((await list({ year: 2025 })).total).toBe(0)
  })

  test('by event and by slot keeps their registrations', async () => {
    expect((await list({ eventName: turbine.eventName })).total).toBe(2)
    const bySlot = await list({ eventSlotId: piston.slotIds[1] })
    expect(bySlot.rows.map((row) => row.email)).toEqual(['list1@example.com'])
    expect((await list({ eventName: 'No such event' })).total).toBe(0)
  })
})

test('pages follow each other without gaps or duplicates', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, limit: 2 })))
  expect(pages.map((page) => page.rows.length)).toEqual([2, 2, 2, 0])
  expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.registrationId))).size).toBe(6)
  expect(pages[1]?.pagination).toEqual({ totalRecords: 6, currentPage: 2, totalPages: 3, limit: 2 })
  expect((await list()).pagination).toEqual({ totalRecords: 6, currentPage: 1, totalPages: 1, limit: 100 })
})

test('without a sort the newest registrations come first', async () => {
  const ids = (await list()).rows.map((row) => row.registrationId)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test.each(sortColumns.map((column) => [column]))(
  'sorting by %s covers the whole result, in both directions',
  async (column) => {
    const up = await ordered(column, 'asc')
    const down = await ordered(column, 'desc')
    expect(up).toEqual(down.toReversed())
    // The order holds across pages: the server sorts, not the page.
    const first = await list({ sort: column, order: 'asc', limit: 3 })
    expect(first.rows.map((row) => row.registrationId)).toEqual(up.slice(0, 3).map(([, id]) => id))
    const keys = up.map(([key]) => key)
    expect(keys).toEqual(keys.toSorted(compare))
  },
)

async function ordered(column: SortColumn, order: 'asc' | 'desc'): Promise<[string | number, number][]> {
  return (await list({ sort: column, order })).rows.map((row) => [sortKey(row, column), row.registrationId])
}

function sortKey(row: RegistrationRow, column: SortColumn): string | number {
  const value = row[column]
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? value.toLowerCase() : value
}

function compare(a: string | number, b: string | number) {
  return a < b ? -1 : a > b ? 1 : 0
}

test('an unknown sort is refused by name', async () => {
  const answer = await app.call(getAllRegisteredUsers, { query: { sort: 'users' } } as never, administrator)
  expect(answer.failure?.fields).toHaveProperty('sort')
})

test('the total is right at once when a person cancels or moves', async () => {
  const move = choiceOf(piston, 1)
  await app.send(registerForEvent, move, last)
  expect((await list({ eventSlotId: piston.slotIds[1] })).total).toBe(2)
  expect((await list({ eventSlotId: piston.slotIds[0] })).total).toBe(1)
  await cancelOwn(app, last, piston)
  expect((await list({ eventName: piston.eventName })).total).toBe(2)
  expect((await list({ search: 'list2@' })).total).toBe(0)
})
