import { expect, onTestFinished, test } from 'vitest'
import { sum } from '#contract/core/numbers.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { StoredEvidence, StoredFinding } from '#contract/counting/hours/findings.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { exportRegisteredUsersCsv } from '#contract/registrations/registration-lists/calls.ts'
import { earnedIntervals } from '#server/ledger/credits/credit-overlaps.ts'
import { runVerifier } from '#server/office/inspections/inspection-unpacking.ts'
import { startApp } from '#test/app.ts'
import { unpackedPack } from '#test/inspection-packs.ts'
import type { RandomSeason } from '#test/random-operations.ts'
import { givenRandomSeason, operate, queryOf, season, unprintable } from '#test/random-operations.ts'
import { countSlot } from './credit-findings.ts'

/** Per seed. `npm run test:operations` does more. */
const operations = Number(process.env.OPERATIONS ?? 100)
const seeds = (process.env.SEEDS ?? '1,2,3,4,5').split(',').map(Number)
const shownEvery = 25

test.each(seeds)(
  `after each of ${operations} random operations, hours agree everywhere and nothing is credited that should not be (seed %i)`,
  async (seed) => {
    const app = await startApp()
    onTestFinished(() => app.close())
    const given = await givenRandomSeason(app)
    let number = 0
    const done = await operate(given, {
      seed,
      operations,
      async check(act) {
        expect(await violations(given), act).toEqual([])
        number += 1
        if (number % shownEvery === 0) expect(await shownElsewhere(given), act).toEqual([])
      },
    })
    // Operations took place, so the assertions are about something.
    expect(Object.values(done).length).toBeGreaterThan(12)
    await expectCountedAgain(given)
    await expectVerified(given)
  },
  operations * 2_000,
)

/** Returns the problems of a season's stored credits. */
async function violations(given: RandomSeason): Promise<unknown[]> {
  const query = queryOf(given.app)
  const ofEvents = [given.eventId, given.otherEventId]
  return [
    ...(await query(
      `select 'hours, standing credit and certificate differ' as wrong, r.registration_id, r.hours, standing.hours as standing, issued.hours as issued
       from registrations r join users using (user_id)
       left join lateral standing_credit(r.registration_id) standing on true
       left join lateral (
         select hours, by_day, code from certificates c where c.registration_id = r.registration_id order by issue desc limit 1) issued on true
       where event_id = any($1) and (
         r.hours <> coalesce(standing.hours, 0)
         or r.certificate_code is distinct from case when r.hours > 0 then issued.code end
         or r.hours > 0 and (issued.hours is distinct from r.hours or issued.by_day is distinct from r.credited_days)
           and (issued.hours is not null or last_name <> $2)
         or r.hours <> (select coalesce(sum((day->>'hours')::integer), 0) from jsonb_array_elements(coalesce(r.credited_days, '[]')) day))`,
      [ofEvents, unprintable],
    )),
    ...(await query(
      `select 'the portal lowered somebody' as wrong, registration_id, credit_id from (
         select registration_id, credit_id, minutes, source, decided_by, act, reversal,
           lag(minutes) over (partition by registration_id order by credit_id) as before
         from credits join registrations using (registration_id) where event_id = any($1)
       ) each
       where minutes < before and source = 'attendance' and decided_by is null and reversal is null`,
      [ofEvents],
    )),
    ...(await query(
      `select 'an undone credit returned' as wrong, later.registration_id, later.credit_id
       from credits undone join credits later on later.registration_id = undone.registration_id and later.credit_id > undone.credit_id
       join registrations on registrations.registration_id = later.registration_id
       where event_id = any($1) and undone.reversal = 'undo' and undone.person_hash is not null and later.source = 'attendance' and later.reversal is null and later.act = 'set'
         -- An administrator may answer what waits as taken back with these hours.
         and not exists (select from attendance_decisions answered where answered.credit_id = later.credit_id)
         and not exists (
           select from credits ended where ended.registration_id = undone.registration_id
             and ended.credit_id > undone.credit_id and ended.credit_id < later.credit_id
             and (ended.reversal = 'redo' or ended.act = 'release' and ended.reversal is null))`,
      [ofEvents],
    )),
    ...(await query(
      `select 'a credited day is without evidence' as wrong, r.registration_id, day
       from registrations r
       join lateral standing_credit(r.registration_id) standing on not is_decided and standing.hours > 0
       join credits using (credit_id) join credit_findings f using (credit_finding_id)
       cross join lateral jsonb_array_elements(by_day) day
       where event_id = any($1) and not exists (
         select from jsonb_array_elements(f.finding->'agenda') hour
         where hour->>'on' = day->>'on' and (hour->>'minutes')::numeric > 0)`,
      [ofEvents],
    )),
    ...(await creditedTwice(given)),
  ]
}

/**
 * Returns the people whom the rule credits twice for a minute, unless the overlap is named: merging two
 * accounts causes one.
 */
async function creditedTwice(given: RandomSeason): Promise<unknown[]> {
  const rows = await queryOf(given.app)<{ userId: string; finding: StoredFinding; input: StoredEvidence }>(
    `select user_id as "userId", finding, input from registrations r
     join lateral standing_credit(r.registration_id) standing on not is_decided and standing.hours > 0
     join credits using (credit_id)
     -- The row of an undo names the finding that was undone. Its hours are those of the credit before.
     join lateral (
       select before.credit_finding_id from credits before
       where before.registration_id = r.registration_id and before.credit_id <= credits.credit_id and before.source = 'attendance'
         and before.reversal is distinct from 'undo' and before.minutes = credits.minutes and before.by_day = credits.by_day
       order by before.credit_id desc limit 1
     ) gave on true
     join credit_findings found on found.credit_finding_id = gave.credit_finding_id
     where event_id = any($1) and cancelled_at is null and not exists (
       select from credit_overlaps o where ended_at is null and credits.credit_id in (o.credit_id, o.earlier_credit_id))`,
    [[given.eventId, given.otherEventId]],
  )
  return [...Map.groupBy(rows, ({ userId }) => userId)].flatMap(([userId, ofPerson]) => {
    const earned = ofPerson
      .flatMap(({ finding, input }) => earnedIntervals(finding, input))
      .sort(([a], [b]) => a.getTime() - b.getTime())
    return earned.some(([from], place) => place > 0 && from < (earned[place - 1]?.[1] ?? from))
      ? [{ wrong: 'a minute is credited twice', userId }]
      : []
  })
}

/**
 * Returns where shown hours differ from the credited ones: on the slots' pages, in the CSV file, and on the
 * dashboard.
 */
async function shownElsewhere({ app, administrator, slots, eventId, otherEventId }: RandomSeason) {
  const query = queryOf(app)
  const held = await query<{ registrationId: number; email: string; hours: number; eventSlotId: number }>(
    `select registration_id as "registrationId", email, hours, event_slot_id as "eventSlotId"
     from registrations join users using (user_id) where event_id = any($1) and cancelled_at is null order by 1`,
    [[eventId, otherEventId]],
  )
  const hoursOf = new Map(held.map(({ registrationId, hours }) => [registrationId, hours]))
  const wrong: unknown[] = []
  for (const { eventSlotId } of slots) {
    const { people } = await app.dataOf(getSlotFindings, { query: { eventSlotId } }, administrator)
    for (const { registrationId, hours } of people) {
      const credited = hoursOf.get(registrationId) ?? 0
      if (hours !== credited)
        wrong.push({ on: `page of slot ${eventSlotId}`, registrationId, hours, credited })
    }
  }
  const { body } = await app.request({
    url: `/api${exportRegisteredUsersCsv.path}?year=${season}`,
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  const [heading = '', ...lines] = body.trim().split('\r\n')
  const place = heading
    .replace('\ufeff', '')
    .split(',')
    .map((name) => name.replaceAll('"', ''))
    .indexOf('Hours')
  const inFile = sum(
    lines.filter((line) => line.includes('random-')).map((line) => Number(line.split(',')[place])),
  )
  const credited = sum([...hoursOf.values()])
  if (inFile !== credited) wrong.push({ on: 'CSV file', hours: inFile, credited })
  await query('delete from dashboards')
  const { hours } = await app.dataOf(getDashboard, { query: { year: season } }, administrator)
  const totals = [...Map.groupBy(held, ({ email }) => email).values()].map((of) =>
    sum(of.map((each) => each.hours)),
  )
  const expected = {
    none: totals.filter((total) => total === 0).length,
    some: totals.filter((total) => total > 0 && total < 8).length,
    enough: totals.filter((total) => total >= 8).length,
  }
  if (JSON.stringify(hours) !== JSON.stringify(expected)) wrong.push({ on: 'dashboard', hours, expected })
  return wrong
}

/** Counts everything again without any finding, and expects the same findings. */
async function expectCountedAgain({ app, slots }: RandomSeason) {
  const query = queryOf(app)
  const current = () =>
    query<{ hash: string }>(
      `select counted.event_slot_id, counted.registration_id, note, encode(evidence_hash, 'hex') as hash, hours, reason, finding
       from credit_counts counted join credit_findings using (credit_finding_id) where counted.event_slot_id = any($1) order by 1, 2`,
      [slots.map(({ eventSlotId }) => eventSlotId)],
    )
  const findings = await current()
  expect(findings.length).toBeGreaterThan(5)
  await query(
    `begin; alter table credits disable trigger user; alter table credit_findings disable trigger user;
     update credits set credit_finding_id = null;
     delete from credit_counts; delete from credit_waits; delete from slot_counts; delete from credit_findings;
     alter table credit_findings enable trigger user; alter table credits enable trigger user; commit`,
  )
  for (const { eventSlotId } of slots) {
    await app.write((work) => countSlot(work, { eventSlotId }))
    await app.untilJobsAreDone()
  }
  expect(await current()).toEqual(findings)
}

/** Makes a pack of the event, and expects that its program counts the same. */
async function expectVerified({ app, administrator, eventId }: RandomSeason) {
  const pack = await unpackedPack(app, { eventId }, administrator.token)
  expect(await runVerifier(pack)).toEqual({ code: 3, output: expect.stringContaining('\nEqual, but ') })
}
