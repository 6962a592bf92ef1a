import { beforeAll, describe, expect, test } from 'vitest'
import { getAllRegisteredUsers, mostCounted } from '#contract/registrations/registration-lists/calls.ts'
import { givenEvent, prepared, preparedAdministrator, preparedApp } from '#test/given.ts'

const people = {
  linh: ['Nguyễn', 'Thị Linh', 'Hangar 12-34, Inc.', '+84||901234567'],
  cormac: ['Cormac', 'O’Brien', 'Straße & Ærø Luftfahrt', '+1||8035550100'],
  lukasz: ['Łukasz', 'Đặng-Øster', 'Pan Am', '8035550199'],
  ann: ['Ann_e', '100% \\Smith', '', ''],
} as const

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))
beforeAll(async () => {
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

async function find(query: { search?: string; limit?: number; page?: number }) {
  const data = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  return { ...data, names: data.registrations.map(({ email }) => email.split('.')[0]).toSorted() }
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
  })

  test('longer than the limit is refused', async () => {
    const query = { search: 'x'.repeat(400) }
    expect((await app.call(getAllRegisteredUsers, { query }, administrator)).status).toBe(422)
  })
})

test(`the matches of a search are counted up to ${mostCounted}, and pages behind them can be read`, async () => {
  await app.query(
    `with many as (
      insert into users (email) select 'many' || n || '@example.org' from generate_series(1, $1 + 150) n returning user_id
    ) insert into registrations (user_id, event_id, event_slot_id) select user_id, $2, $3 from many`,
    [mostCounted, event.eventId, event.slotIds[1]],
  )
  const totals = async (query: Parameters<typeof find>[0]) => {
    const { registrations, pagination } = await find(query)
    const { totalRecords, isAtLeast, totalPages } = pagination
    return [registrations.length, totalRecords, isAtLeast, totalPages]
  }
  const pages = mostCounted / 100
  expect(await totals({ search: 'example.org' })).toEqual([100, mostCounted, true, pages])
  expect(await totals({ search: 'example.org', page: pages })).toEqual([
    100,
    mostCounted + 1,
    true,
    pages + 1,
  ])
  expect(await totals({ search: 'example.org', page: pages + 1 })).toEqual([
    100,
    mostCounted + 101,
    true,
    pages + 2,
  ])
  expect(await totals({ search: 'example.org', page: pages + 2 })).toEqual([
    50,
    mostCounted + 150,
    undefined,
    pages + 2,
  ])
  expect(await totals({ search: 'example.org', page: pages + 9 })).toEqual([0, mostCounted, true, pages])
  expect(await totals({ search: 'many1', limit: 1 })).toEqual([1, 1262, undefined, 1262])
  expect(await totals({})).toEqual([100, mostCounted + 154, undefined, pages + 2])
})
