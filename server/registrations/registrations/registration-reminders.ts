import { sql } from 'kysely'
import { withdrawMails } from '#server/foundation/mails/mails.ts'
import type { Work } from '#server/work.ts'

interface Held {
  registrationId: number
  eventSlotId: number
}

/** Withdraws unsent reminders of slots that people left. */
export async function withdrawReminders(work: Work, left: Held[]) {
  if (left.length === 0) return
  const { rows } = await sql<{ mailId: number }>`
    select mail_id from reminders join unnest(${left.map(({ registrationId }) => registrationId)}::integer[],
      ${left.map(({ eventSlotId }) => eventSlotId)}::integer[]) as held (registration_id, event_slot_id)
      using (registration_id, event_slot_id)`.execute(work.tx)
  await withdrawMails(
    work,
    rows.map(({ mailId }) => mailId),
  )
}
