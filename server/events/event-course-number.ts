import type { CourseNumberChange } from '#contract/training-providers/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { lockEvent } from './lock-event.ts'

/**
 * Sets the FAA's acceptance number of an event's course; '' removes it. Issued certificates keep theirs.
 * Refuses with EVENT_NOT_FOUND, and with CHANGED_MEANWHILE if the caller has read another number.
 */
export async function setCourseNumber(
  work: Work,
  { eventId, courseNumber: typed, before: read }: CourseNumberChange,
): Promise<void> {
  const { tx } = work
  const before = (await lockEvent(tx, eventId)).courseNumber ?? ''
  const courseNumber = typed.trim()
  if (courseNumber === before) return
  if (read !== undefined && read !== before) {
    const message = `Somebody else has changed this number to ${before || 'nothing'} meanwhile. Please look at it again.`
    throw new Refusal('CHANGED_MEANWHILE', { message })
  }
  await tx
    .updateTable('events')
    .set({ courseNumber: courseNumber || null })
    .where('eventId', '=', eventId)
    .execute()
  const details = { changes: { courseNumber: [before, courseNumber] as [string, string] } }
  await happened(work, [{ activity: 'course-number-changed', eventId, details }])
}
