import { beforeAll, expect, test } from 'vitest'
import { checkIn, checkOut } from '#contract/attendance/check-ins/calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { addEvent } from '#contract/events/events/edits.ts'
import { addSlot } from '#contract/events/slots/calls.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { reportDoors } from './jobs.ts'

// South Carolina as an administrator adds it, without a statement of its hours: 8 to 5, with the lunch that it starts with.
const day = '2027-02-09'

/** Each person's times at the door, and the credited hours. */
const cases: [name: string, times: string, hours: number][] = [
  ['who stays all day', '07:50-17:00', 8],
  ['who checks out for lunch', '07:50-12:00 12:58-17:00', 8],
  ['who leaves at 3:50 PM', '07:50-15:50', 6],
  ['who leaves at 4 PM', '07:50-16:00', 7],
  ['who comes at 9 AM', '09:00-17:00', 7],
  ['who comes two minutes late', '08:02-17:00', 8],
  ['who is there during lunch only', '11:57-13:02', 0],
]

let now = at('05:30')
let found: SlotFindings
const people: Person[] = []

const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  await makeCoursesValid()
  const slot = await givenSeminar()
  for (const _ of cases) people.push(await givenPersonUnmailed(app))
  const ids = new Map<Person, number>()
  for (const person of people)
    ids.set(person, await givenRegistration(app, person, slot, { by: administrator }))
  const acts = cases.flatMap(([, times], place) =>
    times.split(/[ -]/).map((time, turn) => ({ person: people[place] as Person, time, turn })),
  )
  for (const { person, time, turn } of acts.toSorted((a, b) => a.time.localeCompare(b.time))) {
    now = at(time)
    const body = { registrationId: ids.get(person) as number }
    const act = turn % 2 === 0 ? checkIn : checkOut
    await expectSuccess(app.send(act, body, await token()))
  }
  // A day after the slot the report is final.
  now = new Date('2027-02-10T18:00:00-05:00')
  const body = { eventId: slot.eventId, mode: 'credit' as const }
  await expectSuccess(app.send(setAutomation, body, await token()))
  await reportDoors(app.services)
  await app.untilJobsAreDone()
  const query = { eventSlotId: slot.slotIds[0] }
  found = await app.dataOf(getSlotFindings, { query }, await token())
})

test.each(cases)('nobody is taught during lunch: a person %s, %s, has %i hours', (name, _, hours) => {
  const { userId } = people[cases.findIndex(([each]) => each === name)] as Person
  const person = found.people.find((each) => each.userId === userId)
  expect([person?.hours, person?.found.hours]).toEqual([hours, hours])
})

test('the day has sixteen courses of half an hour around lunch, which nobody had to state', () => {
  expect([found.agenda.length, found.creditHours, found.statedBecause]).toEqual([16, 8, null])
  const taught = found.agenda.map(({ pieces }) => pieces[0]?.startAt.toISOString().slice(11, 16))
  expect(taught.slice(7, 9)).toEqual(['16:30', '18:00'])
})

function at(time: string) {
  return new Date(`${day}T${time}:00-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token() {
  return givenSession(app, administrator.userId)
}

/** Makes hours-2 with two courses an hour valid for events in person. */
async function makeCoursesValid() {
  const { valid } = await app.dataOf(getCreditRules, { query: { season: 2027 } }, await token())
  const figures: Figures = { ...valid.inPerson.figures, code: 'hours-2', coursesAnHour: 2 }
  const { ruleId: readRuleId } = valid.inPerson
  const body = { season: 2027, isInPerson: true, figures, reason: 'Two courses an hour', readRuleId }
  const { failure } = await app.send(makeFiguresValid, body, await token())
  // Nothing changes once these are the first figures.
  expect([undefined, 'NOTHING_CHANGES']).toContain(failure?.code)
}

async function givenSeminar() {
  const eventName = 'South Carolina IA Seminar 2027'
  const { eventId } = await app.dataOf(addEvent, { body: { eventName } }, await token())
  const times = { startTime: '08:00', endTime: '17:00' } satisfies Record<string, PlainTime>
  const body = { eventId, startOn: day, endOn: day, ...times, focusId: 4 } as const
  const { eventSlotId } = await app.dataOf(addSlot, { body }, await token())
  return { eventId, eventName, focusId: 4, slotIds: [eventSlotId, eventSlotId] as [number, number] }
}
