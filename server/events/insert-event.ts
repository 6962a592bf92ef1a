import type { Insertable } from 'kysely'
import { type InsertedSlot, insertSlots } from '#server/slots/slots.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Inserts an event with its slots, without an activity. Returns its id. */
export async function insertEvent(
  { tx }: Work,
  event: Insertable<Tables['events']>,
  slots: InsertedSlot[],
): Promise<number> {
  const { eventId } = await tx
    .insertInto('events')
    .values(event)
    .returning('eventId')
    .executeTakeFirstOrThrow()
  await insertSlots(tx, eventId, slots)
  return eventId
}

/** Shows one of an event's own sponsors first. */
export async function featureSponsor({ tx }: Work, eventId: number, sponsorId: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ featuredSponsorId: sponsorId })
    .where('eventId', '=', eventId)
    .execute()
}
