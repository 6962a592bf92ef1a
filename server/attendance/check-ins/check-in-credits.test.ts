import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { addWalkIn, checkIn, checkOut } from '#contract/attendance/check-ins/calls.ts'
import { enterSheet } from '#contract/attendance/check-ins/sheet-calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getRegistrationFinding, getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { FindingReason, HourCode } from '#contract/counting/hours/findings.ts'
import { stateHours } from '#contract/events/slots/agenda-calls.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { reportDoors } from './jobs.ts'

// Vector R68 of the credit rule and its neighbors: sixteen courses of 25 minutes, two an hour, each worth half an hour of credit.
const day = '2027-02-09'
const figures = {
  code: 'hours-2',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  coursesAnHour: 2,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  phonePolls: 'needed',
  polls: { per: 'none', needed: 1, lateMinutes: 5 },
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
}
const courses = ['08', '09', '10', '11', '13', '14', '15', '16'].flatMap((hour) => [
  [`${hour}:00`, `${hour}:25`],
  [`${hour}:30`, `${hour}:55`],
])

const letters: Partial<Record<HourCode, string>> = {
  earned: 'E',
  'too-short': 'S',
  'not-there': '-',
  unknown: '?',
}
type Way = 'door' | 'walk-in' | 'sheet'
type Expected = [codes: string, minutes: number, hours: number, reason: FindingReason]

/** Each person's times at the door, and what counts: the code of each course, minutes of instruction, credited hours. */
const cases: [name: string, way: Way, times: string, Expected][] = [
  [
    'in, out for lunch and in again',
    'door',
    '07:40-12:00 12:55-17:00',
    ['EEEEEEEE EEEEEEEE', 400, 8, 'full'],
  ],
  ['a walk-in', 'walk-in', '07:40-12:00 12:55-17:00', ['EEEEEEEE EEEEEEEE', 400, 8, 'full']],
  ['typed from the sign-in sheet', 'sheet', '07:40-17:00', ['EEEEEEEE EEEEEEEE', 400, 8, 'full']],
  ['no check-out at lunch', 'door', '07:40-17:00', ['EEEEEEEE EEEEEEEE', 400, 8, 'full']],
  ['the same at two doors', 'door', '07:40-17:00 07:50-16:00', ['EEEEEEEE EEEEEEEE', 400, 8, 'full']],
  ['23 of 25 minutes of a course', 'door', '08:02-17:00', ['EEEEEEEE EEEEEEEE', 398, 8, 'full']],
  ['22 of 25 minutes of a course', 'door', '08:02:01-17:00', ['SEEEEEEE EEEEEEEE', 397, 7, 'presence']],
  ['out for 120 seconds', 'door', '07:40-08:10 08:12-17:00', ['EEEEEEEE EEEEEEEE', 400, 8, 'full']],
  ['out for 121 seconds', 'door', '07:40-09:10 09:12:01-17:00', ['EESEEEEE EEEEEEEE', 397, 7, 'presence']],
  [
    'a course missed in each of two hours: one hour less',
    'door',
    '07:40-08:25 09:00-13:25 14:00-17:00',
    ['E-EEEEEE E-EEEEEE', 350, 7, 'presence'],
  ],
  ['three courses missed: two hours less', 'door', '07:40-15:25', ['EEEEEEEE EEEEE---', 325, 6, 'presence']],
  ['only the morning', 'door', '07:40-12:00', ['EEEEEEEE --------', 200, 4, 'presence']],
  ['gone before the first course', 'door', '07:30-07:55', ['-------- --------', 0, 0, 'outside-slot']],
  ['never checked out', 'door', '07:40-', ['???????? ????????', 0, 0, 'unusable-times']],
  ['never there', 'door', '', ['-------- --------', 0, 0, 'no-visits']],
]

let now = at('05:30')
let eventSlotId: number
let found: SlotFindings
const people = new Map<string, Person>()

const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app, { focusId: 4 }))
beforeAll(async () => {
  eventSlotId = event.slotIds[0]
  await app.update('eventSlots', { endOn: day, startTime: '08:00', endTime: '17:00' }, { eventSlotId })
  await stateCourses()
  for (const [name, way] of cases) {
    const person = await givenPersonUnmailed(app)
    people.set(name, person)
    if (way !== 'walk-in') await givenRegistration(app, person, event)
  }
  await openDoor()
  now = at('18:00')
  await enterSheets()
  // A day after the slot the report is final.
  now = new Date('2027-02-10T18:00:00-05:00')
  await credit()
})

test.each(cases)('the courses and hours of a person: %s', async (name, _, times, [codes, ...rest]) => {
  const person = found.people.find(({ userId }) => userId === people.get(name)?.userId)
  const shown = person?.codes.map((code) => (code === 'no-report' ? code : letters[code])).join('')
  const { minutes, reason } = person?.found ?? {}
  expect([shown, minutes, person?.hours, reason]).toEqual([codes.replace(' ', ''), ...rest])
  const query = { eventSlotId, registrationId: person?.registrationId ?? 0 }
  const { visits } = await app.dataOf(getRegistrationFinding, { query }, await token())
  expect(new Set(visits.map(({ medium }) => medium))).toEqual(new Set(times === '' ? [] : ['in-person']))
})

test('in-person events have the figures of these vectors', () => {
  expect(found.rule.figures).toEqual(figures)
})

function at(time: string) {
  return new Date(`${day}T${time.padEnd(8, ':00')}-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token() {
  return givenSession(app, administrator.userId)
}

async function stateCourses() {
  const hours = courses.map(([from = '', to = '']) => ({
    on: day,
    pieces: [[at(from).toISOString(), at(to).toISOString()] as [string, string]],
    value: 30,
  }))
  const body = { eventSlotId, hours, reason: 'Two courses an hour', readAgendaId: null }
  await expectSuccess(app.send(stateHours, body, await token()))
}

/** Plays the day: everybody passes the door at their times, one after the other. */
async function openDoor() {
  const acts = cases
    .filter(([, way]) => way !== 'sheet')
    .flatMap(([name, way, times]) =>
      times.split(/[ -]/).flatMap((time, place) => (time === '' ? [] : [{ name, way, time, place }])),
    )
    .toSorted((a, b) => at(a.time).getTime() - at(b.time).getTime())
  for (const { name, way, time, place } of acts) {
    now = at(time)
    const person = people.get(name) as Person
    if (way === 'walk-in' && place === 0) {
      const body = { eventSlotId, email: person.email, firstName: 'Pat', lastName: 'Example' }
      await expectSuccess(app.send(addWalkIn, body, await token()))
    } else {
      const body = { registrationId: await idOf(person) }
      const act = place % 2 === 0 ? checkIn : checkOut
      await expectSuccess(app.send(act, body, await token()))
    }
  }
}

async function enterSheets() {
  for (const [name, way, times] of cases) {
    if (way !== 'sheet') continue
    const registrationId = await idOf(people.get(name) as Person)
    const changes = times.split('-').map((time, place) => ({
      registrationId,
      act: place === 0 ? ('in' as const) : ('out' as const),
      time: time as PlainTime,
      checkInId: randomUUID(),
    }))
    const body = { eventSlotId, day, changes } as const
    await expectSuccess(app.send(enterSheet, body, await token()))
  }
}

/** Reports the door's check-ins, and lets the portal credit what it counts by itself. */
async function credit() {
  const body = { eventId: event.eventId, mode: 'credit' as const }
  await expectSuccess(app.send(setAutomation, body, await token()))
  await reportDoors(app.services)
  await app.untilJobsAreDone()
  found = await app.dataOf(getSlotFindings, { query: { eventSlotId } }, await token())
}

async function idOf({ userId }: Person) {
  const { registrationId } = await app.services.db
    .selectFrom('registrations')
    .select('registrationId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return registrationId
}
