import type { Insertable } from 'kysely'
import type { Tables } from '#server/tables.ts'
import type { Work } from '#server/work.ts'

export type NewEvent = Insertable<Tables['events']>
export type NewSlot = Omit<Insertable<Tables['eventSlots']>, 'eventId'>

/** Adds an event with its slots; gives its id. */
export async function addEvent({ tx }: Work, event: NewEvent, slots: NewSlot[]): Promise<number> {
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
