import { sql } from 'kysely'
import { offerEnds } from '#contract/registrations/waitlists/rules.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { withdrawMails, writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { deletedSlotMail, expiredMail } from './mails.ts'
import type { WaitlistSlot } from './queries.ts'
import type { Waiting } from './waitlist-entries.ts'
import { about, causePrefix, offerCause } from './waitlist-entries.ts'

/** An offer with its email's fate. */
interface Offered extends Waiting {
  isOffered: boolean
  offeredAt: Date
  offeredUntil: Date
  sentAt: Date | null
  isUnsent: boolean
}

/**
 * Lets people with an offer wait again, before all others: nobody could take the seat, so it is offered to
 * them again.
 */
export async function pauseOffers(work: Work, slot: WaitlistSlot): Promise<void> {
  const { rows } = await sql<{ userId: string; mailId: number | null }>`
    update waitlist_entries w set state = 'waiting',
      turn = turn - (select max(turn) from waitlist_entries own where own.event_slot_id = w.event_slot_id)
    where event_slot_id = ${slot.eventSlotId} and state = 'offered'
    returning user_id, (select mail_id from mails where cause = ${offerCause}) as mail_id`.execute(work.tx)
  await withdrawMails(
    work,
    rows.flatMap(({ mailId }) => mailId ?? []),
  )
  await happened(
    work,
    rows.map(({ userId }) => about('offer-paused', userId, slot)),
  )
}

/**
 * Ends expired offers; of a past slot, all waits. An offer's hours count from when its email left: before
 * that, the person could not know.
 */
export async function expireOffers(work: Work, slot: WaitlistSlot, isOver: boolean): Promise<void> {
  const { tx, clock, config } = work
  const now = clock()
  const { rows } = await sql<Offered>`
    select waitlist_entry_id, user_id, first_name, email, code, w.state = 'offered' as is_offered, offered_at, offered_until, sent_at,
      coalesce(sent_at is null and status in ('queued', 'sending', 'failed'), false) as is_unsent
    from waitlist_entries w join users using (user_id) left join mails on cause = ${offerCause}
    where event_slot_id = ${slot.eventSlotId} and (w.state = 'offered' or w.state = 'waiting' and ${isOver})
    order by waitlist_entry_id`.execute(tx)
  const offers = rows.map((row) => ({ ...row, end: isOver ? now : endOf(row, slot.startsAt, now) }))
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
  if (told.length === 0) return
  const contentOf = slot.isDeleted ? deletedSlotMail : expiredMail
  const sender = await findSender(work)
  await writeMails(
    work,
    told.map((person) => ({
      cause: `${causePrefix}${person.waitlistEntryId}:ended`,
      to: person.email,
      content: contentOf({ ...slot, ...person }, { publicUrl: config.publicUrl, sender }),
    })),
  )
}

/** Returns when an offer ends, never earlier than announced. */
function endOf({ offeredAt, offeredUntil, sentAt, isUnsent }: Offered, startsAt: Date, now: Date): Date {
  const hasWaited = isUnsent && offeredUntil <= now
  const from = hasWaited ? now : sentAt && sentAt > offeredAt ? sentAt : offeredAt
  const end = offerEnds(offeredAt, startsAt, from)
  return end > offeredUntil ? end : offeredUntil
}
