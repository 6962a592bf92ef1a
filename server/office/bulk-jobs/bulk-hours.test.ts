import { beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { getEmailLogs } from '#contract/foundation/mails/calls.ts'
import { getBulkJob, sendCertificatesInBulk } from '#contract/office/bulk-jobs/calls.ts'
import { getSlotHours, importHours } from '#contract/office/bulk-jobs/hours.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { write } from '#server/work.ts'
import { atOnce, startApp, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { choiceOf, givenEvent, givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

let event: EventWithSlots
let people: Person[]
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  people = await atOnce(3, () => givenPersonUnmailed(app))
  for (const { token } of people) {
    const body = choiceOf(event)
    await app.send(registerForEvent, body, token)
  }
})

test('each row of a list gets its result, in order, and certificates follow', async () => {
  const { data } = await upload([
    [email(0).toUpperCase(), 8],
    ['nobody@example.com', 8],
    [email(1), 7.5],
    [email(2), 4],
    [email(2), 4],
  ])
  expect(data.results).toEqual([
    { email: email(0).toUpperCase(), hours: 8, status: 'updated', error: null, isUnusual: false },
    {
      email: 'nobody@example.com',
      hours: 8,
      status: 'failed',
      error: 'Not registered for this time slot',
      isUnusual: false,
    },
    {
      email: email(1),
      hours: 7.5,
      status: 'failed',
      error: 'Hours must be a whole number',
      isUnusual: false,
    },
    { email: email(2), hours: 4, status: 'updated', error: null, isUnusual: false },
    { email: email(2), hours: 4, status: 'unchanged', error: null, isUnusual: false },
  ])
  await app.untilJobsAreDone()
  expect(await hours()).toEqual([8, 0, 4])
  const job = await jobOf(data.jobId as string)
  expect(job).toMatchObject({
    state: 'done',
    changed: 2,
    certificates: { issued: 2, total: 2 },
    canUndo: true,
  })
})

test('a row for a person in another slot names that slot, and a name identifies one person', async () => {
  const [, afternoon] = event.slotIds
  const token = (people[1] as Person).token
  const body = { eventId: event.eventId, eventSlotId: afternoon as number, focusId: event.focusId }
  await app.send(registerForEvent, body, token)
  await app.update('users', { firstName: 'Only', lastName: 'One' }, { email: email(0) })
  const { data } = await upload([
    ['only one', 8],
    [email(1), 8],
    ['Nobody Atall', 8],
  ])
  expect(data.results.map(({ status, error }) => error ?? status)).toEqual([
    'updated',
    expect.stringMatching(/^Registered for another time slot: \d\d \w{3} \d{4}.* E[SD]T$/),
    'Not registered for this time slot',
  ])
})

test('unusual rows are named, and given once they are confirmed with a reason of their own or for all', async () => {
  const rows: [string, number, string?][] = [
    [email(0), 8, 'Paper list'],
    [email(1), 8],
    [email(2), 0],
  ]
  const told = async (choices: Partial<Input<typeof importHours>['body']>) =>
    (await upload(rows, false, choices)).data.results.map(({ status, isUnusual }) => [status, isUnusual])
  expect(await told({})).toEqual([
    ['failed', true],
    ['failed', true],
    ['unchanged', false],
  ])
  expect(await told({ isConfirmed: true })).toEqual([
    ['updated', false],
    ['failed', true],
    ['unchanged', false],
  ])
  expect(await told(confirmed)).toEqual([
    ['unchanged', false],
    ['updated', false],
    ['unchanged', false],
  ])
  const credits = await app.query(
    `select reason, unusual from credits join registrations using (registration_id) where event_id = $1 order by credit_id`,
    [event.eventId],
  )
  expect(credits).toEqual([
    { reason: 'Paper list', unusual: ['before-end'] },
    { reason: 'Signed the list', unusual: ['before-end'] },
  ])
})

test('the job of a list is recorded as crediting a list, not 0 hours', async () => {
  const { data } = await upload([[email(0), 8]])
  const { action, source } = await app.services.db
    .selectFrom('bulkJobs')
    .select(['action', 'source'])
    .where('bulkJobId', '=', data.jobId as string)
    .executeTakeFirstOrThrow()
  expect([action, source]).toEqual([{ kind: 'credit', eventSlotId: event.slotIds[0] }, 'csv'])
})

test.each([
  [1, 1],
  [0, 0],
  [true, 1],
  [false, 0],
])('email_cert %j mails %i certificates', async (email_cert, sent) => {
  const answer = await app.request({
    method: 'POST',
    url: '/api/private/bulk-hours-import',
    headers: { authorization: `Bearer ${administrator.token}` },
    payload: {
      event_slot_id: event.slotIds[0],
      email_cert,
      isConfirmed: true,
      data: [{ email: email(0), hours: 8, notes: 'Signed' }],
    },
  })
  expect(answer.statusCode).toBe(200)
  await app.untilJobsAreDone()
  expect(await mails(email(0))).toBe(sent)
})

test('the same list again changes nothing', async () => {
  const list: [string, number][] = [
    [email(0), 8],
    [email(1), 3],
  ]
  await upload(list)
  const { data } = await upload(list)
  expect(data.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])
  expect(data.jobId).toBeUndefined()
  expect(await countCredits()).toBe(2)
})

test('the same list twenty times at once credits each person once, and is one job', async () => {
  const list: [string, number][] = [
    [email(0), 8],
    [email(1), 3],
  ]
  const other = await startApp({ sharing: app, works: false })
  const answers = await atOnce(20, (call) => upload(list, false, confirmed, call < 15 ? app : other))
  await other.close()
  const jobs = new Set(answers.map(({ data }) => data.jobId))
  jobs.delete(undefined)
  expect(jobs.size).toBe(1)
  expect(new Set(answers.slice(0, 15).map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await countCredits()).toBe(2)
})

test('0 hours withdraw, and the whole list can be undone', async () => {
  await upload([[email(0), 8]])
  const { data } = await upload([
    [email(0), 0],
    [email(1), 5],
  ])
  expect(await hours()).toEqual([0, 5, 0])
  const params = { jobId: data.jobId as string }
  const undone = await app.call(undoBulkJob, { params, body: { reason: 'Wrong list' } }, administrator)
  await until(async () => (await jobOf(undone.data.jobId)).state === 'done')
  expect(await hours()).toEqual([8, 0, 0])
})

test('certificates are mailed on request, each once, with the notes of their row', async () => {
  const list: [string, number, string?][] = [
    [email(0), 8, 'Attended both days'],
    [email(1), 0],
  ]
  const { data } = await upload(list, true)
  expect((await jobOf(data.jobId as string)).emails?.total).toBe(1)
  await upload(list, true)
  await app.untilJobsAreDone()
  expect((await jobOf(data.jobId as string)).emails).toEqual({ sent: 1, waiting: 0, total: 1 })
  expect(await mails(email(0))).toBe(1)
  expect(await mails(email(1))).toBe(0)
  const query = { registrationId: await registrationOf(0) }
  const { emailLogs } = await app.dataOf(getEmailLogs, { query }, administrator)
  expect(emailLogs).toMatchObject([{ hours: 8, notes: 'Attended both days', status: 'sent' }])
})

test.each([
  ['all certificates', undefined],
  ['certificates that were never emailed', true],
])('an email of %s right after a list includes certificates that are not issued yet', async (_, force) => {
  await upload([[email(1), 4]], true)
  await app.untilJobsAreDone()
  // Imitates jobs that have not issued the certificates yet.
  for (const who of [0, 1]) {
    const decision = {
      registrationId: await registrationOf(who),
      hours: 8,
      source: 'csv',
      ...confirmed,
    } as const
    await write(app.services, administrator, (work) =>
      creditHours({ ...work, addJobs: async () => undefined }, decision),
    )
  }
  const body = { eventSlotId: event.slotIds[0], force }
  const data = await app.dataOf(sendCertificatesInBulk, { body }, administrator)
  expect(data.queued).toBe(2)
  await until(async () => (await jobOf(data.jobId as string)).state === 'done')
  await app.untilJobsAreDone()
  const [mail] = await app.mailsTo(email(0))
  expect(mail?.text).toContain('Your certificate for 8 hours')
  const [corrected] = await app.mailsTo(email(1), 2)
  expect(corrected?.subject).toBe('Your certificate was corrected: 8 hours instead of 4')
})

test("the page gets the slot's registrations as the server judges them", async () => {
  await upload([[email(0), 8]])
  const query = { eventSlotId: event.slotIds[0] }
  const { registrations } = await app.dataOf(getSlotHours, { query }, administrator)
  expect(registrations.find((one) => one.email === email(0))).toEqual({
    email: email(0),
    name: "Pat O'Brien",
    hours: 8,
    isDecided: true,
    isProfileComplete: true,
  })
  expect(registrations).toHaveLength(3)
})

test('a list may come in the file of a form', async () => {
  const payload = new FormData()
  payload.set('event_slot_id', String(event.slotIds[0]))
  payload.set('email_cert', '0')
  payload.set('reason', '2027')
  payload.set('isConfirmed', 'true')
  payload.set('data', new Blob([JSON.stringify([{ email: email(1), hours: 3 }])]), 'list.json')
  const answer = await app.request({
    method: 'POST',
    url: '/api/private/bulk-hours-import',
    payload: payload as never,
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  expect(answer.json().data.results).toMatchObject([{ email: email(1), status: 'updated' }])
  expect(await hours()).toEqual([0, 3, 0])
})

describe('an invalid list is refused as a whole', () => {
  test.each<[string, Partial<Input<typeof importHours>['body']>, number]>([
    ['if it has no rows', { data: [] }, 422],
    [
      'if it has too many rows',
      { data: Array.from({ length: 10_001 }, () => ({ email: 'a@example.com', hours: 8 })) },
      422,
    ],
    ['if its slot is unknown', { eventSlotId: 999_999 }, 404],
  ])('%s', async (_, given, status) => {
    const body = { eventSlotId: event.slotIds[0], data: [{ email: email(0), hours: 8 }], ...given }
    expect((await app.send(importHours, body, administrator)).status).toBe(status)
    expect(await hours()).toEqual([0, 0, 0])
  })

  test('if it has more bytes than ten thousand rows can have', async () => {
    const answer = await app.request({
      method: 'POST',
      url: '/api/private/bulk-hours-import',
      headers: { authorization: `Bearer ${administrator.token}`, 'content-type': 'application/json' },
      payload: `{"event_slot_id": 1, "data": [{"email": "${'x'.repeat(9 * 1024 * 1024)}"}]}`,
    })
    expect(answer.statusCode).toBe(413)
  })
})

test('ten thousand rows are processed in one call, which is a form', async () => {
  const rows = Array.from(
    { length: 9_998 },
    (_, index) => [`nobody${index}@example.com`, 8] as [string, number],
  )
  const { data } = await upload([[email(0), 8], ...rows, [email(1), 2]])
  expect(data.results.filter(({ status }) => status === 'updated')).toHaveLength(2)
  expect(await hours()).toEqual([8, 2, 0])
})

function email(who: number) {
  return people[who]?.email as string
}

/** The event has not ended, so the hours are confirmed with a reason. */
const confirmed = { isConfirmed: true, reason: 'Signed the list' }

function upload(
  rows: [email: string, hours: number, notes?: string][],
  mailsCertificates = false,
  choices: Partial<Input<typeof importHours>['body']> = confirmed,
  to = app,
) {
  const data = rows.map(([email, hours, notes]) => ({ email, hours, ...(notes && { notes }) }))
  const body = { eventSlotId: event.slotIds[0], mailsCertificates, ...choices, data }
  return to.call(importHours, { body }, administrator.token)
}

/** Returns the people's hours, in order. */
async function hours() {
  return Promise.all(people.map(async (_, who) => (await rowOf(who)).hours))
}

async function rowOf(who: number) {
  const query = { search: email(who) }
  const { registrations } = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  return registrations[0] as (typeof registrations)[number]
}

async function registrationOf(who: number) {
  return (await rowOf(who)).registrationId
}

function jobOf(jobId: string) {
  return app.dataOf(getBulkJob, { params: { jobId } }, administrator)
}

async function countCredits() {
  const rows = await app.query(
    'select count(*) from credits join registrations using (registration_id) where event_id = $1',
    [event.eventId],
  )
  return rows[0].count
}

async function mails(to: string) {
  const rows = await app.query(
    "select count(*) from mails where to_address = $1 and subject like 'Your certificate%'",
    [to],
  )
  return rows[0].count
}
