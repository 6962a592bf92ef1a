import { sql } from 'kysely'
import type { Db } from '#server/services.ts'

/** The secret in a registrant's room link. */
export const codeOfSeat = sql<string>`coalesce(webinar_room_registrants.seat_code, webinar_room_registrants.registrant_id)`

/** Returns a registered person's visits to a webinar's embedded room, earliest first. */
export function findRoomVisits(
  db: Db,
  { registrationId, webinarId }: { registrationId: number; webinarId: string },
): Promise<{ joinedAt: Date; leftAt: Date }[]> {
  return db
    .selectFrom('webinarRoomVisits as visit')
    .innerJoin('webinarRoomRegistrants as seat', 'seat.registrantId', 'visit.registrantId')
    .select(['joinedAt', 'leftAt'])
    .where('seat.webinarId', '=', webinarId)
    .where(
      sql<boolean>`seat.registrant_id::text in (
        select identity.registrant_id from platform_identities identity
        where identity.registration_id = ${registrationId} and identity.webinar_id = ${webinarId})`,
    )
    .orderBy('joinedAt')
    .execute()
}
