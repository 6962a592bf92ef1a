import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countRegisteredUsers,
  getAllRegisteredUsers,
  mostCounted,
} from '#contract/registration-lists/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent } from '#test/given.ts'

let app: TestApp
let administrator: Person
let event: EventWithSlots

const people = {
  linh: ['Nguyễn', 'Thị Linh', 'Hangar 12-34, Inc.', '+84||901234567'],
  cormac: ['Cormac', 'O’Brien', 'Straße & Ærø Luftfahrt', '+1||8035550100'],
  lukasz: ['Łukasz', 'Đặng-Øster', 'Pan Am', '8035550199'],
  ann: ['Ann_e', '100% \\Smith', '', ''],
} as const

beforeAll(async () => {
  app = await startApp({ works: false })
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
  for (const [name, [firstName, lastName, companyName, phone]] of Object.entries(people)) {
    const { userId } = await app.services.db
      .insertInto('users')
      .values({ email: `${name}.x@mail.example.com`, firstName, lastName, companyName, phone })
      .returning('userId')
      .executeTakeFirstOrThrow()
    await app.services.db
      .insertInto('registrations')
      .values({ userId, eventId: event.eventId, eventSlotId: event.slotIds[0] })
      .execute()
  }
})
afterAll(() => app.close())

async function find(query: { search: string; count?: 'apart'; limit?: number; page?: number }) {
  const { data } = await app.call(getAllRegisteredUsers, { query }, administrator.token)
  return { ...data, names: data.registrations.map(({ email }) => email.split('.')[0]).toSorted() }
}

async function count(search: string) {
  return (await app.call(countRegisteredUsers, { query: { search } }, administrator.token)).data
}

describe('a search', () => {
  test.each<[what: string, search: string, found: (keyof typeof people)[]]>([
    ['knows no accents', 'nguyen', ['linh']],
    ['knows no accents that are typed', 'CÓRMÀC', ['cormac']],
    ['knows letters that have none, but a like', 'lukasz dang oster', ['lukasz']],
    ['knows letters that are two', 'strasse aero', ['cormac']],
    ['finds them by themselves, too', 'ærø ẞ', []],
    ['finds them by themselves, in a word, too', 'STRAẞE ÆRØ', ['cormac']],
    ['knows no apostrophes', 'obrien', ['cormac']],
    ['knows every apostrophe', "o'brien", ['cormac']],
    ['takes words in any order', 'obrien cor', ['cormac']],
    ['wants each word', 'obrien linh', []],
    ['looks through companies', 'pan am', ['lukasz']],
    ['looks through emails, dots and all', 'ann.x@mail.example.com', ['ann']],
    ['finds a phone as it is stored', '8035550100', ['cormac']],
    ['finds a phone typed in groups', '803-555 0100', ['cormac']],
    ['finds a phone with its dial code', '+1 (803) 555-0100', ['cormac']],
    ['finds a phone with groups of two', '+84 90 12 34 567', ['linh']],
    ['finds a phone stored without its dial code', '(803) 555-0199', ['lukasz']],
    ['finds a part of a phone beside a word', 'pan 555-01', ['lukasz']],
    ['finds numbers of a company', 'hangar 12-34', ['linh']],
    ['finds two letters where a word begins', 'am', ['lukasz']],
    ['finds two letters behind a hyphen', 'øs', ['lukasz']],
    ['finds a letter where a word begins only', 'ln', []],
    ['takes % as it is', '100%', ['ann']],
    ['takes _ as it is', 'ann_', ['ann']],
    ['takes a backslash as it is', '\\smi', ['ann']],
    ['takes signs alone', '\\%_', []],
    ['takes quotes', `'; drop table users; --"`, []],
    ['takes an emoji', '🛩️', []],
    ['takes many words', 'an '.repeat(66), ['ann']],
    ['takes a long word', '%_'.repeat(100), []],
    ['that is only blank or an apostrophe is none', " ' ", ['ann', 'cormac', 'linh', 'lukasz']],
  ])('%s: %j', async (_, search, found) => {
    const { names, pagination } = await find({ search })
    expect(names).toEqual(found)
    expect(pagination.totalRecords).toBe(found.length)
    expect(await count(search)).toEqual({ totalRecords: found.length })
  })

  test('of more characters than a name has is refused', async () => {
    const query = { search: 'x'.repeat(400) }
    expect((await app.call(getAllRegisteredUsers, { query }, administrator.token)).status).toBe(422)
  })
})

describe('what a search finds is counted', () => {
  test('apart where that is asked for, unless the page shows it all', async () => {
    const first = await find({ search: 'example', count: 'apart', limit: 3 })
    expect(first.pagination).toEqual({
      totalRecords: 4,
      isAtLeast: true,
      currentPage: 1,
      totalPages: 2,
      limit: 3,
    })
    const second = await find({ search: 'example', count: 'apart', limit: 3, page: 2 })
    expect(second.pagination).toEqual({ totalRecords: 4, currentPage: 2, totalPages: 2, limit: 3 })
    const none = await find({ search: 'example', count: 'apart', limit: 3, page: 9 })
    expect(none.pagination).toEqual({ totalRecords: 4, currentPage: 9, totalPages: 2, limit: 3 })
  })

  test(`up to ${mostCounted}`, async () => {
    await app.services.pool.query(
      `with many as (
        insert into users (email) select 'many' || n || '@example.org' from generate_series(1, $1 + 1) n returning user_id
      ) insert into registrations (user_id, event_id, event_slot_id) select user_id, $2, $3 from many`,
      [mostCounted, event.eventId, event.slotIds[1]],
    )
    expect(await count('example.org')).toEqual({ totalRecords: mostCounted, isAtLeast: true })
    const { pagination } = await find({ search: 'many' })
    expect(pagination).toMatchObject({
      totalRecords: mostCounted,
      isAtLeast: true,
      totalPages: mostCounted / 100,
    })
    expect(await count('many1')).toEqual({ totalRecords: 1111 + 2 })
    const all = await app.call(countRegisteredUsers, { query: {} }, administrator.token)
    expect(all.data).toEqual({ totalRecords: mostCounted + 5 })
  })
})
