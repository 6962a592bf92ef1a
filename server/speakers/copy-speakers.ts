import { columns } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Gives an event the speakers of another one, with their own videos. Whoever calls has locked the other. */
export async function copySpeakers({ tx }: Work, fromEventId: number, toEventId: number): Promise<void> {
  const speakers = await tx
    .selectFrom('speakers')
    .select(columns.speakers)
    .where('eventId', '=', fromEventId)
    .orderBy('speakerId')
    .execute()
  if (speakers.length === 0) return
  await tx
    .insertInto('speakers')
    .values(speakers.map(({ speakerId: _, version: __, ...speaker }) => ({ ...speaker, eventId: toEventId })))
    .execute()
}
