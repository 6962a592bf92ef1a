import { sql } from 'kysely'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { rescheduledMail } from './mails.ts'
import type { WaitlistSlot } from './queries.ts'
import type { Waiting } from './waitlist-entries.ts'
import { whenAndWhere } from './waitlist-entries.ts'

/** Emails people on a locked slot's waitlist whose last email had another time or place. */
export async function tellOfChange(work: Work, slot: WaitlistSlot): Promise<void> {
  const told = whenAndWhere(slot)
  const { rows } = await sql<Waiting & { previously: string }>`
    update waitlist_entries w set told = ${told}
    from waitlist_entries before join users using (user_id)
    where w.event_slot_id = ${slot.eventSlotId} and w.state in ('waiting', 'offered') and w.told <> ${told}
      and before.waitlist_entry_id = w.waitlist_entry_id
    returning w.waitlist_entry_id, w.user_id, first_name, email, w.code, before.told as previously`.execute(
    work.tx,
  )
  const people = rows.filter(({ previously }) => previously !== '')
  if (people.length === 0) return
  const sender = await findSender(work)
  await writeMails(
    work,
    people.map((person) => ({
      cause: `waitlist-rescheduled:${person.waitlistEntryId}:${slot.schedule}`,
      to: person.email,
      content: rescheduledMail({ ...slot, ...person }, { publicUrl: work.config.publicUrl, sender }),
      expiresAt: slot.startsAt,
    })),
  )
}
