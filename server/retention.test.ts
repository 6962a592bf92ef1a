import { beforeAll, expect, test } from 'vitest'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import { daysJobsAreKept } from '#test/queue.ts'
import { jobHandlers } from './nouns.ts'

// Tests the table of docs/operations.md where no other test does.

let app: TestApp
let event: EventWithSlots
let registrationId: number
beforeAll(async () => {
  app = await startApp({ works: false })
  const by = await givenAdministrator(app)
  event = await givenEvent(app)
  registrationId = await givenRegistration(app, await givenPersonUnmailed(app), event, { by })
  return () => app.close()
})

const hour = 60

test.each([
  ['a wrong code', "identity_wrong_digits values ('pat@example.com', 1, $1)", 'sweep-codes', 24 * hour],
  [
    'a refresh token from Firebase',
    "identity_refresh_tokens values ('a', 'b', 'c', $1, $1)",
    'sweep-codes',
    24 * hour,
  ],
  [
    'an address that asked at Firebase',
    "identity_addresses (address_hash, seen_at) values ('a', $1)",
    'sweep-codes',
    2 * hour,
  ],
  [
    'a wrong poll code',
    'poll_code_tries select user_id, 1, $1 from administrators limit 1',
    'expire-records',
    24 * hour,
  ],
  ['a spent proof', "spent_proofs values ('a', $1)", 'sweep-sessions', 24 * hour],
  [
    'an unused secret for a second factor',
    "second_factor_offers select user_id, 'a', $1::timestamptz + interval '30 minutes' from administrators limit 1",
    'sweep-second-factors',
    30,
  ],
] as const)('%s is deleted when its time is over', async (_, row, job, minutes) => {
  const { services } = app
  await services.pool.query(`insert into ${row}`, [services.clock()])
  const kept = async () => {
    await jobHandlers(services)[job]({}, { isLast: true })
    const { rows } = await services.pool.query(`select count(*)::int as kept from ${row.split(' ')[0]}`)
    return rows[0].kept
  }
  app.pass({ minutes: minutes - 1 })
  expect(await kept()).toBe(1)
  app.pass({ minutes: 2 })
  expect(await kept()).toBe(0)
})

test('the mark on an address that belongs to nobody ends with the last mail to it', async () => {
  const { services } = app
  const email = 'nobody@example.com'
  await app.send(sendSignInLink, { email })
  await services.pool.query("insert into bounces values ($1, 'no such mailbox', 'provider', now())", [email])
  const marked = async () => {
    await jobHandlers(services)['expire-mails']({}, { isLast: true })
    const { rows } = await services.pool.query('select email from bounces')
    return rows.map((row) => row.email)
  }
  expect(await marked()).toEqual([email])
  app.pass({ minutes: 401 * 24 * hour })
  expect(await marked()).toEqual([])
})

test('a job may wait for two weeks, and is kept for one week after it ends', async () => {
  expect(await daysJobsAreKept(app)).toEqual([{ waiting: 14, over: 7 }])
})

test('an answer about attendance is deleted after three years with its file, and not before', async () => {
  const { services } = app
  const { slotIds } = await givenEvent(app)
  const insert = (age: string) =>
    services.pool.query(
      `insert into attendance_decisions (event_slot_id, act, subject, reason, file, file_name, decided_at)
       values ($1, 'match', 'person  guest@example.com', $2::text, 'sheet', 'sheet.pdf', now() - $2::text::interval)`,
      [slotIds[0], age],
    )
  await insert('3 years 1 day')
  await insert('2 years 364 days')
  await jobHandlers(services)['expire-records']({}, { isLast: true })
  const { rows } = await services.pool.query('select reason from attendance_decisions')
  expect(rows).toEqual([{ reason: '2 years 364 days' }])
  await expect(services.pool.query('delete from attendance_decisions')).rejects.toThrow('append-only')
})

test.each([
  [
    'a review with its file',
    `credit_reviews (event_slot_id, registration_id, asked_at, hour_numbers, words, file)
     values ($1, $2, now() - $3::text::interval, '{}', $3, 'file')`,
    'words',
  ],
  [
    'a poll code',
    `poll_codes (event_slot_id, code, question, opens_at, closes_at)
     select $1, '22222', $3, now() - $3::text::interval - interval '1 hour', now() - $3::text::interval where $2::integer > 0`,
    'question',
  ],
  [
    'a recount',
    `slot_recounts (event_slot_id, people, recounted_at, differences)
     values ($1, $2, now() - $3::text::interval, jsonb_build_array($3::text))`,
    'differences ->> 0',
  ],
])('%s is deleted after three years, and not before', async (_, row, age) => {
  const { services } = app
  for (const each of ['3 years 1 day', '2 years 364 days']) {
    await services.pool.query(`insert into ${row}`, [event.slotIds[0], registrationId, each])
  }
  await jobHandlers(services)['expire-records']({}, { isLast: true })
  const { rows } = await services.pool.query(`select ${age} as age from ${row.split(' ')[0]}`)
  expect(rows).toEqual([{ age: '2 years 364 days' }])
})
