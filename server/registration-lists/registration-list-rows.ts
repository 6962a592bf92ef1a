import { sql } from 'kysely'
import { certificateLink } from '#contract/certificates/calls.ts'
import type { RegistrationRow } from '#contract/registration-lists/rows.ts'
import type { Services } from '#server/services.ts'

/** Returns these registrations in the order of their ids. */
export async function findRows(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ids: number[],
): Promise<RegistrationRow[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .select(['registrationId', 'users.userId', 'events.eventId', 'eventSlots.eventSlotId', 'focusId'])
    .select(['firstName', 'lastName', 'email', 'phone', 'companyName', 'state', 'zip', 'country'])
    .select(['eventName', 'startOn', 'endOn', 'startTime', 'endTime', 'registrations.registeredAt'])
    .select(['hours', 'joinUrl', 'certificateCode', 'registrations.version'])
    .where('registrationId', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ registrationId }: { registrationId: number }) => places.get(registrationId) as number
  return rows
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((row) =>
      Object.assign(row, {
        userName: `${row.firstName} ${row.lastName}`.trim(),
        certificateLink: certificateLink(config.publicUrl, row.certificateCode),
      }),
    )
}
