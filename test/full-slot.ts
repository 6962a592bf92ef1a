import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import {
  cancelRegistration,
  getRegisteredEvents,
  registerForEvent,
} from '#contract/registrations/registrations/calls.ts'
import { updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { getWaitlists, joinWaitlist, takeSeat } from '#contract/registrations/waitlists/calls.ts'
import { sweepWaitlists, tellWaiting, updateWaitlist } from '#server/registrations/waitlists/jobs.ts'
import { write } from '#server/work.ts'
import type { TestApp } from './app.ts'
import { startApp, until } from './app.ts'
import type { EventWithSlots, Person } from './given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration, historyOf } from './given.ts'
import { jobsOf, loseJobs } from './queue.ts'

/** Two processes of one portal. Their jobs wait until a test runs them, and no email leaves. */
export let app: TestApp
export let other: TestApp
export let administrator: Person
/** Its first slot has one seat, which somebody has; 9 February 2027, 8 AM Eastern. */
export let event: EventWithSlots
export let holder: Person
export let registrationId: number
export let waiting: [Person, Person, Person]

/** Starts the app for the tests of a file; each has a full slot, and three people who can wait for it. */
export function startWithFullSlot(): void {
  beforeAll(async () => {
    app = await startApp({ works: false })
    other = await startApp({ works: false, sharing: app })
  })
  beforeEach(async () => {
    // 10 AM Eastern.
    setClock('2027-01-11T15:00Z')
    administrator = await givenAdministrator(app)
    event = await givenEvent(app)
    await setCapacity(1)
    holder = await givenPersonUnmailed(app)
    registrationId = await givenRegistration(app, holder, event)
    waiting = [await givenPersonUnmailed(app), await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  })
  afterAll(async () => {
    await other.close()
    await app.close()
  })
}

/** Signs the administrator in again after the clock passed the end of the session. */
export async function signInAgain(): Promise<void> {
  administrator = await givenAdministrator(app)
}

export function slot(place: 0 | 1 = 0) {
  return { eventSlotId: event.slotIds[place] }
}

export async function join(who: 0 | 1 | 2, place: 0 | 1 = 0): Promise<number> {
  return (await call(joinWaitlist, { body: slot(place) }, waiting[who])).data.place
}

export function cancel() {
  return call(cancelRegistration, { body: { eventId: event.eventId } }, holder)
}

export async function cancelAndOffer(): Promise<void> {
  await cancel()
  pass(1)
  await sweep()
}

export function moveAway() {
  const { eventId, focusId: newFocusId, slotIds } = event
  const body = { registrationId, userId: holder.userId, eventId, newFocusId, newTimeSlotId: slotIds[1] }
  return byAdministrator(updateTimeslot, { body })
}

export function register(person: Person, at = app) {
  const { eventId, focusId } = event
  return at.call(registerForEvent, { body: { eventId, focusId, ...slot() } }, person.token)
}

/** Runs the sweep and the jobs that it adds. */
export async function sweep(at = app): Promise<void> {
  await write(at.services, undefined, sweepWaitlists)
  for (const eventSlotId of event.slotIds) {
    await write(at.services, undefined, (work) => updateWaitlist(work, { eventSlotId }))
  }
}

/** Runs the jobs that tell the people who wait of another time or place, each twice. */
export async function tellOfChanges(): Promise<void> {
  for (const { data } of await jobsOf(app, 'tell-waiting')) {
    for (const each of [app, other]) await write(each.services, undefined, (work) => tellWaiting(work, data))
  }
  await loseJobs(app, 'tell-waiting')
}

export async function take(who: 0 | 1 | 2, at = app) {
  return at.call(takeSeat, { body: { code: await codeOf(who) } })
}

export async function codeOf(who: 0 | 1 | 2): Promise<string> {
  const [mail] = await app.query(`
    select t.text from mails join mail_texts t using (mail_id)
    where to_address = '${waiting[who].email}' and subject like 'A seat is available%' order by mail_id desc limit 1`)
  return /offered-seat#code=([\w-]+)/.exec(mail?.text)?.[1] ?? ''
}

async function waitOf(who: 0 | 1 | 2, place: 0 | 1 = 0) {
  const { waitlist } = (await call(getRegisteredEvents, {}, waiting[who])).data
  return waitlist.find(({ eventSlotId }) => eventSlotId === event.slotIds[place])
}

export async function placeOf(who: 0 | 1 | 2, place: 0 | 1 = 0) {
  return (await waitOf(who, place))?.place
}

export async function offerOf(who: 0 | 1 | 2) {
  return shown((await waitOf(who))?.offeredUntil)
}

/** To the minute: the clock runs while a test does. */
export function shown(instant: Date | null | undefined) {
  return instant && `${instant.toISOString().slice(0, 16)}Z`
}

export async function entries() {
  const { waitlists } = (await byAdministrator(getWaitlists, {})).data
  return waitlists.find(({ eventSlotId }) => eventSlotId === event.slotIds[0])?.entries ?? []
}

export async function entryOf(who: 0 | 1 | 2): Promise<number> {
  const entry = (await entries()).find(({ email }) => email === waiting[who].email)
  return entry?.waitlistEntryId as number
}

export async function holders() {
  return column(
    `select user_id as value from registrations where event_slot_id = ${event.slotIds[0]} and cancelled_at is null`,
  )
}

export async function idOf({ userId }: Person): Promise<number> {
  const [id] = await column(
    `select max(registration_id) as value from registrations where user_id = '${userId}'`,
  )
  return id
}

export function subjectsTo(who: 0 | 1 | 2) {
  return column(
    `select subject as value from mails where to_address = '${waiting[who].email}' order by mail_id`,
  )
}

export async function column(query: string) {
  return (await app.query(query)).map(({ value }) => value)
}

/** Notes that all emails have left: by default, before the portal's clock. */
export async function mailsLeave(at = new Date()): Promise<void> {
  await app.query(`update mails set status = 'sent', sent_at = '${at.toISOString()}'`)
}

export async function untilSeats(seats: number): Promise<void> {
  await until(async () => {
    const { events } = (await app.call(getAllEvents, { query: {} }, administrator.token)).data
    return events.find(({ eventSlotId }) => eventSlotId === event.slotIds[0])?.seatsLeft === seats
  })
}

export async function activitiesOf(who: 0 | 1 | 2) {
  const history = await historyOf(app, administrator, { userId: waiting[who].userId })
  return history.map(({ activity }) => activity)
}

/** Opens or closes the first slot or its event. */
export function setOpen(table: string, column: string, isOpen: boolean) {
  const id = table === 'events' ? `event_id = ${event.eventId}` : `event_slot_id = ${event.slotIds[0]}`
  return app.query(`update ${table} set ${column} = ${isOpen} where ${id}`)
}

export async function setCapacity(capacity: number | null, place: 0 | 1 = 0): Promise<void> {
  const { focusId, slotIds } = event
  const [startTime, endTime] = place === 0 ? (['08:00', '12:00'] as const) : (['13:00', '17:00'] as const)
  const time = { startOn: '2027-02-09', endOn: '2027-02-10', startTime, endTime } as const
  const body = { eventSlotId: slotIds[place], focusId, ...time, capacity }
  expect((await byAdministrator(changeSlot, { body })).status).toBe(200)
}

/** Lets the first slot begin at another time. */
export async function reschedule(startTime: PlainTime): Promise<void> {
  const time = { startOn: '2027-02-09', endOn: '2027-02-10', startTime, endTime: '12:00' } as const
  const body = { ...slot(), focusId: event.focusId, ...time }
  expect((await byAdministrator(changeSlot, { body })).status).toBe(200)
}

export function call<E extends Endpoint>(endpoint: E, input: Input<E>, { token }: Person) {
  return app.call(endpoint, input, token)
}

export function byAdministrator<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return call(endpoint, input, administrator)
}

/** Sets the clocks of both processes. */
export function setClock(at: string): void {
  pass((Date.parse(at) - app.services.clock().getTime()) / 60_000)
}

export function pass(minutes: number): void {
  for (const each of [app, other]) each.pass({ minutes })
}
