import type { Insertable } from 'kysely'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Puts a sponsor into a house that has no history yet; gives its id. */
export async function insertSponsor({ tx }: Work, sponsor: Insertable<Tables['sponsors']>): Promise<number> {
  const { sponsorId } = await tx
    .insertInto('sponsors')
    .values(sponsor)
    .returning('sponsorId')
    .executeTakeFirstOrThrow()
  return sponsorId
}
