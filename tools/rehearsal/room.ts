import { tellPresence } from '#server/webinars/webinar-rooms/webinar-room-visits.ts'
import { write } from '#server/work.ts'
import type { Stay } from './habits.ts'
import type { SignedUp } from './people.ts'
import { openJoinLink } from './people.ts'
import type { Portal } from './portal.ts'
import type { SeriesSlot } from './series.ts'

/** Lets a person into a room by their join link, and reports their presence by the room's own verb. */
export async function enterRoom(portal: Portal, person: SignedUp, slot: SeriesSlot): Promise<void> {
  const seat = await openJoinLink(portal, person, slot)
  await write(portal.services, undefined, (work) => tellPresence(work, seat))
}

/**
 * Ends a stay. A page reports every 30 seconds that it is open, which moves the end of the visit. The last
 * report stands for all of them: 300 people of eight hours would make 288,000.
 */
export async function leaveRoom(
  { services: { db } }: Portal,
  { email }: SignedUp,
  { slot, stay: [from, to] }: { slot: SeriesSlot; stay: Stay },
): Promise<void> {
  const visit = db
    .selectFrom('webinarRoomVisits')
    .innerJoin('webinarRoomRegistrants as seat', 'seat.registrantId', 'webinarRoomVisits.registrantId')
    .select('webinarRoomVisitId')
    .where('seat.webinarId', '=', slot.webinarId)
    .where('seat.email', '=', email)
    .where('joinedAt', '<=', new Date(from))
    .orderBy('joinedAt', 'desc')
    .limit(1)
  await db
    .updateTable('webinarRoomVisits')
    .set({ leftAt: new Date(to) })
    .where('webinarRoomVisitId', '=', visit)
    .execute()
}
