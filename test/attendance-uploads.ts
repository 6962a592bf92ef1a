import { portalZone } from '#contract/core/season.ts'
import type { TestApp } from './app.ts'
import type { Person } from './given.ts'

export interface AttendanceUpload {
  eventSlotId: number
  by: Pick<Person, 'token'>
  name?: string
  texts?: Record<string, string>
}

/** Uploads a report for a slot, as the page does. */
export async function uploadAttendanceFile(
  app: TestApp,
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
