import { withdrawMails } from '#server/mails/mails.ts'
import type { Work } from '#server/work.ts'

/** Withdraws unsent reminders of a slot that a person no longer holds. */
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
