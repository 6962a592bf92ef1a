import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Gives an event the sponsors of another one, which whoever calls has locked; each id there with its copy's. */
export async function copySponsors(
  { tx, clock }: Work,
  fromEventId: number,
  toEventId: number,
): Promise<Map<number, number>> {
  const sponsors = await tx
    .selectFrom('sponsors')
    .select(columns.sponsors)
    .where('eventId', '=', fromEventId)
    .orderBy('sponsorId')
    .execute()
  const copies = new Map<number, number>()
  const now = { createdAt: clock(), updatedAt: clock() }
  // One by one: nothing promises in which order several come back.
  for (const { sponsorId, version: _, ...sponsor } of sponsors) {
    const copy = await tx
      .insertInto('sponsors')
      .values({ ...sponsor, ...now, eventId: toEventId })
      .returning('sponsorId')
      .executeTakeFirstOrThrow()
    copies.set(sponsorId, copy.sponsorId)
  }
  return copies
}
