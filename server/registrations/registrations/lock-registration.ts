import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'

/**
 * Returns a registration that is not canceled, locked until the transaction ends. Refuses with
 * REGISTRATION_NOT_FOUND, and with CHANGED_MEANWHILE if `readVersion` is older.
 */
export async function lockRegistration(tx: Tx, registrationId: number, readVersion?: number | undefined) {
  const registration = await tx
    .selectFrom('registrations')
    .select(['registrationId', 'userId', 'eventId', 'eventSlotId', 'hours', 'version', 'moves'])
    .select(['cancelledAt'])
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
  await refuseChanged(tx, { registrationId, version: registration.version, readVersion })
  if (registration.cancelledAt !== null) throw new Refusal('REGISTRATION_NOT_FOUND')
  return registration
}
