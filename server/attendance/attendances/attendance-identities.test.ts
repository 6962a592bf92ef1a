import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchAttendance } from '#contract/attendance/attendances/calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import {
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { delinkWebinar } from '#contract/webinars/webinars/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { attendancesOf } from '#test/counted-attendances.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenSession } from '#test/given.ts'
import { gotoHarness } from '#test/goto-harness.ts'
import { roomsOf } from '#test/room-harness.ts'
import type { WebinarHarness } from '#test/webinar-harness.ts'
import { hurryWebinars, register, sync, untilSynced } from '#test/webinars.ts'
import { zoomHarness } from '#test/zoom-harness.ts'

// A registration whose person attended as 'told@example.com', and what happened to it before the next fetch.

const slotTime = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' } as const
const firstDay = slotDays(slotTime)[0]?.startAt.getTime() ?? 0

let app: TestApp
let administrator: Person
let rooms: WebinarHarness
beforeAll(async () => {
  app = await startApp()
  rooms = roomsOf(app)
  administrator = await givenAdministrator(app)
})
afterAll(() => app.close())

const roomHarness = { name: 'The built-in room', open: async () => rooms }

describe.each([zoomHarness, gotoHarness, roomHarness])('$name', ({ open }) => {
  let harness: WebinarHarness
  let event: EventWithSlots
  let person: Person
  let registrationId: number
  beforeEach(async () => {
    harness = await open()
    app.services.webinar = harness.platform
    const { db } = app.services
    const webinarIds = [await harness.givenWebinar(), await harness.givenWebinar()]
    event = await givenEvent(app)
    await db.updateTable('eventSlots').set({ webinarId: null }).execute()
    for (const [place, webinarId] of webinarIds.entries()) {
      const slots = db.updateTable('eventSlots').set({ webinarId, ...slotTime })
      await slots.where('eventSlotId', '=', event.slotIds[place] as number).execute()
    }
    jumpTo(-60)
    person = await givenPersonUnmailed(app)
    const now = person.email
    await rename(person, `told${person.email}`)
    registrationId = await register(app, { ...person, token: await session(person) }, event)
    await app.untilJobsAreDone()
    const visits = [{ joinedAt: minute(0), leftAt: minute(240) }]
    const attendee = { email: `told${now}`, name: 'Pat Example', visits, answers: [] }
    // Zoom reports their Zoom account's email, not the one given to it.
    await harness.hold(webinarIds[0] as string, [{ ...attendee, signedInAs: 'private@example.com' }])
    await rename(person, now)
    jumpTo(300)
  })
  afterEach(() => harness.close())

  test('somebody who moves to another slot and back keeps their minutes', async () => {
    for (const place of [1, 0]) await move(place)
    expect(await minutes()).toBe(240)
  })

  test('somebody who is removed by a DELINK keeps their minutes, also after another SYNC', async () => {
    await delink()
    expect(await minutes()).toBe(240)
    await sync(app, administrator, event.slotIds[0])
    expect(await minutes()).toBe(240)
  })

  test('a registration that is deleted and restored keeps its minutes', async () => {
    await app.call(deleteRegistration, { body: { registrationId } }, await session())
    await done()
    await app.call(restoreRegistration, { body: { registrationId } }, await session())
    await done()
    expect(await minutes()).toBe(240)
  })

  test('a registration of a merged account keeps its minutes, even after a DELINK', async () => {
    const kept = await givenPersonUnmailed(app)
    const body = { userId: kept.userId, absorbedId: person.userId, ending: [] }
    expect((await app.call(mergeAccounts, { body }, await session())).failure).toBe(undefined)
    await delink()
    person = kept
    expect(await minutes()).toBe(240)
  })

  test('somebody whose answer was refused the second time keeps their minutes', async () => {
    await delink()
    await app.services.db
      .updateTable('users')
      .set({ firstName: '' })
      .where('userId', '=', person.userId)
      .execute()
    await sync(app, administrator, event.slotIds[0])
    expect(await minutes()).toBe(240)
  })

  async function move(place: number): Promise<void> {
    const { eventId, slotIds, focusId: newFocusId } = event
    const newTimeSlotId = slotIds[place] as number
    const body = { registrationId, userId: person.userId, eventId, newTimeSlotId, newFocusId }
    expect((await app.call(updateTimeslot, { body }, await session())).failure).toBe(undefined)
    await done()
  }

  async function delink(): Promise<void> {
    const body = { eventSlotId: event.slotIds[0] }
    const { jobId } = (await app.call(delinkWebinar, { body }, await session())).data
    await untilSynced(app, administrator, jobId)
  }

  /**
   * Fetches the report again. Returns the minutes of the person, who is counted once, on the slot's page and
   * the person's page.
   */
  async function minutes(): Promise<number> {
    const eventSlotId = event.slotIds[0]
    await app.call(fetchAttendance, { body: { eventSlotId } }, await session())
    const token = await session()
    const attendances = await attendancesOf(app, person, token)
    const { people } = (await app.call(getSlotFindings, { query: { eventSlotId } }, token)).data
    expect(people.map(({ userId }) => userId)).toEqual([person.userId])
    expect(attendances.map((each) => each.eventSlotId)).toEqual([eventSlotId])
    return attendances[0]?.minutes ?? -1
  }
})

/** Also runs the jobs of a minute later. */
async function done(): Promise<void> {
  await app.untilJobsAreDone()
  await hurryWebinars(app)
  await app.untilJobsAreDone()
}

/** Starts another session, because the clock jumps past the end of sessions. */
function session({ userId }: Person = administrator): Promise<string> {
  return givenSession(app, userId)
}

async function rename({ userId }: Person, email: string): Promise<void> {
  await app.services.db.updateTable('users').set({ email }).where('userId', '=', userId).execute()
}

function minute(after: number): Date {
  return new Date(firstDay + after * 60_000)
}

function jumpTo(after: number): void {
  app.pass({ minutes: (minute(after).getTime() - app.services.clock().getTime()) / 60_000 })
}
