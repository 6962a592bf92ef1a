import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addSlot, changeSlot, getSlotsOfWebinar } from '#contract/events/slots/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import {
  compareWebinar,
  getWebinarComparison,
  writeWebinarTime,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { getWebinarStats } from '#contract/webinars/webinars/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp, until } from '#test/app.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent } from '#test/given.ts'
import { givenWebinarEvent, hurryWebinars, onZoom } from '#test/webinars.ts'

let zoom: FakeZoom
let app: TestApp
let administrator: Person
let webinarId: string
let eventId: number
let eventSlotId: number
beforeAll(async () => {
  zoom = await startFakeZoom()
  app = await startApp({ environment: onZoom(zoom) })
  administrator = await givenAdministrator(app)
})
beforeEach(async () => {
  webinarId = zoom.givenWebinar({ startTime: '2027-03-13T13:00:00Z' })
  const event = await givenWebinarEvent(app, [webinarId])
  eventId = event.eventId
  eventSlotId = event.slotIds[0]
  await schedule('2027-03-13')
  await until(async () => (await show()).comparedAt !== null)
})
afterAll(async () => {
  await app.close()
  await zoom.close()
})

test('after a reschedule the comparison shows the old time of the webinar platform until the new one is written', async () => {
  expect((await show()).otherTime).toBe('')
  await schedule('2027-03-20')
  await until(async () => (await show()).otherTime !== '')
  expect((await show()).otherTime).toBe('13 Mar 2027, 8:00 AM - 12:00 PM EST')
  await writeTime()
  await until(async () => (await show()).otherTime === '')
  expect(zoom.webinars.get(webinarId)).toMatchObject({ startTime: '2027-03-20T12:00:00Z', minutes: 240 })
  expect((await history()).slice(0, 2)).toMatchObject([
    {
      activity: 'webinar-time-written',
      actedBy: null,
      changes: [
        {
          from: '13 Mar 2027, 8:00 AM - 12:00 PM EST',
          to: '20 Mar 2027, 8:00 AM - 12:00 PM EDT',
        },
      ],
    },
    { activity: 'webinar-time-sent', actedBy: { userId: administrator.userId } },
  ])
})

test('each day of a recurring webinar is compared and written', async () => {
  const occurrences = ['13T13', '14T12'].map((hour) => ({
    occurrence_id: hour,
    start_time: `2027-03-${hour}:00:00Z`,
    duration: 240,
  }))
  const facts = zoom.webinars.get(webinarId)
  if (facts) facts.occurrences = occurrences
  await schedule('2027-03-20', '2027-03-21')
  await compare()
  expect((await show()).otherTime).toBe(
    '13 Mar 2027, 8:00 AM - 12:00 PM EST; 14 Mar 2027, 8:00 AM - 12:00 PM EDT',
  )
  await writeTime()
  await until(async () => (await show()).otherTime === '')
  expect(occurrences.map(({ start_time }) => start_time)).toEqual([
    '2027-03-20T12:00:00Z',
    '2027-03-21T12:00:00Z',
  ])
})

test('a refusal by the webinar platform is shown in the comparison and in the history', async () => {
  const facts = zoom.webinars.get(webinarId)
  if (facts) {
    facts.occurrences = ['13', '14', '15'].map((day) => ({
      occurrence_id: day,
      start_time: `2027-03-${day}T13:00:00Z`,
      duration: 240,
    }))
  }
  await compare()
  await writeTime()
  await until(async () => !(await show()).isTimeBeingWritten)
  const problem = expect.stringContaining('On Zoom, this webinar has 3 times, but the time slot has 1 days')
  expect(await show()).toMatchObject({ timeProblem: problem, otherTime: expect.stringContaining('15 Mar') })
  expect((await history())[0]).toMatchObject({ activity: 'webinar-time-refused', reason: problem })
})

test('a new time waits while the webinar platform is away, and is written once it is back', async () => {
  await schedule('2027-03-20')
  await app.untilJobsAreDone()
  zoom.refuseAccess(true)
  await writeTime()
  await until(async () => (await show()).problem !== '')
  expect((await show()).isTimeBeingWritten).toBe(true)
  zoom.refuseAccess(false)
  await until(async () => {
    await hurryWebinars(app)
    return !(await show()).isTimeBeingWritten
  })
  expect(zoom.webinars.get(webinarId)?.startTime).toBe('2027-03-20T12:00:00Z')
})

test('a webinar ID is checked when it is entered: a wrong ID is refused, and nothing is saved', async () => {
  const wrong = await changeId('99999999999')
  expect(wrong.failure).toMatchObject({
    code: 'WEBINAR_REFUSED',
    message: expect.stringMatching(/^Zoom does not accept this webinar ID\. .*does not exist/),
  })
  const slot = { ...timeOf('2027-05-01'), eventId, webinarId: 'not a number' }
  await expectRefusal(app.send(addSlot, slot, administrator), 'WEBINAR_REFUSED')
  const query = { eventSlotId }
  expect((await app.dataOf(getWebinarStats, { query }, administrator)).webinarId).toBe(webinarId)
  const right = zoom.givenWebinar()
  expect((await changeId(right)).data).toEqual({ eventSlotId, version: expect.any(Number) })
})

test('a webinar ID that cannot be checked now is saved, and the administrator is told so', async () => {
  // The jobs of another test would get its wrong answer.
  await app.untilJobsAreDone()
  const right = zoom.givenWebinar()
  zoom.faults.failNext('nonsense')
  const { data } = await changeId(right)
  expect(data.webinarNotice).toMatch(/^Zoom could not be asked just now/)
  const query = { eventSlotId }
  expect((await app.dataOf(getWebinarStats, { query }, administrator)).webinarId).toBe(right)
})

test('a webinar ID that another slot has is saved, and the administrator is told whose it is', async () => {
  const copy = await givenEvent(app, { eventName: 'Copy for the next season' })
  const slot = { ...timeOf('2027-05-01'), eventId: copy.eventId, webinarId }
  const data = await app.dataOf(addSlot, { body: slot }, administrator)
  expect(data.webinarNotice).toMatch(/^This ID is used by .+, 13 Mar 2027, 8:00 AM EST, too\.$/)
  expect((await changeId(zoom.givenWebinar())).data.webinarNotice).toBe(undefined)
  const back = (await changeId(webinarId)).data.webinarNotice
  expect(back).toBe('This ID is used by Copy for the next season, 01 May 2027, 8:00 AM EDT, too.')
  const slotsOf = async (webinarId: string) =>
    (await app.dataOf(getSlotsOfWebinar, { query: { webinarId } }, administrator)).slots
  const { eventId, eventName } = copy
  const [newest, own, ...others] = await slotsOf(webinarId.replace(/^(\d{3})/, '$1 '))
  expect(newest).toMatchObject({ eventId, eventName, eventSlotId: data.eventSlotId, startOn: '2027-05-01' })
  expect([own?.eventSlotId, others, await slotsOf('1')]).toEqual([eventSlotId, [], []])
})

test('the webinar ID that a slot already has is not checked again', async () => {
  await app.untilJobsAreDone()
  zoom.calls.splice(0)
  await changeId(webinarId)
  expect(zoom.calls).toEqual([])
})

function timeOf(startOn: PlainDate, endOn = startOn) {
  return { startOn, endOn, startTime: '08:00', endTime: '12:00', focusId: 2 } as const
}

async function schedule(startOn: PlainDate, endOn = startOn) {
  const body = { eventSlotId, ...timeOf(startOn, endOn) }
  await expectSuccess(app.send(changeSlot, body, administrator))
}

function changeId(given: string) {
  const body = { eventSlotId, ...timeOf('2027-03-13'), webinarId: given }
  return app.send(changeSlot, body, administrator)
}

async function show() {
  return (await app.dataOf(getWebinarComparison, { params: { eventSlotId } }, administrator)).slot
}

async function compare() {
  await app.untilJobsAreDone()
  await app.send(compareWebinar, { eventSlotId }, administrator)
  await until(async () => !(await show()).isComparing)
}

async function writeTime() {
  const { status } = await app.send(writeWebinarTime, { eventSlotId }, administrator)
  expect(status).toBe(200)
}

async function history() {
  return (await app.dataOf(getActivities, { query: { eventId } }, administrator)).activities
}
