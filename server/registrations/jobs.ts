import type { Jobs } from '#server/jobs.ts'
import { writeMail } from '#server/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { confirmationMail, staffNotice } from './mails.ts'
import { findRegistrationFacts } from './queries.ts'

/**
 * Writes the confirmation and the notices of a registration, or of its newest move. Each has its cause, so running
 * twice writes nothing more; a registration that was cancelled meanwhile is not confirmed.
 */
export async function confirmRegistration(
  work: Work,
  { registrationId }: Jobs['confirm-registration'],
): Promise<void> {
  const { publicUrl, mail } = work.config
  const registration = await findRegistrationFacts(work.tx, registrationId)
  if (!registration) return
  const cause = `registration:${registrationId}:${registration.moves}`
  await writeMail(work, {
    cause: `${cause}:confirmation`,
    to: registration.email,
    content: confirmationMail(registration, publicUrl),
  })
  for (const to of mail.staff) {
    await writeMail(work, { cause: `${cause}:notice:${to}`, to, content: staffNotice(registration) })
  }
}
