import { happened } from '#server/activities/activities.ts'
import { keepEmail } from '#server/email-changes/email-changes.ts'
import { forgetPasskeys } from '#server/passkeys/passkeys.ts'
import { forgetDevices } from '#server/second-factors/second-factor-devices.ts'
import { endSessions, type Holder } from '#server/sessions/session-changes.ts'
import { lockUser } from '#server/users/queries.ts'
import type { Work } from '#server/work.ts'

/**
 * Ends all sessions of a person but the one they are in, takes back the change of email that waits, and forgets their passkeys
 * unless they keep them: somebody else may have left either. Their second step is asked for on every browser.
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
  await forgetDevices(work.tx, userId)
}

/** The same of all sessions, for an administrator. Refuses with USER_NOT_FOUND. */
export async function signOutEverywhere(work: Work, userId: string): Promise<void> {
  await lockUser(work.tx, userId)
  await keepEmail(work, userId)
  await forgetPasskeys(work, userId, 'own')
  await happened(work, [{ activity: 'sessions-ended', userId }])
  await endSessions(work, userId)
  await forgetDevices(work.tx, userId)
}
