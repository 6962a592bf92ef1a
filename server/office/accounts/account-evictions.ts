import { happened } from '#server/foundation/activities/activities.ts'
import { lockUser } from '#server/people/users/queries.ts'
import type { Kept, Personal } from '#server/personal.ts'
import type { Work } from '#server/work.ts'

/**
 * Ends all ways into a person's account but the kept ones, because someone else may have left any of them.
 * `personal`: of all nouns.
 */
export async function endOtherSessions(
  work: Work,
  personal: Personal[],
  { userId, ...kept }: { userId: string } & Kept,
) {
  await lockUser(work.tx, userId)
  for (const { evict } of personal) await evict?.(work, userId, kept)
}

/** Ends all sessions of a person for an administrator. Refuses with USER_NOT_FOUND. */
export async function endUserSessions(work: Work, personal: Personal[], userId: string) {
  await endOtherSessions(work, personal, { userId })
  await happened(work, [{ activity: 'sessions-ended', userId }])
}
