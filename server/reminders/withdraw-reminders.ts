import { withdrawMails } from '#server/mails/mails.ts'
import type { Work } from '#server/work.ts'

/** Takes back the reminders of a slot that somebody no longer holds: those that have not left yet. */
export async function withdrawReminders(
  work: Work,
  registrationId: number,
  eventSlotId: number,
): Promise<void> {
  const written = await work.tx
    .selectFrom('reminders')
    .select('mailId')
    .where('registrationId', '=', registrationId)
    .where('eventSlotId', '=', eventSlotId)
    .execute()
  await withdrawMails(
    work,
    written.map(({ mailId }) => mailId),
  )
}
