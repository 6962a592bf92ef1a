import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import type { Work } from '#server/work.ts'

/** Deletes the answers that are older than certificates are kept, as their reports; the database refuses to delete newer ones. */
export async function forgetDecisions({ tx }: Work): Promise<void> {
  await tx
    .deleteFrom('attendanceDecisions')
    .where('decidedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}
