import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  issueCertificate,
} from '#contract/counting/certificates/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import type { CreditSource } from '#contract/ledger/credits/rules.ts'
import type { LedgerRow } from '#contract/ledger/credits/standing-credit.ts'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { getBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { migratePortal } from '#server/core/db/migrate-portal.ts'
import { atOnce, expectRefusal, expectSuccess, until } from '#test/app.ts'
import {
  byHand,
  givenEvent,
  givenRegistered,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))

const reason = 'Looked at the report'

test("a person's same hours are a decision: they stand when the rule gives fewer, and again change nothing", async () => {
  const { registrationId } = await givenRegistration()
  await ruleGives(registrationId, 8)
  for (const _ of ['', 'a double click']) await decide(registrationId, 8)
  await ruleGives(registrationId, 5)
  expect(await ledgerOf(registrationId)).toEqual(['attendance 8', 'administrator 8', 'attendance 5'])
  expect(await rowOf(registrationId)).toMatchObject({ hours: 8, ruleHours: 5 })
})

test('twenty same decisions at once over a credit of the rule write one', async () => {
  const { registrationId } = await givenRegistration()
  await ruleGives(registrationId, 8)
  await atOnce(20, () => decide(registrationId, 8))
  expect(await ledgerOf(registrationId)).toEqual(['attendance 8', 'administrator 8'])
})

test('0 hours are decided with a reason where nothing was credited, and stand against the rule', async () => {
  const { registrationId } = await givenRegistration()
  await expectRefusal(decide(registrationId, 0), 'HOURS_ZERO')
  for (const _ of ['', 'again']) await expectSuccess(decide(registrationId, 0, 'Absent'))
  await ruleGives(registrationId, 8)
  expect(await ledgerOf(registrationId)).toEqual(['administrator 0', 'attendance 8'])
  expect(await rowOf(registrationId)).toMatchObject({ hours: 0, ruleHours: 8, certificateLink: null })
})

test('downloading a certificate again decides nothing', async () => {
  const { registrationId } = await givenRegistration()
  await ruleGives(registrationId, 8)
  const { link } = await app.dataOf(issueCertificate, { body: { registrationId } }, administrator)
  expect(await certificateOf(link)).toMatchObject({ valid: true, hours: 8 })
  expect(await ledgerOf(registrationId)).toEqual(['attendance 8'])
})

describe('a release to the rule', () => {
  test("lets the rule's newest credit count again, on the certificate, in the list and in the history", async () => {
    const { person, registrationId } = await givenRegistration()
    await ruleGives(registrationId, 7)
    const { link } = (await decide(registrationId, 4)).data
    await ruleGives(registrationId, 8)
    expect(await certificateOf(link)).toMatchObject({ hours: 4 })
    const { version } = await rowOf(registrationId)
    expect((await release(registrationId, { version })).data).toEqual({ hours: 8, version: version + 1 })
    expect(await certificateOf(link)).toMatchObject({ valid: true, hours: 8 })
    expect(await rowOf(registrationId)).toMatchObject({ hours: 8, ruleHours: null, certificateLink: link })
    const query = { userId: person.userId, activity: 'hours-released' } as const
    const { activities } = await app.dataOf(getActivities, { query }, administrator)
    expect(activities).toMatchObject([{ reason, changes: [{ what: 'Hours', from: '4', to: '8' }] }])
  })

  test('withdraws the certificate if the rule has given nothing, and the person can be credited again', async () => {
    const { registrationId } = await givenRegistration()
    const { link } = (await decide(registrationId, 8)).data
    expect((await release(registrationId)).data.hours).toBe(0)
    expect(await certificateOf(link)).toMatchObject({ valid: false, withdrawnAt: expect.any(Date) })
    expect((await decide(registrationId, 8)).data.link).toBe(link)
    expect(await certificateOf(link)).toMatchObject({ valid: true, hours: 8 })
  })

  test('is refused without a decision of a person, without a reason and for an outdated version', async () => {
    const { registrationId } = await givenRegistration()
    await expectRefusal(release(registrationId), 'NOT_DECIDED')
    await ruleGives(registrationId, 8)
    await expectRefusal(release(registrationId), 'NOT_DECIDED')
    const { version } = await rowOf(registrationId)
    await decide(registrationId, 6)
    await expectRefusal(release(registrationId, { version }), 'CHANGED_MEANWHILE')
    await expectRefusal(release(registrationId, { reason: ' ' }), 'INVALID_FIELDS')
    const codes = await atOnce(5, () => release(registrationId))
    expect(codes.map(({ failure }) => failure?.code ?? '').sort()).toEqual([
      '',
      ...Array.from({ length: 4 }, () => 'NOT_DECIDED'),
    ])
    expect(await ledgerOf(registrationId)).toEqual(['attendance 8', 'administrator 6', 'release 8'])
  })
})

test.each<[string, (registrationId: number) => Promise<unknown>]>([
  [
    'a release of 0 hours',
    async (registrationId) => {
      await decide(registrationId, 0, reason)
      await expectSuccess(release(registrationId))
    },
  ],
  [
    'a restored registration',
    async (registrationId) => {
      await expectSuccess(app.send(deleteRegistration, { registrationId, reason }, administrator))
      await expectSuccess(app.send(restoreRegistration, { registrationId }, administrator))
    },
  ],
])("%s puts back the rule's hours with a valid certificate", async (_, act) => {
  const { registrationId, link } = await givenCertified(6)
  await act(registrationId)
  await app.untilJobsAreDone()
  expect(await rowOf(registrationId)).toMatchObject({ hours: 6, certificateLink: link })
  expect(await certificateOf(link)).toMatchObject({ valid: true, hours: 6, replaced: [expect.anything()] })
})

test('an upgrade makes certificates valid again whose credit was put back before, and no others', async () => {
  const [putBack, withdrawn, ofOtherHours] = [
    await givenCertified(6),
    await givenCertified(6),
    await givenCertified(6),
  ]
  await decide(withdrawn.registrationId, 0, reason)
  await ruleGives(ofOtherHours.registrationId, 7)
  // Earlier versions left the certificates of both withdrawn.
  await app.query('update registrations set certificate_code = null')
  await app.query("delete from migrations where name = '0234-certificates-put-back.sql'")
  await migratePortal(app.connection)
  expect(await certificateOf(putBack.link)).toMatchObject({ valid: true, hours: 6, replaced: [] })
  expect(await rowOf(putBack.registrationId)).toMatchObject({ hours: 6, certificateLink: putBack.link })
  for (const { link } of [withdrawn, ofOtherHours])
    expect(await certificateOf(link)).toMatchObject({ valid: false })
})

test("a deleted and restored registration is the rule's again if it was before, and a person's if they had decided", async () => {
  const [ruled, decided] = [await givenRegistration(), await givenRegistration()]
  for (const { registrationId } of [ruled, decided]) await ruleGives(registrationId, 6)
  await decide(decided.registrationId, 8)
  for (const { registrationId } of [ruled, decided]) {
    const body = { registrationId, reason }
    await expectSuccess(app.send(deleteRegistration, body, administrator))
    const restored = await app.send(restoreRegistration, { registrationId }, administrator)
    expect(restored.status).toBe(200)
  }
  expect(await rowOf(ruled.registrationId)).toMatchObject({ hours: 6, ruleHours: null })
  expect(await rowOf(decided.registrationId)).toMatchObject({ hours: 8, ruleHours: 6 })
})

test('an undone bulk job gives registrations back to the rule, and the undo can be undone', async () => {
  const [ruled, decided, nothing] = [
    await givenRegistration(),
    await givenRegistration(),
    await givenRegistration(),
  ]
  for (const { registrationId } of [ruled, decided]) await ruleGives(registrationId, 8)
  await decide(decided.registrationId, 6)
  const all = [ruled, decided, nothing].map(({ registrationId }) => registrationId)
  const body = {
    action: { kind: 'credit', hours: 8, includesEarly: true, reason } as const,
    registrations: { ids: all },
  }
  const { jobId } = await app.dataOf(startBulkJob, { body }, administrator)
  await untilDone(jobId)
  expect(await standing(all)).toEqual([
    [8, 8],
    [8, 8],
    [8, 0],
  ])
  const undo = await app.call(undoBulkJob, { params: { jobId }, body: { reason } }, administrator)
  await untilDone(undo.data.jobId)
  expect(await standing(all)).toEqual([
    [8, null],
    [6, 8],
    [0, null],
  ])
  const params = { jobId: undo.data.jobId }
  const again = await app.call(undoBulkJob, { params, body: { reason } }, administrator)
  await untilDone(again.data.jobId)
  expect(await standing(all)).toEqual([
    [8, 8],
    [8, 8],
    [8, 0],
  ])
})

test('SQL and the contract agree about 500 random ledgers, and the list keeps what they say', async () => {
  const row: fc.Arbitrary<LedgerRow> = fc.record({
    act: fc.constantFrom('set', 'set', 'set', 'release'),
    source: fc.constantFrom<CreditSource>('administrator', 'csv', 'attendance', 'attendance'),
    hours: fc.integer({ min: 0, max: 8 }),
  })
  const ledgers = fc.sample(fc.array(row, { maxLength: 8 }), { numRuns: 500, seed: 2027 })
  const { registrationId } = await givenRegistration()
  const { pool } = app.services
  const { rows: made } = await pool.query(
    `insert into registrations (user_id, event_id, event_slot_id, cancelled_at)
     select user_id, event_id, event_slot_id, now() from registrations, generate_series(1, $2)
     where registration_id = $1 returning registration_id`,
    [registrationId, ledgers.length],
  )
  const ids = made.map((each) => each.registration_id as number)
  const rows = ledgers.flatMap((ledger, index) => ledger.map((each) => ({ ...each, id: ids[index] })))
  await pool.query(
    `insert into credits (registration_id, act, minutes, source)
     select (row.value->>'id')::int, row.value->>'act', (row.value->>'hours')::int * 60, row.value->>'source'
     from jsonb_array_elements($1) with ordinality as row (value, place) order by place`,
    [JSON.stringify(rows)],
  )
  const { rows: stored } = await pool.query(
    `select kept.hours as kept, standing.hours, (select source from credits c where c.credit_id = standing.credit_id) as source
     from unnest($1::int[]) with ordinality as asked (registration_id, place)
     join registrations kept using (registration_id) left join lateral standing_credit(registration_id) standing on true
     order by place`,
    [ids],
  )
  const expected = ledgers.map((ledger) => {
    const { hours = null, source = null } = standingCredit(ledger) ?? {}
    return { kept: hours ?? 0, hours, source }
  })
  expect(new Set(expected.map(({ source }) => source)).size).toBe(4)
  expect(stored).toEqual(expected)
})

const givenRegistration = () => givenRegistered(app, event)

/** Credits hours from attendance and issues their certificate. */
async function givenCertified(hours: number) {
  const { registrationId } = await givenRegistration()
  await ruleGives(registrationId, hours)
  const { link } = await app.dataOf(issueCertificate, { body: { registrationId } }, administrator)
  return { registrationId, link }
}

/** Credits hours from attendance. */
async function ruleGives(registrationId: number, hours: number) {
  await app.query("insert into credits (registration_id, minutes, source) values ($1, $2, 'attendance')", [
    registrationId,
    hours * 60,
  ])
}

function decide(registrationId: number, hours: number, why?: string) {
  return app.send(generateCertificate, byHand({ registrationId, hours, reason: why }), administrator)
}

function release(registrationId: number, given: { version?: number; reason?: string } = {}) {
  return app.send(releaseHours, { registrationId, reason, ...given }, administrator)
}

async function ledgerOf(registrationId: number) {
  const rows = await app.query(
    `select case act when 'set' then source else act end || ' ' || minutes / 60 as row
     from credits where registration_id = $1 order by credit_id`,
    [registrationId],
  )
  return rows.map(({ row }) => row)
}

async function rowOf(registrationId: number) {
  const { registrations } = await app.dataOf(getAllRegisteredUsers, { query: {} }, administrator)
  return registrations.find((row) => row.registrationId === registrationId) as (typeof registrations)[number]
}

async function standing(ids: number[]) {
  const rows = await Promise.all(ids.map(rowOf))
  return rows.map(({ hours, ruleHours }) => [hours, ruleHours])
}

async function certificateOf(link: string) {
  const code = new URL(link).searchParams.get('certificate') ?? ''
  return await app.dataOf(getCertificate, { params: { code } })
}

async function untilDone(jobId: string) {
  await until(async () => {
    const data = await app.dataOf(getBulkJob, { params: { jobId } }, administrator)
    return data.state === 'done'
  })
}
