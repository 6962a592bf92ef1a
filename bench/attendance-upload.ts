import type { House } from './house.ts'

/** Uploads an attendee report of a slot, in Eastern time. */
export async function uploadAttendance(
  house: House,
  port: number,
  { eventSlotId, name, report }: { eventSlotId: number; name: string; report: string },
): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([report]), name)
  form.set('time_zone', 'America/New_York')
  const answer = await fetch(`http://localhost:${port}/api/private/attendance-uploads/${eventSlotId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.administrator}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`An upload was answered ${answer.status}`)
}
