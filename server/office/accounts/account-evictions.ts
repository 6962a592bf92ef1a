import { happened } from '#server/foundation/activities/activities.ts'
import { keepEmail } from '#server/people/email-changes/email-changes.ts'
import { forgetPasskeys } from '#server/people/passkeys/passkeys.ts'
import { forgetDevices } from '#server/people/second-factors/second-factor-devices.ts'
import type { Holder } from '#server/people/sessions/session-changes.ts'
import { endSessions } from '#server/people/sessions/session-changes.ts'
import { lockUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'

/**
 * Ends a person's sessions except the current one, if given. Cancels a pending change of email, and deletes
 * their passkeys unless they keep them, because someone else may have left either. Forgets remembered
 * browsers.
 */
export async function endOtherSessions(
  work: Work,
  { userId, tokenHash }: Pick<Holder, 'userId'> & Partial<Holder>,
  { keepsPasskeys = false } = {},
): Promise<void> {
  await lockUser(work.tx, userId)
  await keepEmail(work, userId)
  if (!keepsPasskeys) await forgetPasskeys(work, userId, 'own')
  await endSessions(work, userId, tokenHash)
  await forgetDevices(work, userId)
}

/** Ends all sessions of a person for an administrator. Refuses with USER_NOT_FOUND. */
export async function endUserSessions(work: Work, userId: string): Promise<void> {
  await endOtherSessions(work, { userId })
  await happened(work, [{ activity: 'sessions-ended', userId }])
}
