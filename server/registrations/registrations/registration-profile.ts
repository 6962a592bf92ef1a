import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'
import { completeProfileMail } from './mails.ts'

/**
 * Emails a person whom others registered that their certificate needs a complete profile, once per
 * registration. `done`: what was done for them, such as 'You are checked in at'. Does nothing if the profile
 * is complete.
 */
export async function askForProfile(
  work: Work,
  { userId, registrationId, eventName }: { userId: string; registrationId: number; eventName: string },
  done: string,
) {
  const user = await getUser(work.tx, userId)
  if (isProfileComplete(user)) return
  const content = completeProfileMail(work.config.publicUrl, { ...user, eventName, done })
  await writeMail(work, {
    cause: `complete-profile:${registrationId}`,
    to: user.email,
    content,
    registrationId,
  })
}
