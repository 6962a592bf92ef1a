import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countRegisteredUsers,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration } from '#test/given.ts'

let app: TestApp
let administrator: Person
let person: Person
let event: EventWithSlots

beforeAll(async () => {
  app = await startApp({ works: false })
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
  person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { slot: 0, by: administrator })
})
afterAll(() => app.close())

const change = (text: string) => app.services.pool.query(text)

async function count(query: { search?: string; country?: string; eventSlotId?: number | undefined }) {
  const counted = await app.call(countRegisteredUsers, { query }, administrator.token)
  const listed = await app.call(getAllRegisteredUsers, { query }, administrator.token)
  expect(listed.data.pagination.totalRecords).toBe(counted.data.totalRecords)
  return counted.data.totalRecords
}

test('the results of a search are counted once, until the database counts a change', async () => {
  expect(await count({ search: 'quicksilver' })).toBe(0)
  await change('alter table users disable trigger follow_user')
  await change(`update users set company_name = 'Quicksilver' where user_id = '${person.userId}'`)
  await change('alter table users enable trigger follow_user')
  const again = await app.call(
    countRegisteredUsers,
    { query: { search: 'quicksilver' } },
    administrator.token,
  )
  expect(again.data.totalRecords).toBe(0)
  await change(`update users set zip = '00001' where user_id = '${person.userId}'`)
  expect(await count({ search: 'quicksilver' })).toBe(1)
})

test.each([
  ['a company', { search: 'mercury' }, "company_name = 'Mercury'"],
  ['an email', { search: 'argentum@' }, "email = 'argentum@example.com'"],
  ['a phone', { search: '6785550100' }, "phone = '+1||6785550100'"],
  ['a country', { country: 'Norway' }, "country = 'Norway'"],
])('a change of %s shows in the next count', async (_, query, changes) => {
  expect(await count(query)).toBe(0)
  await change(`update users set ${changes} where user_id = '${person.userId}'`)
  expect(await count(query)).toBe(1)
})

test('a move, a cancellation and a new registration show in the next count', async () => {
  const { token } = person
  const query = { search: person.email.split('@')[0] as string }
  await change(`update users set email = '${person.email}' where user_id = '${person.userId}'`)
  const [first, second] = event.slotIds
  expect(await count({ ...query, eventSlotId: second })).toBe(0)
  const { eventId, focusId } = event
  const move = { eventId, eventSlotId: second as number, focusId }
  await app.call(registerForEvent, { body: move }, token)
  expect(await count({ ...query, eventSlotId: second })).toBe(1)
  expect(await count({ ...query, eventSlotId: first })).toBe(0)
  expect(await count(query)).toBe(1)
  await app.call(cancelRegistration, { body: { eventId } }, token)
  expect(await count(query)).toBe(0)
  await app.call(registerForEvent, { body: move }, token)
  expect(await count(query)).toBe(1)
})

test('a count that fails is counted again', async () => {
  const query = { search: 'gallium' }
  await change('alter table users rename column search_text to hidden_text')
  const failed = await app.call(countRegisteredUsers, { query }, administrator.token)
  await change('alter table users rename column hidden_text to search_text')
  expect(failed.status).toBe(500)
  expect((await app.call(countRegisteredUsers, { query }, administrator.token)).data.totalRecords).toBe(0)
})
