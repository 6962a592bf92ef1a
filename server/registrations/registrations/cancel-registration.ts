import { cancellationRefusal } from '#contract/registrations/registrations/rules.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

/** Cancels a person's registration for an event. Refuses with NOT_REGISTERED, EVENT_CLOSED or CERTIFICATE_ISSUED. */
export async function cancelRegistration(work: Work, userId: string, eventId: number) {
  const held = await work.tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .select(['registrationId', 'hours', 'isEnabled'])
    .where('userId', '=', userId)
    .where('registrations.eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .forNoKeyUpdate('registrations')
    .executeTakeFirst()
  refuse(cancellationRefusal(held))
  await cancelLocked(work, [(held as NonNullable<typeof held>).registrationId])
}

/** Cancels locked registrations without checks, with the jobs that follow. */
export async function cancelLocked(work: Work, registrationIds: number[]) {
  await setCanceled(work, registrationIds)
  await happened(
    work,
    registrationIds.map((registrationId) => ({ activity: 'cancelled', registrationId })),
  )
}

/** Cancels locked registrations without activities, which the caller writes. */
export async function setCanceled({ tx, clock }: Work, registrationIds: number[]) {
  if (registrationIds.length === 0) return
  await tx
    .updateTable('registrations')
    .set((row) => ({ cancelledAt: clock(), version: row('version', '+', 1) }))
    .where('registrationId', 'in', registrationIds)
    .execute()
}
