import type { Insertable } from 'kysely'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Puts an event with its slots into the house, and tells nobody; gives its id. */
export async function insertEvent(
  { tx }: Work,
  event: Insertable<Tables['events']>,
  slots: Omit<Insertable<Tables['eventSlots']>, 'eventId'>[],
): Promise<number> {
  const { eventId } = await tx
    .insertInto('events')
    .values(event)
    .returning('eventId')
    .executeTakeFirstOrThrow()
  if (slots.length > 0) {
    await tx
      .insertInto('eventSlots')
      .values(slots.map((slot) => ({ ...slot, eventId })))
      .execute()
  }
  return eventId
}

/** Puts one of an event's own sponsors first. */
export async function featureSponsor({ tx }: Work, eventId: number, sponsorId: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ featuredSponsorId: sponsorId })
    .where('eventId', '=', eventId)
    .execute()
}
