import { portalZone } from '#contract/core/season.ts'
import type { TestApp } from './app.ts'
import type { Person } from './given.ts'

export interface AttendanceUpload {
  eventSlotId: number
  by: Pick<Person, 'token'>
  name?: string
  texts?: Record<string, string>
}

/** States that some days of a slot had no polls. Then a missing poll report does not block the slot. */
export async function noPollsAsked(app: TestApp, eventSlotId: number, ...days: string[]): Promise<void> {
  await app.services.db
    .insertInto('attendanceDecisions')
    .values(
      days.map((on) => ({
        eventSlotId,
        act: 'set-aside' as const,
        subject: `no-polls ${on}`,
        reason: 'None were asked',
      })),
    )
    .execute()
}

/** Sets all reports of a slot aside, so that the next one corrects them. */
export async function setReportsAside(app: TestApp, eventSlotId: number): Promise<void> {
  await app.query(
    `insert into attendance_decisions (event_slot_id, act, subject, reason)
    select distinct event_slot_id, 'set-aside', 'report ' || encode(bytes_hash, 'hex'), 'Corrected'
    from attendance_reports where event_slot_id = $1`,
    [eventSlotId],
  )
}

/** Uploads a report for a slot, as the page does. */
export async function uploadAttendanceFile(
  app: Pick<TestApp, 'request'>,
  file: string | Buffer,
  { eventSlotId, by, name = 'day-1.csv', texts = { time_zone: portalZone } }: AttendanceUpload,
) {
  const payload = new FormData()
  payload.set('file', new Blob([file as string]), name)
  for (const [field, text] of Object.entries(texts)) payload.set(field, text)
  const answer = await app.request({
    method: 'POST',
    url: `/api/private/attendance-uploads/${eventSlotId}`,
    payload: payload as never,
    headers: { authorization: `Bearer ${by.token}` },
  })
  return { status: answer.statusCode, body: answer.json() }
}
