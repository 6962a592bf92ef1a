import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent } from '#test/given.ts'
import { expireAttendances } from './jobs.ts'

const report = `Attended,User Name,Email,Join Time,Leave Time
Yes,G,guest@example.com,2027-02-09 08:00,2027-02-09 09:30
`

let app: TestApp
let administrator: Person
let eventSlotId: number
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  eventSlotId = (await givenEvent(app)).slotIds[0]
})

test('deletes reports after three years, together with their visits', async () => {
  await uploadAttendanceFile(app, report, { eventSlotId, by: administrator, name: 'day-1.csv' })
  await app.services.pool.query(
    `insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, said_hash)
      values ($1, 'upload', 'old.csv', now() - interval '3 years 1 day', '[]', '')`,
    [eventSlotId],
  )
  await write(app.services, undefined, expireAttendances)
  const { data } = await app.call(getSlotAttendance, { query: { eventSlotId } }, administrator.token)
  expect(data.reports.map(({ originName }) => originName)).toEqual(['day-1.csv'])
})
