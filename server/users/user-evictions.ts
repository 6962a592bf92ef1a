import { happened } from '#server/activities/activities.ts'
import { forgetPasskeys } from '#server/passkeys/passkeys.ts'
import type { Work } from '#server/work.ts'
import { lockUser } from './queries.ts'
import { keepEmail } from './user-email-changes.ts'
import { endSessions, type Holder } from './user-session-changes.ts'

/**
 * Ends all sessions of a person but the one they are in, takes back the change of email that waits, and forgets their passkeys
 * unless they keep them: somebody else may have left either.
 */
export async function signOutElsewhere(
  work: Work,
  { userId, tokenHash }: Holder,
  { keepsPasskeys = false } = {},
): Promise<void> {
  await lockUser(work.tx, userId)
  await keepEmail(work, userId)
  if (!keepsPasskeys) await forgetPasskeys(work, userId, 'own')
  await endSessions(work, userId, tokenHash)
}

/** The same of all sessions, for an administrator. Refuses with USER_NOT_FOUND. */
export async function signOutEverywhere(work: Work, userId: string): Promise<void> {
  await lockUser(work.tx, userId)
  await keepEmail(work, userId)
  await forgetPasskeys(work, userId, 'own')
  await happened(work, [{ activity: 'sessions-ended', userId }])
  await endSessions(work, userId)
}
