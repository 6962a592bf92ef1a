import { sql } from 'kysely'
import { withdrawConsent } from '#server/people/users/user-memberships.ts'
import type { Work } from '#server/work.ts'
import { withdrawUnsent } from './stop-message.ts'

/** Withdraws the consent of the person with this code, and their news that have not left. Refuses with NEWS_LINK_NOT_FOUND. */
export async function leaveMailingList(work: Work, code: string): Promise<void> {
  const userId = await withdrawConsent(work, code)
  await withdrawUnsent(work, sql`m.user_id = ${userId} and m.registration_id is null`, 'unsubscribed')
}
