import { beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationRow, SortColumn } from '#contract/registrations/registration-lists/rows.ts'
import type { EventWithSlots } from '#test/given.ts'
import { givenEvent, preparedAdministrator, preparedApp } from '#test/given.ts'

let events: [EventWithSlots, EventWithSlots, EventWithSlots]

/** Enough that the list, a year and a search have more registrations than are sorted. */
const people = 5400

type Query = NonNullable<Input<typeof getAllRegisteredUsers>['query']>

// Each field has few values, so each order has many ties. Some canceled; some deleted their account.
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  events = [
    await givenEvent(app),
    await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 }),
    await givenEvent(app, { eventName: 'Piston IA Renewal Series 2026', year: 2026 }),
  ]
  const { pool } = app.services
  await pool.query(
    `insert into users (email, first_name, last_name, company_name, state, zip, country, phone)
     select 'p' || n || '@example.com', 'Name ' || n % 5, case when n % 50 = 0 then 'Rare' else 'Many' end, 'Company ' || n % 7,
       'State ' || n % 3, n % 11, 'Country ' || n % 2, '+1||80355501' || n % 90 + 10
     from generate_series(1, $1) n`,
    [people],
  )
  for (const [place, { eventId, slotIds }] of events.entries()) {
    await pool.query(
      `insert into registrations (user_id, event_id, event_slot_id, registered_at, hours, cancelled_at)
       select user_id, $1, case when n % 5 = 0 then $2::int else $3::int end, timestamptz '2026-11-01 12:00Z' + n % 40 * interval '1 day',
         n % 9, case when n % 31 = 0 then now() end
       from (select user_id, row_number() over (order by email) as n from users where email like 'p%') people where $4 < 2 or n % 9 = 0`,
      [eventId, slotIds[0], slotIds[1], place],
    )
  }
  await pool.query('update registrations set user_id = null where registration_id % 97 = 0')
  // These people sort first by each of their fields; one of them gets another person's registration.
  await pool.query(
    "insert into users (email) select 'new' || n || '@example.com' from generate_series(1, 50) n",
  )
  await pool.query(
    `update registrations set user_id = (select user_id from users where email = 'new7@example.com')
     where registration_id = (select min(registration_id) from registrations where cancelled_at is null and event_id = $1)`,
    [events[0].eventId],
  )
  await pool.query('vacuum analyze users, registrations')
})

async function list(query: Query) {
  const data = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  return data
}

/** Returns the rows of every page, in order. */
async function everyPage(query: Query): Promise<RegistrationRow[]> {
  const rows: RegistrationRow[] = []
  for (let page = 1; ; page++) {
    const { registrations } = await list({ ...query, page, limit: 1000 })
    rows.push(...registrations)
    if (registrations.length < 1000) return rows
  }
}

async function expected(condition: string) {
  const { rows } = await app.services.pool.query<{ registration_id: number }>(
    `select registration_id from registrations r join users u using (user_id) join event_slots s using (event_slot_id)
     where cancelled_at is null and ${condition} order by registration_id`,
  )
  return rows.map((row) => row.registration_id)
}

const ids = (rows: RegistrationRow[]) => rows.map((row) => row.registrationId)
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

/** One column of each kind: from registrations, people and slots. */
const kinds: SortColumn[] = ['registeredAt', 'userName', 'startOn']

const filters: [what: string, columns: SortColumn[], filter: () => Query, condition: string][] = [
  ['all', [...kinds, 'hours'], () => ({}), 'true'],
  ['of an event', kinds, () => ({ eventName: events[1].eventName }), 's.focus_id = 3'],
  [
    'of a slot',
    kinds,
    () => ({ eventSlotId: events[2].slotIds[0] }),
    "s.start_time = '08:00' and s.start_on < '2027-01-01'",
  ],
  ['of a year', kinds, () => ({ year: 2027 }), "s.start_on > '2027-01-01'"],
  ['of a search that matches most', kinds, () => ({ search: 'many name' }), "u.last_name = 'Many'"],
  ['of a search that matches few', kinds, () => ({ search: 'rare' }), "u.last_name = 'Rare'"],
  [
    'of a search within a year',
    kinds,
    () => ({ search: 'many', year: 2027 }),
    "u.last_name = 'Many' and s.start_on > '2027-01-01'",
  ],
]

test.each(
  filters.flatMap(([what, columns, ...rest]) => columns.map((column) => [what, column, ...rest] as const)),
)('all pages together are the whole list: %s, by %s', async (_, column, filter, condition) => {
  const up = await everyPage({ ...filter(), sort: column, order: 'asc' })
  expect(inOrder(ids(up))).toEqual(await expected(condition))
  const keys = up.map((row) => sortKey(row, column))
  expect(keys).toEqual(keys.toSorted(compare))
  const down = ids(up).toReversed()
  for (const page of [1, Math.ceil(down.length / 1000)]) {
    const { registrations } = await list({ ...filter(), sort: column, order: 'desc', page, limit: 1000 })
    expect(ids(registrations)).toEqual(down.slice((page - 1) * 1000, page * 1000))
  }
})

test('small pages are right whether the list is read from its start or its end', async () => {
  for (const sort of ['registeredAt', 'userName', 'startOn', 'hours'] as const) {
    const whole = ids(await everyPage({ sort, order: 'asc' }))
    const pages = Math.ceil(whole.length / 97)
    for (const page of [1, 2, Math.floor(pages / 2), Math.ceil(pages / 2) + 1, pages - 1, pages]) {
      const { registrations, pagination } = await list({ sort, order: 'asc', page, limit: 97 })
      expect(ids(registrations)).toEqual(whole.slice((page - 1) * 97, page * 97))
      expect(pagination).toEqual({
        totalRecords: whole.length,
        currentPage: page,
        totalPages: pages,
        limit: 97,
      })
    }
    expect((await list({ sort, page: pages + 1, limit: 97 })).registrations).toEqual([])
  }
})

function sortKey(row: RegistrationRow, column: SortColumn): string | number {
  const value = row[column]
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? value.toLowerCase() : value
}

function compare(a: string | number, b: string | number) {
  return a < b ? -1 : a > b ? 1 : 0
}
