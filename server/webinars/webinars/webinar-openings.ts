import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import type { Work } from '#server/work.ts'

/** A person sent to the webinar. */
interface Opening {
  registrationId: number
  webinarId: string
}

/**
 * Records that a person opened their join link and was sent to the webinar. A minute has one row, however
 * often they reload.
 */
export async function noteOpening({ tx, clock }: Work, opening: Opening) {
  await tx
    .insertInto('joinOpenings')
    .values({ ...opening, openedAt: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes openings older than attendance is kept; the database refuses to delete newer ones. */
export async function expireOpenings({ tx }: Work) {
  await tx
    .deleteFrom('joinOpenings')
    .where('openedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}
