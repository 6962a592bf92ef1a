import { cancellationRefusal } from '#contract/registrations.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Services } from '#server/services.ts'
import { lockHeld } from './registrations.ts'

/** Cancels what somebody holds of an event. Refuses with NOT_REGISTERED, EVENT_CLOSED or CERTIFICATE_ISSUED. */
export async function cancelRegistration(
  { db, clock }: Services,
  userId: string,
  eventId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await lockHeld(tx, userId, eventId)
    const event = await tx
      .selectFrom('events')
      .select('is_enabled as isEnabled')
      .where('event_id', '=', eventId)
      .executeTakeFirst()
    refuse(
      cancellationRefusal(
        held && { hasCertificate: held.certificate_code !== null },
        event ?? { isEnabled: false },
      ),
    )
    if (!held) return
    const { registration_id } = held
    await tx
      .updateTable('registrations')
      .set({ cancelled_at: clock(), join_url: null })
      .where('registration_id', '=', registration_id)
      .execute()
    await tx
      .insertInto('registration_activities')
      .values({ registration_id, activity: 'cancelled', user_id: userId })
      .execute()
  })
}
