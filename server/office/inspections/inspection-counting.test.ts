import { beforeEach, expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { changeEvent } from '#contract/events/events/edits.ts'
import { changeSlot, deleteSlot } from '#contract/events/slots/calls.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { requestedPack, unpackedPack } from '#test/inspection-packs.ts'
import { hurryJobs } from '#test/queue.ts'
import { runVerifier } from './inspection-unpacking.ts'

// A pack of slots that changed after their count, or whose count is due.

held.startWithHeldSlot()
let person: Person
beforeEach(async () => {
  person = await held.givenRegistered()
  await held.upload(held.row(person.email, '08:00', '12:00'))
  await givenCredit(held.app, held.administrator, await held.idOf(person), 4)
  await held.app.untilJobsAreDone()
})

const token = () => held.administrator.token

async function moveSlot(startOn: PlainDate, startTime: PlainTime = '08:00') {
  const slot = await held.app.services.db
    .selectFrom('eventSlots')
    .select(['eventSlotId', 'version', 'focusId', 'webinarId', 'endTime'])
    .where('eventSlotId', '=', held.slot)
    .executeTakeFirstOrThrow()
  const endTime = startTime > '08:00' ? '17:00' : slot.endTime
  const body = { ...slot, startOn, endOn: startOn, startTime, endTime }
  const { failure } = await held.app.send(changeSlot, body, token())
  expect(failure).toBe(undefined)
  await held.app.untilJobsAreDone()
}

/** Deletes the person's registration, and then the slot. */
async function deleteTheSlot() {
  const body = { registrationId: await held.idOf(person), reason: 'Registered by mistake' }
  await expectSuccess(held.app.send(deleteRegistration, body, token()))
  await held.app.untilJobsAreDone()
  const [{ version }] = (await held.app.query(
    `select version from event_slots where event_slot_id = ${held.slot}`,
  )) as [{ version: number }]
  const { failure } = await held.app.send(deleteSlot, { eventSlotId: held.slot, version }, token())
  expect(failure).toBe(undefined)
  await held.app.untilJobsAreDone()
}

/** Makes other figures valid for the slot's season. */
async function changeFigures(on: PlainDate = held.on, more: Partial<Figures> = {}) {
  const season = seasonOfDay(on)
  const { valid } = await held.app.dataOf(getCreditRules, { query: { season } }, token())
  const { ruleId, figures } = valid.virtual
  const body = {
    season,
    isInPerson: false,
    reason: 'Test',
    readRuleId: ruleId,
    figures: {
      ...figures,
      polls: { ...figures.polls, lateMinutes: 11 - figures.polls.lateMinutes },
      ...more,
    },
  }
  await expectSuccess(held.app.send(makeFiguresValid, body, token()))
  await held.app.untilJobsAreDone()
}

/** Stores figures without the job that finds the slots to count again. */
const storeFigures = () =>
  held.app.query(`
    insert into credit_rules (season, version, is_in_person, figures, reason)
    select season, (select max(version) + 1 from credit_rules), is_in_person, jsonb_set(figures, '{polls,lateMinutes}', '7'), 'Test'
    from slot_counts join credit_rules using (credit_rule_id) where event_slot_id = ${held.slot}`)

async function makeInPerson() {
  const [event] = await held.app.query(
    `select event_name as "eventName", version from events where event_id = ${held.event.eventId}`,
  )
  const body = { ...event, eventId: held.event.eventId, isEnabled: true, isInPerson: true }
  await expectSuccess(held.app.send(changeEvent, body, token()))
  await held.app.untilJobsAreDone()
}

async function verified(scope: InspectionScope) {
  const { code, output } = await runVerifier(await unpackedPack(held.app, scope, token()))
  return [code, output] as const
}

const nextSeason = () => `${seasonOfDay(held.on)}-04-05` as PlainDate

test.each([
  ['was moved', () => moveSlot(addDays(held.on, 1))],
  ['was moved to the afternoon of the next day', () => moveSlot(addDays(held.on, 1), '13:00')],
  [
    'was moved before the figures changed',
    async () => {
      await moveSlot(addDays(held.on, 1))
      await changeFigures()
    },
  ],
  ['was moved over April 1', () => moveSlot(nextSeason())],
  [
    'was moved, and is in person now',
    async () => {
      await moveSlot(addDays(held.on, 1))
      await makeInPerson()
    },
  ],
])(
  'a slot that %s after its count is in the packs, and is counted again from its reports',
  async (_, change) => {
    await change()
    for (const [code, output] of await verifiedPacks()) {
      expect(output).toMatch(
        /Counted again from the reports in evidence\/: [1-9]\d* findings? of [1-9]\d* events?\./,
      )
      expect(output).not.toContain('Not counted again')
      expect(output).toContain('Everything in this pack fits together.')
      expect(code).toBe(3)
    }
  },
)

test('a slot that was deleted after its count is in the packs with its findings, which are not counted again', async () => {
  await deleteTheSlot()
  for (const [code, output] of await verifiedPacks()) {
    expect(output).toMatch(/because the time slot was deleted afterward: \d+ finding/)
    expect(output).toContain('Everything in this pack fits together.')
    expect(code).toBe(3)
  }
})

/** Verifies a pack of the event, and one of the slot's renewal year. */
async function verifiedPacks() {
  const [{ season }] = (await held.app.query(
    `select extract(year from start_on + interval '9 months')::int as season from event_slots where event_slot_id = ${held.slot}`,
  )) as [{ season: number }]
  return [await verified({ eventId: held.event.eventId }), await verified({ season })]
}

test.each([
  ['the figures changed', changeFigures],
  ['its event became in person', makeInPerson],
  ['new figures that no job has counted by yet', storeFigures],
])('a slot whose reports cover it is counted again after %s', async (_, change) => {
  await change()
  const [code, output] = await verified({ eventSlotId: held.slot })
  expect(output).toContain('Counted again from the reports in evidence/: 1 finding of 1 event.')
  expect(code).toBe(3)
})

test('a pack is refused while a count is due, names its slot, and waits for a count that ends soon', async () => {
  const countIn = (afterSeconds: number) =>
    held.app.write((work) => work.addJobs('count-hours', [{ eventSlotId: held.slot }], { afterSeconds }))
  await countIn(3600)
  const answer = await requestedPack(held.app, { season: seasonOfDay(held.on) }, token())
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'INSPECTION_COUNTING',
      message: expect.stringMatching(
        /^The hours of Piston .* · 8:00 AM – 12:00 PM Eastern are being counted\. /,
      ),
    }),
  ])
  await hurryJobs(held.app, 'count-hours')
  await held.app.untilJobsAreDone()
  await countIn(1)
  expect((await verified({ eventSlotId: held.slot }))[0]).toBe(3)
})

test('a finding by hours-1 from before findings had days is counted again in the pack', async () => {
  await changeFigures(held.on, { code: 'hours-1' })
  await held.app.query(`
    alter table credit_findings disable trigger append_only;
    update credit_findings set finding = finding - 'byDay' where event_slot_id = ${held.slot} and input ? 'agenda';
    alter table credit_findings enable trigger append_only`)
  const pack = await unpackedPack(held.app, { eventSlotId: held.slot }, token())
  const findings = String(pack.get('findings.jsonl')).trim().split('\n')
  expect(findings.map((line) => JSON.parse(line).rule)).toContainEqual(expect.stringMatching(/^hours-1\//))
  const { code, output } = await runVerifier(pack)
  expect(output).toContain('Everything in this pack fits together.')
  expect(code).toBe(3)
})
