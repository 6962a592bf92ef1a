import type { Insertable } from 'kysely'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Puts a speaker into a house that has no history yet. */
export async function insertSpeaker({ tx }: Work, speaker: Insertable<Tables['speakers']>): Promise<void> {
  await tx.insertInto('speakers').values(speaker).execute()
}
