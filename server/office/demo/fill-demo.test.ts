import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import { getCertificate } from '#contract/counting/certificates/calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getReviews } from '#contract/counting/credit-reviews/calls.ts'
import { getOwnAnswers } from '#contract/events/event-questions/calls.ts'
import { getEvaluationResults } from '#contract/events/event-questions/evaluations.ts'
import { getBounces } from '#contract/foundation/bounces/calls.ts'
import { getDemoStep } from '#contract/office/dashboard/calls.ts'
import type { DemoAccount } from '#contract/people/sessions/demo-accounts.ts'
import { getDemoAccounts, lookAround } from '#contract/people/sessions/look-around.ts'
import { getWaitlists } from '#contract/registrations/waitlists/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { fillDemo } from './fill-demo.ts'
import { seedDemoSeason } from './seed-season.ts'

let app: TestApp
let midway: string | null
beforeAll(async () => {
  app = await startApp()
  await app.write(seedDemoSeason)
  const end = new AbortController()
  const interrupted = fillDemo(app.services, end.signal)
  // In the middle of the registrations.
  await until(async () => (await counted()).registrations > 100)
  midway = await stepShown()
  end.abort()
  await expect(interrupted).rejects.toThrow()
  await fillDemo(app.services)
  await app.untilJobsAreDone()
}, 400_000)
afterAll(() => app.close())

const rows = (text: string) => app.query(text)

test('a demo that was interrupted has 400 people and each of its states once', async () => {
  const counts = await counted()
  expect(counts).toMatchObject({
    people: 403,
    events: 12,
    doorIn: 10,
    waiting: 5,
    reviews: 2,
    bounced: 4,
  })
})

test('the dashboard says which step a demo has reached until it is full', async () => {
  expect(midway).toBe('registrations')
  expect(await stepShown()).toBe(null)
})

test('a second call changes nothing', async () => {
  const before = await counted()
  await fillDemo(app.services)
  expect(await counted()).toEqual(before)
})

test('three decisions and two reviews wait, and some hours are missing', async () => {
  const token = await enter('viewer')
  const slot = await slotOf('Corrosion and Records Refresher')
  const { waits, people } = await app.dataOf(getSlotFindings, { query: { eventSlotId: slot } }, token)
  expect(waits.map(({ kind }) => kind)).toEqual(['unknown-email', 'unknown-email', 'unknown-email'])
  expect(new Set(people.map(({ found }) => found.hours)).size).toBeGreaterThan(2)
  const { reviews } = await app.dataOf(getReviews, { query: {} }, token)
  expect(reviews.filter(({ answer }) => answer === null)).toHaveLength(2)
})

test('a third of the people of the day are in, and the door shows them', async () => {
  const { people } = await app.dataOf(getDoorList, { query: {} }, await enter('front-desk'))
  expect(people).toHaveLength(30)
  expect(people.filter(({ visits }) => visits.length > 0)).toHaveLength(10)
})

test('an event is full, and five people wait for it', async () => {
  const { waitlists } = await app.dataOf(getWaitlists, {}, await enter('viewer'))
  expect(waitlists.map(({ eventName, entries }) => [eventName, entries.length])).toEqual([
    ['Borescope Workshop', 5],
  ])
})

test('the room of the event that runs now can be joined', async () => {
  const [seat] = await rows(`select registration_id, join_code from registrations join events using (event_id)
    where event_name = 'Turbine Live Refresher' limit 1`)
  const params = { registrationId: seat.registration_id, code: seat.join_code }
  const data = await app.dataOf(joinWebinar, { params, query: {} })
  expect(data.state).toBe('ready')
})

test('an event asks questions at registration, and another one was evaluated', async () => {
  const token = await enter('viewer')
  const answered = await rows(`select distinct event_name as name, wording from event_answers
    join event_questions using (event_question_id) join events using (event_id)`)
  expect(answered.map(({ name }) => name)).toEqual(['Borescope Workshop', 'Borescope Workshop'])
  const [{ id: eventId }] = await rows(
    "select event_id as id from events where event_name = 'Corrosion and Records Refresher'",
  )
  const { data } = await app.call(getEvaluationResults, { query: { eventId } }, token)
  expect(data.sent).toBeGreaterThan(10)
  expect(data.sent).toBeLessThan(data.asked)
  expect(new Set(data.results.map(({ kind }) => kind))).toEqual(new Set(['scale', 'choice', 'words']))
  expect(data.results.filter(({ answers }) => answers === null)).toEqual([])
  const own = (await app.call(getOwnAnswers, {}, await enter('technician'))).data.registrations
  expect(own.map(({ evaluation }) => evaluation)).toContain('open')
})

test('a certificate of last season verifies', async () => {
  const [{ code }] = await rows('select code from certificates order by certificate_id limit 1')
  const data = await app.dataOf(getCertificate, { params: { code } })
  expect(data).toMatchObject({ valid: true })
})

test('addresses that bounced are marked', async () => {
  const data = await app.dataOf(getBounces, {}, await enter('viewer'))
  expect(data.total).toBe(4)
})

test.each(['technician', 'newcomer', 'administrator', 'front-desk', 'viewer'] as const)(
  'one call signs in as %s',
  async (as) => {
    const data = await app.dataOf(lookAround, { body: { as } })
    expect(data.isAdmin).toBe(!['technician', 'newcomer'].includes(as))
  },
)

test("the history can tell the demo's administrators apart", async () => {
  const names = await rows('select first_name, last_name from users join administrators using (user_id)')
  expect(new Set(names.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size).toBe(3)
})

test('the accounts of the demo are offered on this machine only', async () => {
  const path = `/api${getDemoAccounts.path}`
  const ask = (given: object) => app.request({ method: 'GET', url: path, ...given })
  expect((await ask({})).json().data.accounts).toHaveLength(5)
  for (const given of [
    { remoteAddress: '192.0.2.7' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'portal.example.com' } },
    { headers: { 'x-forwarded-proto': 'https' } },
    { headers: { origin: 'https://portal.example.com' } },
  ]) {
    expect((await ask(given)).statusCode).toBe(404)
    const enter = await app.request({ method: 'POST', url: path, payload: { as: 'viewer' }, ...given })
    expect(enter.statusCode).toBe(404)
  }
})

test.each([
  ['a demo without people', { DEMO: 'season' }],
  ['no demo', { DEMO: 'off' }],
  ['a real mail server', { MAIL_URL: 'smtp://mail.example.com' }],
  ['another public address', { PUBLIC_URL: 'https://portal.example.com' }],
  ['a trusted proxy', { TRUST_PROXY: '10.0.0.7' }],
] satisfies [string, Record<string, string>][])('nobody looks around in %s', async (_, environment) => {
  const other = await startApp({ sharing: app, environment, works: false })
  const { status } = await other.send(lookAround, { as: 'administrator' })
  expect(status).toBe(404)
  await other.close()
})

async function stepShown() {
  return (await app.call(getDemoStep, {}, await enter('viewer'))).data.step
}

async function slotOf(eventName: string) {
  const [slot] = await rows(
    `select event_slot_id as id from event_slots join events using (event_id) where event_name = '${eventName}'`,
  )
  return slot.id
}

async function enter(as: DemoAccount) {
  return (await app.dataOf(lookAround, { body: { as } })).token
}

async function counted() {
  const [counts] = await rows(`select
    (select count(*)::int from users) as people,
    (select count(*)::int from events) as events,
    (select count(*)::int from registrations) as registrations,
    (select count(*)::int from credits) as credits,
    (select count(*)::int from certificates) as certificates,
    (select count(*)::int from check_ins where act = 'in' and checked_at > now() - interval '2 days') as "doorIn",
    (select count(*)::int from waitlist_entries where state = 'waiting') as waiting,
    (select count(*)::int from credit_reviews) as reviews,
    (select count(*)::int from messages) as messages,
    (select count(*)::int from poll_codes) as polls,
    (select count(*)::int from attendance_reports) as reports,
    (select count(*)::int from activities where activity = 'poll-codes-made') as asked,
    (select count(*)::int from bounces) as bounced`)
  return counts
}
