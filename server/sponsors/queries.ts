import type { Sponsor } from '#contract/sponsors.ts'
import type { Db } from '#server/services.ts'

/** The sponsors of events, by event, in the order they were added. */
export async function findSponsors(db: Db, eventIds: number[]): Promise<Map<number, Sponsor[]>> {
  const sponsors = await db
    .selectFrom('sponsors')
    .selectAll()
    .where('eventId', 'in', eventIds)
    .orderBy('sponsorId')
    .execute()
  return Map.groupBy(sponsors, ({ eventId }) => eventId)
}
