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
import { expectSuccess, startApp } from '#test/app.ts'
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

const roomHarness = { name: 'the built-in room', open: async () => rooms }

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
    await app.send(deleteRegistration, { registrationId }, await session())
    await done()
    await app.send(restoreRegistration, { registrationId }, await session())
    await done()
    expect(await minutes()).toBe(240)
  })

  test('a registration of a merged account keeps its minutes, even after a DELINK', async () => {
    const kept = await givenPersonUnmailed(app)
    const body = { userId: kept.userId, absorbedId: person.userId, ending: [] }
    await expectSuccess(app.send(mergeAccounts, body, await session()))
    await delink()
    person = kept
    expect(await minutes()).toBe(240)
  })

  test('somebody whose answer was refused the second time keeps their minutes', async () => {
    await delink()
    await app.update('users', { firstName: '' }, { userId: person.userId })
    await sync(app, administrator, event.slotIds[0])
    expect(await minutes()).toBe(240)
  })

  async function move(place: number) {
    const { eventId, slotIds, focusId: newFocusId } = event
    const newTimeSlotId = slotIds[place] as number
    const body = { registrationId, userId: person.userId, eventId, newTimeSlotId, newFocusId }
    await expectSuccess(app.send(updateTimeslot, body, await session()))
    await done()
  }

  async function delink() {
    const body = { eventSlotId: event.slotIds[0] }
    const { jobId } = await app.dataOf(delinkWebinar, { body }, await session())
    await untilSynced(app, administrator, jobId)
  }

  /**
   * Fetches the report again. Returns the minutes of the person, who is counted once, on the slot's page and
   * the person's page.
   */
  async function minutes() {
    const eventSlotId = event.slotIds[0]
    await app.send(fetchAttendance, { eventSlotId }, await session())
    const token = await session()
    const attendances = await attendancesOf(app, person, token)
    const { people } = await app.dataOf(getSlotFindings, { query: { eventSlotId } }, token)
    expect(people.map(({ userId }) => userId)).toEqual([person.userId])
    expect(attendances.map((each) => each.eventSlotId)).toEqual([eventSlotId])
    return attendances[0]?.minutes ?? -1
  }
})

/** Also runs the jobs of a minute later. */
async function done() {
  await app.untilJobsAreDone()
  await hurryWebinars(app)
  await app.untilJobsAreDone()
}

/** Starts another session, because the clock jumps past the end of sessions. */
function session({ userId }: Person = administrator) {
  return givenSession(app, userId)
}

async function rename({ userId }: Person, email: string) {
  await app.update('users', { email }, { userId })
}

function minute(after: number) {
  return new Date(firstDay + after * 60_000)
}

function jumpTo(after: number) {
  app.pass({ minutes: (minute(after).getTime() - app.services.clock().getTime()) / 60_000 })
}
