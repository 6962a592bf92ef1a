import type { Insertable } from 'kysely'
import type { Tables } from '#server/tables.ts'
import type { Work } from '#server/work.ts'

export type NewSponsor = Insertable<Tables['sponsors']>

/** Adds a sponsor to its event; gives its id. */
export async function addSponsor({ tx }: Work, sponsor: NewSponsor): Promise<number> {
  const { sponsorId } = await tx
    .insertInto('sponsors')
    .values(sponsor)
    .returning('sponsorId')
    .executeTakeFirstOrThrow()
  return sponsorId
}
