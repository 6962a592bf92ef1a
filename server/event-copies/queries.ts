import type { Db } from '#server/services.ts'

/** Finds the existing copies of an event, for any year. */
export function findCopies(db: Db, eventId: number) {
  return db
    .selectFrom('events')
    .select(['eventId', 'eventName', 'copiedFor'])
    .where('copiedFrom', '=', eventId)
    .where('deletedAt', 'is', null)
    .execute()
}
