import { cancellationRefusal } from '#contract/registrations.ts'
import { happened } from '#server/activities/activities.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Work } from '#server/work.ts'

/** Cancels what somebody holds of an event. Refuses with NOT_REGISTERED, EVENT_CLOSED or CERTIFICATE_ISSUED. */
export async function cancelRegistration(work: Work, userId: string, eventId: number): Promise<void> {
  const held = await work.tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['registrationId', 'certificateCode', 'isEnabled'])
    .where('userId', '=', userId)
    .where('registrations.eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .forUpdate('registrations')
    .executeTakeFirst()
  refuse(cancellationRefusal(held && { ...held, hasCertificate: held.certificateCode !== null }))
  await cancelLocked(work, [(held as NonNullable<typeof held>).registrationId])
}

/** Cancels registrations that are locked, whatever speaks against it, with all that follows. */
export async function cancelLocked(work: Work, registrationIds: number[]): Promise<void> {
  if (registrationIds.length === 0) return
  await work.tx
    .updateTable('registrations')
    .set({ cancelledAt: work.clock(), joinUrl: null })
    .where('registrationId', 'in', registrationIds)
    .execute()
  await happened(
    work,
    registrationIds.map((registrationId) => ({ activity: 'cancelled', registrationId })),
  )
}
