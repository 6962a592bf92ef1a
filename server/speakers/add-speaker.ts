import type { Insertable } from 'kysely'
import type { Tables } from '#server/tables.ts'
import type { Work } from '#server/work.ts'

export type NewSpeaker = Insertable<Tables['speakers']>

/** Adds a speaker to an event; gives the id. */
export async function addSpeaker({ tx }: Work, speaker: NewSpeaker): Promise<number> {
  const { speakerId } = await tx
    .insertInto('speakers')
    .values(speaker)
    .returning('speakerId')
    .executeTakeFirstOrThrow()
  return speakerId
}
