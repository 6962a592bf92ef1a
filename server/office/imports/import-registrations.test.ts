import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { startImport } from '#contract/office/imports/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { register } from '#server/registrations/registrations/registrations.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
} from '#test/given.ts'
import { importIn, importsOf } from '#test/imports.ts'
import { hurryJobs } from '#test/queue.ts'

let app: TestApp
let administrator: Person
let imports: ReturnType<typeof importsOf>
let event: EventWithSlots
let name: string
let events = 0
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  imports = importsOf(app, administrator, 'registrations')
})
beforeEach(async () => {
  name = `Imported series ${++events}`
  event = await givenEvent(app, { eventName: name })
})
afterAll(() => app.close())

const heading = 'Email,Event,Time slot,First name,Last name,Company,Country,State,ZIP'
const profile = 'Jo,Lee,Acme Air,US,TX,75001'
const morning = '09 Feb 2027 – 10 Feb 2027, 8:00 AM - 12:00 PM EST'
const afternoon = '2/9/2027 1:00 PM'
const waiting =
  "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%seated as materialized%'"

function registrationsOf(email: string) {
  return app.query(`select registration_id, event_slot_id, cancelled_at is not null as is_canceled from registrations
    join users using (user_id) where email = '${email}' order by registration_id`)
}

function accountsOf(...emails: string[]) {
  return app.query(`select email from users where email in (${emails.map((email) => `'${email}'`)})`)
}

async function mailsAbout(email: string): Promise<number> {
  await app.untilJobsAreDone()
  return (await app.query(`select from mails where to_address = '${email}'`)).length
}

describe('a file of registrations', () => {
  test('gets a verdict for each row, with the rules of registering', async () => {
    const [held, moving, incomplete] = (await Promise.all([1, 2, 3].map(() => givenPersonUnmailed(app)))) as [
      Person,
      Person,
      Person,
    ]
    await givenRegistration(app, held, event, { by: administrator })
    await givenRegistration(app, moving, event, { by: administrator })
    await app.query(`update users set zip = '' where email = '${incomplete.email}'`)
    const file = `${heading}
stranger@example.com,${name},${morning.replace(',', ' ')},${profile}
${held.email},${event.eventId},2027-02-09 8:00 AM,,,,,,
${moving.email},${name.toUpperCase()},${afternoon},,,,,,
${incomplete.email},${name},${afternoon},,,,,,
nameless@example.com,${name},${afternoon},Jo,,,,,
a@example.com,No such event,${afternoon},${profile}
b@example.com,${name},02/11/2027,${profile}
c@example.com,${name},02/09/2027,${profile}
d@example.com,${name},soon,${profile}
`
    const { counts, rows } = await imports.preview(file)
    expect(counts).toEqual({ new: 1, changes: 1, same: 1, refused: 6 })
    expect(rows.map(({ line, why }) => [line, why])).toEqual([
      [5, 'The profile of this account lacks: ZIP/Postal code. Import them as people first.'],
      [
        6,
        'No account has this email. A new one needs: Last name, Country, State/Province, ZIP/Postal code, Company.',
      ],
      [7, "Event: No event is called 'No such event'."],
      [8, 'Time slot: This event has no such time slot on 11 Feb 2027.'],
      [9, 'Time slot: 2 time slots start on 09 Feb 2027. Add the start time.'],
      [10, "Time slot: 'soon' names no day."],
      [4, 'Moves to 09 Feb 2027 – 10 Feb 2027, 1:00 PM EST'],
      [2, 'A new account'],
      [3, ''],
    ])
    expect(await registrationsOf('stranger@example.com')).toEqual([])
  })

  test.each([
    ['Status', 'Canceled', 'Confirmed'],
    ['Registration Status', 'Waitlisted', 'Registered'],
    ['Notes', 'CANCELLED by phone', 'Called, no waitlist'],
    ['State of it', 'No-show', ''],
    ['Canceled', '2/1/2027', ''],
    ['Refunded', 'Yes', 'No'],
  ])("refuses a row that has ended, by the column '%s'", async (column, ended, other) => {
    const rows = [ended, other].map((cell) => `ended@example.com,${name},${afternoon},${profile},"${cell}"`)
    expect((await imports.preview(`${heading},${column}\n${rows.join('\n')}\n`)).rows).toMatchObject([
      { line: 2, why: `${column}: '${ended}', so this row is not imported. Empty the cell to import it.` },
      { line: 3, verdict: 'new' },
    ])
  })

  test("refuses the rows below a line 'Canceled:', up to the next such line", async () => {
    const row = (email: string) => `${email},${name},${afternoon},${profile}`
    const lines = [
      heading,
      row('one@example.com'),
      'Canceled:',
      row('two@example.com'),
      row('three@example.com'),
    ]
    const { rows } = await imports.preview([...lines, 'Walk-ins:', row('four@example.com')].join('\n'))
    const why = "Line above: 'Canceled:', so this row is not imported. Move it above that line to import it."
    expect(
      rows.filter(({ email }) => email.includes('@')).sort((one, two) => one.line - two.line),
    ).toMatchObject([
      { line: 2, verdict: 'new' },
      { line: 4, verdict: 'refused', why },
      { line: 5, verdict: 'refused', why },
      { line: 7, verdict: 'new' },
    ])
  })

  test('registers and moves people with the import as the cause, adds accounts, and mails nobody', async () => {
    const moving = await givenPersonUnmailed(app)
    const registrationId = await givenRegistration(app, moving, event, { by: administrator })
    const before = await mailsAbout(moving.email)
    const file = `${heading}\njoins@example.com,${name},${afternoon},${profile}\n${moving.email},${name},${afternoon},,,,,,\n`
    const done = await imports.run(file, { name: 'list.csv' })
    expect(done.counts).toEqual({ new: 1, changes: 1, same: 0, refused: 0 })
    expect(await registrationsOf('joins@example.com')).toMatchObject([{ event_slot_id: event.slotIds[1] }])
    expect(await registrationsOf(moving.email)).toMatchObject([{ event_slot_id: event.slotIds[1] }])
    expect(await historyOf(app, administrator, { registrationId })).toMatchObject([
      { activity: 'moved', reason: 'Import of list.csv' },
      { activity: 'registered', reason: '' },
    ])
    expect([await mailsAbout('joins@example.com'), await mailsAbout(moving.email)]).toEqual([0, before])
    const again = await imports.run(file, { name: 'list.csv' })
    expect(again.counts).toEqual({ new: 0, changes: 0, same: 2, refused: 0 })
  })

  test('mails the confirmations of coming slots on request, and none of a slot that is over', async () => {
    const past = `Past series ${events}`
    await givenEvent(app, { eventName: past, year: 2026 })
    const file = `${heading}\ncoming@example.com,${name},${afternoon},${profile}\npast@example.com,${past},2026-02-09 13:00,${profile}\n`
    const done = await imports.run(file, { mailsConfirmations: true })
    expect(done.counts.new).toBe(2)
    expect([await mailsAbout('coming@example.com'), await mailsAbout('past@example.com')]).toEqual([1, 0])
  })

  test('gives no seat that is taken, and adds nobody whom it refuses', async () => {
    await app.query(`update event_slots set capacity = 1 where event_slot_id = ${event.slotIds[1]}`)
    const file = `${heading}\nfirst@example.com,${name},${afternoon},${profile}\nsecond@example.com,${name},${afternoon},${profile}\n`
    const { counts, rows } = await imports.preview(file)
    expect([counts.new, counts.refused, rows[0]?.why]).toEqual([1, 1, 'This time slot is full.'])
    const done = await imports.run(file)
    expect(done.counts).toMatchObject({ new: 1, refused: 1 })
    expect(await accountsOf('second@example.com')).toEqual([])
  })
})

test.each([0, 500])(
  'a second row about one event is refused, also if it has the number, %i rows later',
  async (between) => {
    const known = await givenPersonUnmailed(app)
    const others = Array.from({ length: between }, (_, place) => `none${place},${name},soon,,,,,,\n`)
    const row = (email: string, event: string | number, at: string) => `${email},${event},${at},${profile}\n`
    const emails = [known.email, `stranger${events}@example.com`]
    const first = emails.map((email) => row(email, name, '2/9/2027 8:00 AM'))
    const second = emails.map((email) => row(email, event.eventId, afternoon))
    const file = `${heading}\n${[...first, ...others, ...second].join('')}`
    expect((await imports.preview(file)).counts.new).toBe(2)
    const { counts } = await imports.run(file)
    expect(counts).toEqual({ new: 2, changes: 0, same: 0, refused: 2 + between })
    for (const email of emails) {
      expect(await registrationsOf(email)).toMatchObject([{ event_slot_id: event.slotIds[0] }])
    }
  },
)

test('an undo deletes what was added and moves back, in silence, and leaves registrations with hours', async () => {
  const [moving, credited] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  await givenRegistration(app, moving, event, { by: administrator })
  const before = await mailsAbout(moving.email)
  const file = `${heading}
gone@example.com,${name},${afternoon},${profile}
deleted@example.com,${name},${afternoon},${profile}
${moving.email},${name},${afternoon},,,,,,
${credited.email},${name},${afternoon},,,,,,
`
  const { importId } = await imports.run(file)
  const [{ registration_id: kept }] = await registrationsOf(credited.email)
  await givenCredit(app, administrator, kept)
  const [{ registration_id: registrationId }] = await registrationsOf('deleted@example.com')
  await app.call(deleteRegistration, { body: { registrationId } }, administrator.token)
  const undone = await imports.undo(importId)
  expect(undone.problems.map(({ email }) => email)).toEqual([credited.email])
  expect(await accountsOf('gone@example.com', 'deleted@example.com')).toEqual([])
  expect(await registrationsOf(moving.email)).toMatchObject([
    { event_slot_id: event.slotIds[0], is_canceled: false },
  ])
  expect(await registrationsOf(credited.email)).toMatchObject([{ is_canceled: false }])
  expect([await mailsAbout('gone@example.com'), await mailsAbout(moving.email)]).toEqual([0, before])
})

test('an undo deletes an account that came with several registrations, unless one of them is in use', async () => {
  const second = await givenEvent(app, { eventName: `${name}, second` })
  const rowsOf = (email: string) =>
    [name, `"${second.eventName}"`].map((each) => `${email},${each},${afternoon},${profile}`).join('\n')
  const file = `${heading}\n${rowsOf('twice@example.com')}\n${rowsOf('half@example.com')}\n`
  const { importId } = await imports.run(file)
  const [, { registration_id: kept }] = await registrationsOf('half@example.com')
  await givenCredit(app, administrator, kept)
  const undone = await imports.undo(importId)
  // Row 4 added the account, which stays with the hours of row 5.
  expect(undone.problems.map(({ line, email }) => [line, email])).toEqual([
    [4, 'half@example.com'],
    [5, 'half@example.com'],
  ])
  expect(await accountsOf('twice@example.com', 'half@example.com')).toEqual([{ email: 'half@example.com' }])
  expect(await registrationsOf('half@example.com')).toMatchObject([
    { is_canceled: true },
    { is_canceled: false },
  ])
})

test('an undo cancels a registration that a merge has moved, and leaves the merged account', async () => {
  const kept = await givenPersonUnmailed(app)
  const { importId } = await imports.run(`${heading}\nabsorbed@example.com,${name},${afternoon},${profile}\n`)
  const [{ user_id: absorbedId }] = await app.query(
    "select user_id from users where email = 'absorbed@example.com'",
  )
  const body = { userId: kept.userId, absorbedId, ending: [] }
  expectSuccess(await app.call(mergeAccounts, { body }, administrator.token))
  const undone = await imports.undo(importId)
  expect(undone.problems).toMatchObject([{ email: 'absorbed@example.com', isKept: true }])
  expect(await registrationsOf(kept.email)).toMatchObject([{ is_canceled: true }])
  expect(await app.query(`select merged_into from users where user_id = '${absorbedId}'`)).toEqual([
    { merged_into: kept.userId },
  ])
})

test('an undo mails a cancellation only to those whom the import mailed', async () => {
  const past = await givenEvent(app, { eventName: `${name}, over`, year: 2026 })
  const [coming, over, moved] = (await Promise.all([1, 2, 3].map(() => givenPersonUnmailed(app)))) as [
    Person,
    Person,
    Person,
  ]
  await imports.run(`${heading}\n${moved.email},${past.eventId},2026-02-09 08:00,,,,,,\n`)
  const file = `${heading}
${coming.email},${name},${afternoon},,,,,,
${over.email},${past.eventId},2026-02-09 13:00,,,,,,
${moved.email},${past.eventId},2026-02-09 13:00,,,,,,
`
  const { importId } = await imports.run(file, { mailsConfirmations: true })
  const counts = async () => [
    await mailsAbout(coming.email),
    await mailsAbout(over.email),
    await mailsAbout(moved.email),
  ]
  expect(await counts()).toEqual([1, 0, 0])
  expect(await imports.undo(importId)).toMatchObject({ kept: 0 })
  await hurryJobs(app, 'tell-cancellation')
  expect(await counts()).toEqual([2, 0, 0])
  expect(await registrationsOf(moved.email)).toMatchObject([{ event_slot_id: past.slotIds[0] }])
})

test('an undo also mails a cancellation to a mailed person whose account goes with it, and to no one else', async () => {
  const second = await givenEvent(app, { eventName: `${name}, second` })
  const row = (email: string, slot: string | number) => `${email},${slot},${afternoon},${profile}\n`
  const silent = await imports.run(`${heading}\n${row('silent@example.com', name)}`)
  const file = `${heading}\n${row('mailed@example.com', name)}${row('mailed@example.com', second.eventId)}`
  const { importId } = await imports.run(file, { mailsConfirmations: true })
  expect(await mailsAbout('mailed@example.com')).toBe(2)
  for (const each of [importId, silent.importId]) {
    expect(await imports.undo(each)).toMatchObject({ kept: 0 })
  }
  await hurryJobs(app, 'tell-cancellation')
  expect(await accountsOf('mailed@example.com', 'silent@example.com')).toEqual([])
  expect([await mailsAbout('mailed@example.com'), await mailsAbout('silent@example.com')]).toEqual([4, 0])
})

test('a person who registers while the import waits keeps their own registration and confirmation', async () => {
  const own = await givenPersonUnmailed(app)
  const { importId } = await imports.preview(`${heading}\n${own.email},${name},${afternoon},,,,,,\n`)
  const [slotId, focusId] = [event.slotIds[1] as number, event.focusId]
  await write(app.services, undefined, async (work) => {
    await sql`select from events where event_id = ${event.eventId} for update`.execute(work.tx)
    await app.call(startImport, { params: { importId }, body: {} }, administrator.token)
    await until(async () => (await app.query(waiting)).length > 0)
    const askedBy = { userId: own.userId, permissions: [] }
    await register(work, [
      { userId: own.userId, eventId: event.eventId, eventSlotId: slotId, focusId, askedBy },
    ])
  })
  const done = await importIn(app, administrator, importId, 'done')
  expect(done.problems).toMatchObject([{ email: own.email, verdict: 'refused' }])
  expect(await app.query(`select user_id from import_rows where import_id = '${importId}'`)).toEqual([
    { user_id: own.userId },
  ])
  expect(await registrationsOf(own.email)).toMatchObject([{ event_slot_id: slotId, is_canceled: false }])
  expect(await mailsAbout(own.email)).toBe(1)
})
