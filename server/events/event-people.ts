import type { Speaker } from '#contract/speakers/calls.ts'
import type { Sponsor } from '#contract/sponsors/calls.ts'
import type { Db } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/** The speakers of events, by event, in the order of their days. */
export async function findSpeakers(db: Db, eventIds: number[]): Promise<Map<number, Speaker[]>> {
  const speakers = await db
    .selectFrom('speakers')
    .select(columns.speakers)
    .where('eventId', 'in', eventIds)
    .orderBy('day')
    .orderBy('speakerId')
    .execute()
  return Map.groupBy(speakers, ({ eventId }) => eventId)
}

/** The sponsors of events, by event, in the order they were added. */
export async function findSponsors(db: Db, eventIds: number[]): Promise<Map<number, Sponsor[]>> {
  const sponsors = await db
    .selectFrom('sponsors')
    .select(columns.sponsors)
    .where('eventId', 'in', eventIds)
    .orderBy('sponsorId')
    .execute()
  return Map.groupBy(sponsors, ({ eventId }) => eventId)
}
