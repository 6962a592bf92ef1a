import { sql } from 'kysely'
import { offerEnds } from '#contract/registrations/waitlists/rules.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { deletedSlotMail, expiredMail } from './mails.ts'
import type { WaitlistSlot } from './queries.ts'
import { closedRefusal } from './queries.ts'
import type { Waiting } from './waitlist-entries.ts'
import { about, causePrefix, isUntold, mailEach, offerCause } from './waitlist-entries.ts'

interface Offered extends Waiting {
  isOffered: boolean
  offeredAt: Date
  offeredUntil: Date
  /** The time from which its person can use the offer. */
  usableAt: Date
}

/**
 * Ends expired offers; of a past slot, all waits. An offer's hours count from when its person can use it: its
 * email has left, and the slot is open.
 */
export async function expireOffers(work: Work, slot: WaitlistSlot, isOver: boolean) {
  const { tx, clock } = work
  const now = clock()
  const isClosed = closedRefusal(slot) !== undefined
  const { rows } = await sql<Offered>`
    select waitlist_entry_id, user_id, first_name, email, code, w.state = 'offered' as is_offered, offered_at, offered_until,
      case when ${isClosed} or ${isUntold} then ${now}
        else greatest(offered_at, (select sent_at from mails where cause = ${offerCause})) end as usable_at
    from waitlist_entries w join users using (user_id)
    where event_slot_id = ${slot.eventSlotId} and (w.state = 'offered' or w.state = 'waiting' and ${isOver})
    order by waitlist_entry_id`.execute(tx)
  const offers = rows.map((row) => ({ ...row, end: isOver ? now : endOf(row, slot.startsAt) }))
  const kept = offers.filter(({ end }) => end > now)
  const expired = offers.filter(({ end }) => end <= now)
  await sql`
    update waitlist_entries w set offered_until = kept.until
    from unnest(${kept.map(({ waitlistEntryId }) => waitlistEntryId)}::integer[], ${kept.map(({ end }) => end)}::timestamptz[])
      as kept (id, until)
    where waitlist_entry_id = id and offered_until <> kept.until`.execute(tx)
  await tx
    .updateTable('waitlistEntries')
    .set({ state: 'expired' })
    .where(
      sql<boolean>`waitlist_entry_id = any(${expired.map(({ waitlistEntryId }) => waitlistEntryId)}::int[])`,
    )
    .execute()
  await happened(
    work,
    expired.map(({ userId, isOffered }) =>
      about(isOffered && !slot.isDeleted ? 'offer-expired' : 'wait-ended', userId, slot),
    ),
  )
  // Nobody needs an email about a slot that began.
  const told = slot.isDeleted ? expired : expired.filter(({ isOffered }) => isOffered && !isOver)
  const contentOf = slot.isDeleted ? deletedSlotMail : expiredMail
  await mailEach(work, told, (person, about) => ({
    cause: `${causePrefix}${person.waitlistEntryId}:ended`,
    content: contentOf({ ...slot, ...person }, about),
  }))
}

/** Returns when an offer ends, never earlier than announced. */
function endOf({ offeredAt, offeredUntil, usableAt }: Offered, startsAt: Date) {
  const end = offerEnds(offeredAt, startsAt, usableAt)
  return end > offeredUntil ? end : offeredUntil
}
