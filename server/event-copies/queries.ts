import type { Db } from '#server/services.ts'

/** The copies of an event that stand, whatever year they were made for. */
export function findCopies(db: Db, eventId: number) {
  return db
    .selectFrom('events')
    .select(['eventId', 'eventName', 'copiedFor'])
    .where('copiedFrom', '=', eventId)
    .where('deletedAt', 'is', null)
    .execute()
}
