import { cancellationRefusal } from '#contract/registrations.ts'
import { happened } from '#server/activities/activities.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Work } from '#server/work.ts'

/** Cancels what somebody holds of an event. Refuses with NOT_REGISTERED, EVENT_CLOSED or CERTIFICATE_ISSUED. */
export async function cancelRegistration(work: Work, userId: string, eventId: number): Promise<void> {
  const { tx, clock } = work
  const held = await tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['registrationId', 'certificateCode', 'isEnabled'])
    .where('userId', '=', userId)
    .where('registrations.eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .forUpdate('registrations')
    .executeTakeFirst()
  refuse(cancellationRefusal(held && { ...held, hasCertificate: held.certificateCode !== null }))
  const { registrationId } = held as NonNullable<typeof held>
  await tx
    .updateTable('registrations')
    .set({ cancelledAt: clock(), joinUrl: null })
    .where('registrationId', '=', registrationId)
    .execute()
  await happened(work, [{ activity: 'cancelled', registrationId }])
}
