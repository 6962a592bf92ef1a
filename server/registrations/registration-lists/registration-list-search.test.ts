import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countRegisteredUsers,
  getAllRegisteredUsers,
  mostCounted,
} from '#contract/registrations/registration-lists/calls.ts'
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
    ['ignores accents in names', 'nguyen', ['linh']],
    ['ignores accents in the search', 'CÓRMÀC', ['cormac']],
    ['matches Polish, Vietnamese and Nordic letters by similar plain ones', 'lukasz dang oster', ['lukasz']],
    ['matches one letter by the two that stand for it', 'strasse aero', ['cormac']],
    ['finds a single special letter only at the start of a word', 'ærø ẞ', []],
    ['matches special letters in capitals', 'STRAẞE ÆRØ', ['cormac']],
    ['ignores apostrophes in names', 'obrien', ['cormac']],
    ['matches every kind of apostrophe', "o'brien", ['cormac']],
    ['accepts words in any order', 'obrien cor', ['cormac']],
    ['needs a match for each word', 'obrien linh', []],
    ['covers companies', 'pan am', ['lukasz']],
    ['covers emails, including their dots', 'ann.x@mail.example.com', ['ann']],
    ['covers emails as they are pasted', 'Anne S <Ann.x@mail.example.com>', ['ann']],
    ['ignores invisible characters', 'cor\u200bmac \u200eobrien\ufeff', ['cormac']],
    ['finds a phone as stored', '8035550100', ['cormac']],
    ['finds a phone typed in groups', '803-555 0100', ['cormac']],
    ['finds a phone with its dial code', '+1 (803) 555-0100', ['cormac']],
    ['finds a phone with groups of two', '+84 90 12 34 567', ['linh']],
    ['finds a phone stored without its dial code', '(803) 555-0199', ['lukasz']],
    ['finds a part of a phone next to a word', 'pan 555-01', ['lukasz']],
    ['finds numbers in a company name', 'hangar 12-34', ['linh']],
    ['finds two letters at the start of a word', 'am', ['lukasz']],
    ['finds two letters after a hyphen', 'øs', ['lukasz']],
    ['finds letters only at the start of a word', 'ln', []],
    ['takes % literally', '100%', ['ann']],
    ['takes _ literally', 'ann_', ['ann']],
    ['takes a backslash literally', '\\smi', ['ann']],
    ['accepts signs alone', '\\%_', []],
    ['accepts quotes', `'; drop table users; --"`, []],
    ['accepts an emoji', '🛩️', []],
    ['accepts many words', 'an '.repeat(66), ['ann']],
    ['accepts a long word', '%_'.repeat(100), []],
    ['finds everybody if it is only blanks or an apostrophe', " ' ", ['ann', 'cormac', 'linh', 'lukasz']],
  ])('%s: %j', async (_, search, found) => {
    const { names, pagination } = await find({ search })
    expect(names).toEqual(found)
    expect(pagination.totalRecords).toBe(found.length)
    expect(await count(search)).toEqual({ totalRecords: found.length })
  })

  test('longer than the limit is refused', async () => {
    const query = { search: 'x'.repeat(400) }
    expect((await app.call(getAllRegisteredUsers, { query }, administrator.token)).status).toBe(422)
  })
})

describe('the number of matches of a search', () => {
  test('is counted separately on request, unless the page shows them all', async () => {
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

  test(`is counted up to ${mostCounted}`, async () => {
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
