import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchAttendance } from '#contract/attendance/attendances/calls.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenSession } from '#test/given.ts'
import { gotoHarness } from '#test/goto-harness.ts'
import { unpackedPack } from '#test/inspection-packs.ts'
import { findOldestNode } from '#test/oldest-node.ts'
import { roomsOf } from '#test/room-harness.ts'
import type { WebinarHarness } from '#test/webinar-harness.ts'
import { register } from '#test/webinars.ts'
import { workbookOf } from '#test/workbooks.ts'
import { zoomHarness } from '#test/zoom-harness.ts'
import { runVerifier } from './inspection-unpacking.ts'

// `verify.mjs` on the oldest Node that a pack names, with every kind of report.

const slotTime = { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '08:00', endTime: '12:00' } as const
const startAt = slotDays(slotTime)[0]?.startAt.getTime() ?? 0
const visit = { joinedAt: new Date(startAt), leftAt: new Date(startAt + 4 * 3_600_000) }

let app: TestApp
let administrator: Person
let rooms: WebinarHarness
let node: string
beforeAll(async () => {
  node = findOldestNode()
  app = await startApp()
  rooms = roomsOf(app)
  administrator = await givenAdministrator(app)
}, 180_000)
afterAll(() => app.close())

const session = ({ userId }: Person = administrator) => givenSession(app, userId)

function jumpTo(minutes: number) {
  app.pass({ minutes: (startAt - app.services.clock().getTime()) / 60_000 + minutes })
}

/** Registers a person for a slot, with a webinar if given. */
async function givenRegistered(webinarId: string | null): Promise<{ event: EventWithSlots; person: Person }> {
  const event = await givenEvent(app)
  await app.update('eventSlots', { webinarId: null })
  await app.update('eventSlots', { webinarId, ...slotTime }, { eventSlotId: event.slotIds[0] })
  jumpTo(-60)
  const person = await givenPersonUnmailed(app)
  await register(app, { ...person, token: await session(person) }, event)
  await app.untilJobsAreDone()
  jumpTo(300)
  return { event, person }
}

async function expectCounted({ slotIds: [eventSlotId] }: EventWithSlots) {
  const token = await session()
  const { code, output } = await runVerifier(await unpackedPack(app, { eventSlotId }, token), { node })
  expect(output).toContain('Counted again from the reports in evidence/: 1 finding of 1 event.')
  expect([code, output]).toEqual([3, expect.stringContaining('\nEqual, but the origin was not checked: ')])
}

const roomHarness = { name: 'the built-in room', open: async () => rooms }

test.each([zoomHarness, gotoHarness, roomHarness])('it counts the report of $name', async ({ open }) => {
  const harness = await open()
  app.services.webinar = harness.platform
  const webinarId = await harness.givenWebinar()
  const { event, person } = await givenRegistered(webinarId)
  const answers = [{ question: 'Which rule is it?', answer: '65.93' }]
  await harness.hold(webinarId, [{ email: person.email, name: 'Pat Example', visits: [visit], answers }])
  await app.send(fetchAttendance, { eventSlotId: event.slotIds[0] }, await session())
  await app.untilJobsAreDone()
  await expectCounted(event)
  await harness.close()
})

describe.each([
  ['a CSV file', (rows: string[][]) => rows.map((row) => row.join(',')).join('\n'), 'day.csv'],
  ['a workbook', (rows: string[][]) => workbookOf({ Report: rows }), 'day.xlsx'],
])('%s', (_, write, name) => {
  test('is counted', async () => {
    const { event, person } = await givenRegistered(null)
    const rows = [
      ['User Name', 'Email', 'Join Time', 'Leave Time'],
      ['Pat Example', person.email, `${slotTime.startOn} 08:00`, `${slotTime.startOn} 12:00`],
    ]
    const upload = { eventSlotId: event.slotIds[0], by: { token: await session() }, name }
    await expectSuccess(uploadAttendanceFile(app, write(rows), upload))
    await app.untilJobsAreDone()
    await expectCounted(event)
  })
})
