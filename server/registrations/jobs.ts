import type { Jobs } from '#server/jobs.ts'
import { writeMail } from '#server/mails/mails.ts'
import type { Services } from '#server/services.ts'
import { confirmationMail, staffNotice } from './mails.ts'
import { findRegistrationFacts } from './queries.ts'

/**
 * Writes the confirmation and the notices of a registration, or of its newest move. Each has its cause, so running
 * twice writes nothing more; a registration that was cancelled meanwhile is not confirmed.
 */
export async function confirmRegistration(
  services: Services,
  job: Jobs['confirm-registration'],
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const registration = await findRegistrationFacts(tx, job.userId, job.eventId)
    if (!registration) return
    const cause = `registration:${registration.registrationId}:${registration.moves}`
    await writeMail(tx, services, {
      cause: `${cause}:confirmation`,
      to: registration.email,
      content: confirmationMail(registration, services.config.publicUrl),
    })
    for (const to of services.config.mail.staff) {
      await writeMail(tx, services, {
        cause: `${cause}:notice:${to}`,
        to,
        content: staffNotice(registration),
      })
    }
  })
}
