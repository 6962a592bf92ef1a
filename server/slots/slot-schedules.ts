import { happened } from '#server/activities/activities.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'

/** Records that slots of a locked event take place at another time or place. A job emails the registered people. */
export async function rescheduleSlots(
  work: Work,
  which: { eventId: number; focusId?: number } | { eventSlotId: number },
  changes: NonNullable<ActivityDetails['changes']>,
): Promise<void> {
  const slots = await work.tx
    .updateTable('eventSlots')
    .set((slot) => ({ schedule: slot('schedule', '+', 1) }))
    .where((slot) => slot.and(which))
    .returning('eventSlotId')
    .execute()
  if (slots.length === 0) return
  const registered = await work.tx
    .selectFrom('registrations')
    .select('registrationId')
    .where(
      'eventSlotId',
      'in',
      slots.map(({ eventSlotId }) => eventSlotId),
    )
    .where('cancelledAt', 'is', null)
    .where('userId', 'is not', null)
    .orderBy('registrationId')
    .execute()
  await happened(
    work,
    registered.map(({ registrationId }) => ({
      activity: 'rescheduled',
      registrationId,
      details: { changes },
    })),
  )
}
