import { beforeEach, expect, test } from 'vitest'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { givenEvent, preparedAdministrator, preparedApp } from '#test/given.ts'
import { expireAttendances } from './jobs.ts'

const report = `Attended,User Name,Email,Join Time,Leave Time
Yes,G,guest@example.com,2027-02-09 08:00,2027-02-09 09:30
`

let eventSlotId: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  eventSlotId = (await givenEvent(app)).slotIds[0]
})

test('deletes reports after three years, together with their visits', async () => {
  await uploadAttendanceFile(app, report, { eventSlotId, by: administrator, name: 'day-1.csv' })
  await app.query(
    `insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, said_hash)
      values ($1, 'upload', 'old.csv', now() - interval '3 years 1 day', '[]', '')`,
    [eventSlotId],
  )
  await app.write(expireAttendances)
  const data = await app.dataOf(getSlotAttendance, { query: { eventSlotId } }, administrator)
  expect(data.reports.map(({ originName }) => originName)).toEqual(['day-1.csv'])
})
