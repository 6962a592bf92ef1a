import { beforeEach, expect, test } from 'vitest'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { tryAgenda, tryFigures } from '#contract/counting/credit-findings/what-if.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { getSlotAgendas, stateHours } from '#contract/events/slots/agenda-calls.ts'
import { expectSuccess } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { EventWithSlots } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let event: EventWithSlots
let slot: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  await app.query('update event_slots set deleted_at = now()')
  event = await givenEvent(app, { year: 2026 })
  slot = event.slotIds[0]
})

const on = '2026-02-09'
const season = 2026

/** Registers a person who was present between these Eastern times of the first day. */
async function givenVisitor(from: string, to: string): Promise<{ email: string; row: string }> {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { by: administrator })
  return { email: person.email, row: `Yes,Pat,${person.email},${on} ${from},${on} ${to}` }
}

async function upload(...visitors: { row: string }[]) {
  const lines = ['Attended,User Name,Email,Join Time,Leave Time', ...visitors.map(({ row }) => row)]
  const { status } = await uploadAttendanceFile(app, lines.join('\n'), {
    eventSlotId: slot,
    by: administrator,
  })
  expect(status).toBe(200)
  await app.untilJobsAreDone()
}

const valid = async () =>
  (await app.dataOf(getCreditRules, { query: { season } }, administrator)).valid.virtual
const show = () => app.dataOf(getSlotFindings, { query: { eventSlotId: slot } }, administrator)
const hoursOf = async ({ email }: { email: string }) =>
  (await show()).people.find((person) => person.email === email)?.found.hours

async function trial(changes: Partial<Figures>) {
  const figures = { ...(await valid()).figures, ...changes }
  const body = { season, isInPerson: false, figures }
  return await app.dataOf(tryFigures, { body }, administrator)
}

async function makeValid(changes: Partial<Figures>) {
  const { ruleId, figures } = await valid()
  const body = {
    season,
    isInPerson: false,
    reason: 'Test',
    readRuleId: ruleId,
    figures: { ...figures, ...changes },
  }
  await expectSuccess(app.send(makeFiguresValid, body, administrator))
  await app.untilJobsAreDone()
}

const storedFindings = () =>
  app.services.db
    .selectFrom('creditFindings')
    .selectAll()
    .where('eventSlotId', '=', slot)
    .orderBy('creditFindingId')
    .execute()

test("'what if' says who would get more or fewer hours, in all, by slot and by the minutes needed, and changes nothing", async () => {
  // 50, 46, 45, 44 and 40 minutes of the first hour.
  const [all, less, just, short, late] = [
    await givenVisitor('08:00', '12:00'),
    await givenVisitor('08:04', '12:00'),
    await givenVisitor('08:05', '12:00'),
    await givenVisitor('08:06', '12:00'),
    await givenVisitor('08:10', '12:00'),
  ]
  await upload(all, less, just, short, late)
  expect(await Promise.all([all, less, just, short, late].map(hoursOf))).toEqual([4, 4, 4, 3, 3])
  const before = await storedFindings()
  const { variants, slots, people, ...tally } = await trial({ neededMinutes: 44 })
  expect(tally).toEqual({ more: 1, fewer: 0, same: 4 })
  expect(slots).toMatchObject([{ eventSlotId: slot, eventName: event.eventName, ...tally }])
  expect(people).toMatchObject([{ email: short.email, hours: 3, hoursThen: 4, eventSlotId: slot }])
  expect(variants).toEqual([
    { kind: 'typed', neededMinutes: 44, more: 1, fewer: 0, same: 4 },
    { kind: 'tried', neededMinutes: 46, more: 0, fewer: 1, same: 4 },
    { kind: 'tried', neededMinutes: 50, more: 0, fewer: 2, same: 3 },
    { kind: 'valid', neededMinutes: 45, more: 0, fewer: 0, same: 5 },
  ])
  expect(await storedFindings()).toEqual(before)
  expect((await show()).rule.name).toMatch(/^hours-2\/2026/)
})

test('people who would lose hours are named first', async () => {
  const [loses, wins] = [await givenVisitor('08:00', '08:48'), await givenVisitor('08:44', '12:00')]
  await upload(loses, wins)
  const { people } = await trial({
    leastHoursADay: 2,
    forgivenGapSeconds: 0,
    neededMinutes: 25,
    teachingMinutes: 50,
    polls: { per: 'none', needed: 1, lateMinutes: 0 },
  })
  expect(people.map(({ email, hours, hoursThen }) => [email, hours, hoursThen])).toEqual([
    [loses.email, 1, 0],
  ])
})

test('other taught minutes are planned anew, but hours that were stated stay', async () => {
  const late = await givenVisitor('08:08', '12:00')
  await upload(late)
  expect(await hoursOf(late)).toBe(3)
  expect((await trial({ teachingMinutes: 60, neededMinutes: 45 })).people).toMatchObject([{ hoursThen: 4 }])
  const { planned } = await app.dataOf(getSlotAgendas, { query: { eventSlotId: slot } }, administrator)
  await app.send(
    stateHours,
    { eventSlotId: slot, hours: planned.slice(0, 3), reason: 'Dropped', readAgendaId: null },
    administrator,
  )
  await app.untilJobsAreDone()
  // An hour of 50 minutes would need its share: 38 minutes.
  expect((await trial({ teachingMinutes: 60, neededMinutes: 51 })).people).toEqual([])
})

test('a version counts from when it is made valid, and what older versions gave stays', async () => {
  const short = await givenVisitor('08:06', '12:00')
  await upload(short)
  const [older] = [await storedFindings()]
  const rule = (await show()).rule
  await makeValid({ neededMinutes: 44 })
  expect(await hoursOf(short)).toBe(4)
  expect((await show()).rule.name).not.toBe(rule.name)
  const findings = await storedFindings()
  expect(findings.slice(0, older.length)).toEqual(older)
  expect(findings.map(({ hours, creditRuleId }) => [hours, creditRuleId])).toEqual([
    [3, rule.ruleId],
    [4, (await valid()).ruleId],
  ])
  await makeValid({ neededMinutes: 45 })
  expect(await hoursOf(short)).toBe(3)
})

test('hours as taught count for everybody at once, after a look at who gains or loses', async () => {
  // The webinar was interrupted from 9:20 to 9:26, and its second hour lasted until 9:56.
  const person = await givenVisitor('08:00', '12:00')
  const { email } = person
  await upload(
    { row: `Yes,Pat,${email},${on} 08:00,${on} 09:18` },
    { row: `Yes,Pat,${email},${on} 09:26,${on} 12:00` },
  )
  expect(await hoursOf(person)).toBe(3)
  const { planned } = await app.dataOf(getSlotAgendas, { query: { eventSlotId: slot } }, administrator)
  const hours = planned.map((hour, place) =>
    place === 1
      ? {
          ...hour,
          pieces: [
            ['2026-02-09T14:00:00Z', '2026-02-09T14:20:00Z'],
            ['2026-02-09T14:26:00Z', '2026-02-09T14:56:00Z'],
          ] as [string, string][],
        }
      : hour,
  )
  const body = { eventSlotId: slot, hours }
  const look = await app.dataOf(tryAgenda, { body }, administrator)
  expect(look).toMatchObject({ more: 1, fewer: 0, same: 0, people: [{ email, hours: 3, hoursThen: 4 }] })
  expect(await hoursOf(person)).toBe(3)
  await app.send(
    stateHours,
    { ...body, reason: 'The webinar restarted at 9:20', readAgendaId: null },
    administrator,
  )
  await app.untilJobsAreDone()
  const after = await show()
  expect(after.statedBecause).toBe('The webinar restarted at 9:20')
  expect(await hoursOf(person)).toBe(4)
})

test('hours that cannot have been taught are not tried', async () => {
  const { failure } = await app.send(tryAgenda, { eventSlotId: slot, hours: [] }, administrator)
  expect(failure?.fields?.hours).toBe('At least one hour has to stay.')
})

test('figures also count for later renewal years without their own', async () => {
  const person = await givenPersonUnmailed(app)
  event = await givenEvent(app)
  slot = event.slotIds[0]
  await givenRegistration(app, person, event)
  await upload({ row: `Yes,Pat,${person.email},2027-02-09 08:00,2027-02-09 12:00` })
  const counted = async () => (await trial({ neededMinutes: 40 })).slots.map(({ eventSlotId }) => eventSlotId)
  expect(await counted()).toEqual([slot])
  const { ruleId, figures } = await valid()
  const own = { season: 2027, isInPerson: false, reason: 'Its own', readRuleId: ruleId }
  await app.send(makeFiguresValid, { ...own, figures: { ...figures, neededMinutes: 41 } }, administrator)
  expect(await counted()).toEqual([])
})
