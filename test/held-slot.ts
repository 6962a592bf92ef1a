import { beforeAll, beforeEach, expect } from 'vitest'
import {
  decideAttendance,
  getDecisions,
  registerAttendee,
  withdrawDecision,
} from '#contract/attendance/attendance-decisions/calls.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant } from '#contract/core/season.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { TestApp } from './app.ts'
import { startApp } from './app.ts'
import { uploadAttendanceFile } from './attendance-uploads.ts'
import type { EventWithSlots, Person } from './given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration } from './given.ts'

// Reports of a slot that was held last week, what waits about them, and the answers.

export let app: TestApp
export let administrator: Person
/** Each test has its own event. */
export let event: EventWithSlots
export let slot: number
export const on: PlainDate = addDays(easternDay(new Date()), -7)

/** Starts the app for the tests of a file, in an environment that is known by then. */
export function startWithHeldSlot(environment = (): Record<string, string> => ({})): void {
  beforeAll(async () => {
    app = await startApp({ environment: environment() })
    administrator = await givenAdministrator(app)
    return () => app.close()
  })
  beforeEach(async () => {
    event = await givenHeldEvent()
    slot = event.slotIds[0]
  })
}

export const at = (time: PlainTime) => easternInstant(on, time)

type Body = Parameters<typeof app.call<typeof decideAttendance>>[1]['body']
type Read = Pick<Body['subjects'][number], 'readDecisionId'>
type Answer = Partial<Omit<Body, 'subjects'>> & Read & { act: Body['act']; subject: string | string[] }

export const heading = 'Attended,User Name,Email,Join Time,Leave Time'

export async function givenHeldEvent() {
  const given = await givenEvent(app)
  await heldOn(on, given.slotIds[0])
  return given
}

export async function heldOn(day: PlainDate, eventSlotId = slot) {
  await app.services.db
    .updateTable('eventSlots')
    .set({ startOn: day, endOn: day, startTime: '08:00', endTime: '12:00' })
    .where('eventSlotId', '=', eventSlotId)
    .execute()
}

export async function givenRegistered(): Promise<Person> {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { by: administrator })
  return person
}

export function row(email: string, from: string, to: string, name = 'Pat'): string {
  return `Yes,${name},${email},${on} ${from},${on} ${to}`
}

export async function upload(
  rows: string,
  { heading: columns = heading } = {},
): Promise<{ reportId: number }> {
  const report = `${columns}\n${rows}\n`
  const { status, body } = await uploadAttendanceFile(app, report, { eventSlotId: slot, by: administrator })
  expect([status, body.errors]).toEqual([200, undefined])
  await app.untilJobsAreDone()
  return body.data
}

export async function findings() {
  return (await app.call(getSlotFindings, { query: { eventSlotId: slot } }, administrator.token)).data
}

/** Returns what waits, besides the question of the day without polls. */
export async function waits() {
  return (await findings()).waits.filter(({ kind }) => kind !== 'no-polls')
}

export async function kinds() {
  return (await waits()).map(({ kind }) => kind)
}

/** The hours that the rule finds. */
export async function hoursOf({ userId }: Person) {
  return (await findings()).people.find((each) => each.userId === userId)?.found.hours
}

/** The hours of all registrations of a person. */
export async function creditedTo({ userId }: Person): Promise<number> {
  const rows = await app.query('select sum(hours)::int as hours from registrations where user_id = $1', [
    userId,
  ])
  return rows[0].hours
}

export async function idOf({ userId }: Person): Promise<number> {
  const rows = await app.query(
    'select registration_id from registrations where user_id = $1 and event_id = $2',
    [userId, event.eventId],
  )
  return rows[0].registration_id
}

export async function nameOf({ userId }: Person): Promise<string> {
  const rows = await app.query(
    "select first_name || ' ' || last_name as name from users where user_id = $1",
    [userId],
  )
  return rows[0].name
}

export async function mailsTo(email: string): Promise<string[]> {
  const rows = await app.query('select subject from mails where to_address = $1', [email])
  return rows.map(({ subject }) => subject)
}

export function send({ subject, readDecisionId, ...answer }: Answer) {
  const subjects = [subject].flat().map((each) => ({ subject: each, readDecisionId }))
  const body = { eventSlotId: slot, subjects, registrationIds: [], reason: 'Test', ...answer }
  return app.call(decideAttendance, { body }, administrator.token)
}

export async function refusalOf(answer: Answer) {
  return (await send(answer)).failure?.code
}

export async function decide(answer: Answer) {
  const { failure, data } = await send(answer)
  expect(failure).toBe(undefined)
  await app.untilJobsAreDone()
  return { ...data, decisionId: data.decisionIds[0] ?? 0 }
}

export async function answerFirst(answer: Omit<Answer, 'subject'>) {
  const [wait] = await waits()
  return decide({ ...answer, subject: wait?.subject ?? '', readDecisionId: null })
}

export async function register(subject = '') {
  const body = { eventSlotId: slot, subject, reason: 'Test' }
  const { failure, data } = await app.call(registerAttendee, { body }, administrator.token)
  expect(failure).toBe(undefined)
  await app.untilJobsAreDone()
  return { ...data, decisionId: data.decisionIds[0] ?? 0 }
}

export async function withdraw(decisionId: number | number[], reason = 'Test') {
  const body = { decisionIds: [decisionId].flat(), reason }
  expect((await app.call(withdrawDecision, { body }, administrator.token)).failure).toBe(undefined)
  await app.untilJobsAreDone()
}

export async function decisions() {
  const query = { eventSlotId: slot }
  return (await app.call(getDecisions, { query }, administrator.token)).data.decisions
}
