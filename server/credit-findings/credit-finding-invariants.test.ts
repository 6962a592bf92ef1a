import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeAccounts } from '#contract/accounts/merges.ts'
import { decideAttendance, withdrawDecision } from '#contract/attendance-decisions/calls.ts'
import { startBulkJob } from '#contract/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/bulk-jobs/undo.ts'
import { generateCertificate } from '#contract/certificates/calls.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Wait } from '#contract/credit-findings/calls.ts'
import { anomalies, getSlotFindings } from '#contract/credit-findings/calls.ts'
import { releaseHours } from '#contract/credits/calls.ts'
import { deleteRegistration, restoreRegistration, updateTimeslot } from '#contract/registrations/changes.ts'
import { delinkWebinar } from '#contract/webinars/calls.ts'
import { runVerifier, unpackInspection } from '#server/inspections/inspection-unpacking.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { castDays, castOf, correctedCast, randomOf } from '#test/cast.ts'
import {
  csvOf,
  gotoReport,
  newZoomReport,
  oldZoomReport,
  unicodeTextOf,
  zoomPollReport,
} from '#test/cast-reports.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator } from '#test/given.ts'
import type { HeldEvent } from '#test/held-event.ts'
import { givenHeldEvent } from '#test/held-event.ts'
import { downloadedPack, madePack } from '#test/inspection-packs.ts'
import { workbookOf } from '#test/workbooks.ts'
import { countSlot } from './credit-findings.ts'

const operations = 200
const reason = 'Invariants'

let app: TestApp
let administrator: Person
let held: HeldEvent
const cast = castOf()
const corrected = correctedCast(cast)
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  held = await givenHeldEvent(query, cast)
})
afterAll(() => app.close())

test(`after ${operations} random operations, hours agree everywhere, counting again gives the same, no evidence has changed, and an inspector’s pack verifies`, async () => {
  const random = randomOf(2027)
  const oneOf = <Choice>(choices: readonly Choice[]) =>
    choices[Math.floor(random() * choices.length)] as Choice
  for (const file of Object.keys(files).slice(0, 4)) await upload(file as keyof typeof files)
  const evidence = await rowsOfEvidence()
  const done: Record<string, number> = {}
  const acts: Record<string, () => Promise<unknown>> = {
    upload: () => upload(oneOf(Object.keys(files) as (keyof typeof files)[])),
    decide: async () => {
      const { waits } = await show()
      return waits.length > 0 && decide(oneOf(waits), oneOf)
    },
    withdraw: async () => {
      const rows = await query<{ id: number }>(
        `select attendance_decision_id as id from attendance_decisions where event_slot_id = $1 and act <> 'withdraw' order by 1`,
        [held.eventSlotId],
      )
      return rows.length > 0 && act(withdrawDecision, { decisionIds: [oneOf(rows).id], reason })
    },
    move: async () => {
      const { registrationId, userId, eventSlotId } = oneOf(await registrations())
      const { eventId, focusId: newFocusId, otherSlotId } = held
      const newTimeSlotId = eventSlotId === held.eventSlotId ? otherSlotId : held.eventSlotId
      return act(updateTimeslot, { registrationId, userId, eventId, newTimeSlotId, newFocusId })
    },
    delink: () => act(delinkWebinar, { eventSlotId: held.eventSlotId }),
    merge: async () => {
      const [kept, absorbed] = [oneOf(await registrations()), oneOf(await registrations())]
      const ending = kept.hours >= absorbed.hours ? absorbed : kept
      return act(mergeAccounts, {
        userId: kept.userId,
        absorbedId: absorbed.userId,
        ending: [ending.registrationId],
      })
    },
    delete: async () =>
      act(deleteRegistration, { registrationId: oneOf(await registrations()).registrationId, reason }),
    restore: async () => {
      const rows = await query<{ id: number }>(
        'select registration_id as id from registrations where cancelled_at is not null and event_id = $1 order by 1',
        [held.eventId],
      )
      return rows.length > 0 && act(restoreRegistration, { registrationId: oneOf(rows).id })
    },
    'credit everybody': creditEverybody,
    undo: async () => {
      const rows = await query<{ id: string }>(
        "select bulk_job_id as id from bulk_jobs where kind = 'credit' and undoes is null order by asked_at",
        [],
      )
      return rows.length > 0 && act(undoBulkJob, { reason }, { jobId: oneOf(rows).id })
    },
    credit: async () => {
      const { registrationId } = oneOf(await registrations())
      return act(generateCertificate, { registrationId, hours: oneOf([0, 3, 8]), reason })
    },
    release: async () =>
      act(releaseHours, { registrationId: oneOf(await registrations()).registrationId, reason }),
    recount,
  }
  for (let number = 0; number < operations; number++) {
    const name = oneOf(Object.keys(acts))
    const isDone = await acts[name]?.()
    if (isDone !== false) done[name] = (done[name] ?? 0) + 1
    await app.untilJobsAreDone()
    if (number % 20 === 19) expect(await disagreements()).toEqual([])
  }
  // Each operation took place, so the assertions are about something.
  expect(Object.keys(done).sort()).toEqual(Object.keys(acts).sort())
  expect(await disagreements()).toEqual([])
  expect(await rowsOfEvidence()).toEqual(expect.arrayContaining(evidence))

  // What random decisions left to the rule is few.
  for (const { registrationId } of await registrations()) await act(releaseHours, { registrationId, reason })
  await app.untilJobsAreDone()
  await creditEverybody()
  await app.untilJobsAreDone()
  const [findings, credits] = [await currentFindings(), await creditsOfRule()]
  // Merged, deleted and undone people are fewer.
  expect([findings.length, credits.length]).toEqual([
    expect.toSatisfy((count) => count > 20),
    expect.toSatisfy((count) => count > 5),
  ])
  await forgetFindings(credits)
  await recount()
  expect(await currentFindings()).toEqual(findings)
  await creditEverybody()
  await app.untilJobsAreDone()
  expect(await creditsOfRule()).toEqual(expect.arrayContaining(credits))

  const { packId } = await madePack(app, { eventId: held.eventId }, administrator.token)
  const pack = await unpackInspection(await downloadedPack(app, packId, administrator.token))
  expect(await runVerifier(pack)).toEqual({ code: 3, output: expect.stringContaining('\nEqual, but ') })
}, 300_000)

const files = {
  'day-1.csv': csvOf(oldZoomReport(cast, castDays[0])),
  'day-2.csv': unicodeTextOf(newZoomReport(cast, castDays[1])),
  'polls-1.csv': csvOf(zoomPollReport(cast, castDays[0])),
  'polls-2.csv': csvOf(zoomPollReport(cast, castDays[1])),
  'goto-1.xlsx': workbookOf({ Report: gotoReport(cast, castDays[0]) }),
  'corrected-2.csv': csvOf(newZoomReport(corrected, castDays[1])),
}

async function upload(name: keyof typeof files) {
  const { eventSlotId } = held
  const { status, body } = await uploadAttendanceFile(app, files[name], {
    eventSlotId,
    by: administrator,
    name,
  })
  expect(status).toBe(200)
  expect(body.data.reportId).not.toBe(null)
}

/** Answers a wait in one of the ways that its kind has. */
function decide(wait: Wait, oneOf: <Choice>(choices: readonly Choice[]) => Choice) {
  const { subject, kind, candidates, registrationId } = wait
  const about = { eventSlotId: held.eventSlotId, subjects: [{ subject }], reason }
  if (registrationId === null && !anomalies.some((anomaly) => anomaly === kind)) {
    const people = [...held.registrationIds.values()]
    const ids = oneOf([[], candidates.map((each) => each.registrationId), [oneOf(people)]])
    return act(decideAttendance, { ...about, act: 'match', registrationIds: ids })
  }
  if (kind === 'unusable-times' && registrationId) {
    const [from, to] = [new Date(`${castDays[0]}T13:00:00Z`), new Date(`${castDays[0]}T17:00:00Z`)]
    const stay = `stay ${registrationId} ${castDays[0]}`
    return act(decideAttendance, {
      ...about,
      subjects: [{ subject: stay }],
      act: 'state',
      registrationIds: [],
      from,
      to,
    })
  }
  return act(decideAttendance, { ...about, act: 'set-aside', registrationIds: [] })
}

/** Calls as the administrator. Returns whether it was done: a random operation may be refused. */
async function act<E extends Endpoint>(endpoint: E, body: unknown, params?: unknown): Promise<boolean> {
  const { failure, status } = await app.call(
    endpoint,
    { ...(body !== undefined && { body }), ...(params !== undefined && { params }) } as never,
    administrator.token,
  )
  expect(status).toBeLessThan(500)
  return failure === undefined
}

/** Credits everybody who qualifies, once nothing holds up the slot. */
async function creditEverybody(): Promise<boolean> {
  const { waits } = await show()
  for (const wait of waits) {
    if (anomalies.some((kind) => kind === wait.kind)) await decide(wait, ([first]) => first as never)
  }
  await app.untilJobsAreDone()
  const action = { kind: 'credit-found', eventSlotId: held.eventSlotId } as const
  return act(startBulkJob, { action, registrations: { filter: {} } })
}

async function recount(): Promise<true> {
  await write(app.services, undefined, (work) => countSlot(work, { eventSlotId: held.eventSlotId }))
  await app.untilJobsAreDone()
  return true
}

/** Returns the registrations whose hours on screen, standing credit and certificate are not the same. */
function disagreements() {
  return query(
    `select r.registration_id, r.hours, standing.hours as standing, issued.hours as issued
     from registrations r
     left join lateral standing_credit(r.registration_id) standing on true
     left join lateral (
       select hours from certificates c where c.registration_id = r.registration_id order by issue desc limit 1) issued on true
     where event_id = $1 and (r.hours <> coalesce(standing.hours, 0) or (r.hours > 0 and issued.hours is distinct from r.hours))`,
    [held.eventId],
  )
}

/** Returns each row of evidence with a hash of everything in it. */
async function rowsOfEvidence() {
  const tables = [
    'attendance_reports',
    'attendance_readings',
    'attendance_visits',
    'attendance_answers',
    'attendance_decisions',
    'platform_identities',
    'credit_rules',
    'credit_findings',
    'credits',
  ]
  const rows = await Promise.all(
    tables.map((table) => query<{ row: string }>(`select md5(t::text) as row from ${table} t`, [])),
  )
  return rows.flat().map(({ row }) => row)
}

/** Returns the current findings with everything in them. */
function currentFindings() {
  return query(
    `select c.event_slot_id, c.registration_id, c.note, encode(evidence_hash, 'hex') as hash, credit_rule_id, hours, minutes, reason, finding, input
     from credit_counts c join credit_findings using (credit_finding_id)
     where c.event_slot_id = $1 order by 2`,
    [held.eventSlotId],
  )
}

/** Returns the newest credits of the rule that nobody has undone. */
function creditsOfRule() {
  return query<{ registrationId: number }>(
    `select registration_id as "registrationId", c.minutes, encode(evidence_hash, 'hex') as hash from credits c
     join credit_findings f using (credit_finding_id, registration_id) join credit_counts using (credit_finding_id, registration_id)
     where next = 'nothing' and source = 'attendance' and c.minutes = f.hours * 60 and credit_id = (select credit_id from standing_credit(registration_id))
     order by 1`,
    [],
  )
}

/** Deletes all findings, and the credits of the rule of these registrations, as if nobody had ever counted. */
async function forgetFindings(credits: { registrationId: number }[]): Promise<void> {
  const client = await app.services.pool.connect()
  try {
    await client.query('begin')
    const kept = ['credits', 'certificates', 'credit_findings', 'registrations']
    for (const table of kept) await client.query(`alter table ${table} disable trigger user`)
    const ids = credits.map(({ registrationId }) => registrationId)
    await client.query("delete from credits where source = 'attendance' and registration_id = any($1)", [ids])
    await client.query('update registrations set hours = 0 where registration_id = any($1)', [ids])
    await client.query('update credits set credit_finding_id = null')
    for (const table of ['credit_counts', 'credit_waits', 'slot_counts', 'credit_findings']) {
      await client.query(`delete from ${table}`)
    }
    for (const table of kept) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

function registrations() {
  return query<{ registrationId: number; userId: string; eventSlotId: number; hours: number }>(
    `select registration_id as "registrationId", user_id as "userId", event_slot_id as "eventSlotId", hours
     from registrations where event_id = $1 and cancelled_at is null order by 1`,
    [held.eventId],
  )
}

async function show() {
  const asked = { query: { eventSlotId: held.eventSlotId } }
  return (await app.call(getSlotFindings, asked, administrator.token)).data
}

async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
  return (await app.services.pool.query(text, values)).rows
}
