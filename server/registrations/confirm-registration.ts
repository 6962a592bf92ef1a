import type { Jobs } from '#server/jobs.ts'
import { writeMail } from '#server/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { confirmationMail, staffNotice } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'

/** Changes so soon after a confirmation wait, and are told together. */
const gatherSeconds = 60

/**
 * Writes the confirmation and the notices of a registration, or of the slot that it has moved to; for what is told already
 * it writes nothing, so it may run twice. A registration that was cancelled meanwhile is not confirmed.
 */
export async function confirmRegistration(
  work: Work,
  { registrationId }: Jobs['confirm-registration'],
): Promise<void> {
  const { tx, addJobs, clock, config } = work
  const registration = await lockRegistrationFacts(tx, registrationId)
  if (!registration) return
  const told = await tx
    .selectFrom('confirmations')
    .select(['eventSlotId', 'confirmedAt'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  if (told?.eventSlotId === registration.eventSlotId) return
  const waitSeconds = told ? gatherSeconds - (clock().getTime() - told.confirmedAt.getTime()) / 1000 : 0
  if (waitSeconds > 0) {
    return addJobs('confirm-registration', [{ registrationId }], { afterSeconds: Math.ceil(waitSeconds) })
  }
  const isFirst = told === undefined
  const cause = `registration:${registrationId}:${registration.moves}`
  await writeMail(work, {
    cause: `${cause}:confirmation`,
    to: registration.email,
    content: confirmationMail(registration, isFirst, config.publicUrl),
  })
  for (const to of config.mail.staff) {
    const content = staffNotice(registration, isFirst)
    await writeMail(work, { cause: `${cause}:notice:${to}`, to, content })
  }
  const { eventSlotId } = registration
  await tx
    .insertInto('confirmations')
    .values({ registrationId, eventSlotId, confirmedAt: clock() })
    .onConflict((conflict) =>
      conflict.column('registrationId').doUpdateSet({ eventSlotId, confirmedAt: clock() }),
    )
    .execute()
}
