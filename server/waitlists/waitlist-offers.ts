import { sql } from 'kysely'
import { isNight, offerEnds, offerHours } from '#contract/waitlists/rules.ts'
import type { Happened } from '#server/activities/activities.ts'
import { happened, ofSlot } from '#server/activities/activities.ts'
import { writeMails } from '#server/mails/mails.ts'
import type { Tx } from '#server/services.ts'
import { findSeats } from '#server/slots/slot-seats.ts'
import { findSender } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { deletedSlotMail, expiredMail, offerMail } from './mails.ts'
import type { WaitlistSlot } from './queries.ts'
import { lockSlotOfWaitlist } from './queries.ts'

/** Somebody on a waitlist, with what their emails need. */
interface Waiting {
  waitlistEntryId: number
  userId: string
  firstName: string
  email: string
  code: string
}

/** An offer with what became of its email. */
interface Offered extends Waiting {
  isOffered: boolean
  offeredAt: Date
  offeredUntil: Date
  sentAt: Date | null
  isUnsent: boolean
}

/**
 * Brings the waitlist of a slot up to date, under the slot's lock: ends offers that are over, and offers its free seats to the
 * people who wait, in their order; by day only. May run twice: a second run finds nothing to do.
 */
export async function offerSeats(work: Work, eventSlotId: number): Promise<void> {
  const slot = await lockSlotOfWaitlist(work.tx, eventSlotId)
  const now = work.clock()
  const isOver = now >= slot.startsAt || slot.isDeleted
  await settleTaken(work, slot)
  await expireOffers(work, slot, isOver)
  if (isOver || !slot.isOpen || isNight(now)) return
  const seats = await findOfferable(work, eventSlotId)
  if (seats <= 0) return
  await offerTo(work, slot, await findNext(work.tx, eventSlotId, seats))
}

/** Offers seats of a locked slot to people who wait. Returns until when. */
export async function offerTo(
  work: Work,
  slot: WaitlistSlot,
  waiting: Waiting[],
  reason?: string,
): Promise<Date> {
  const { tx, clock, config } = work
  const now = clock()
  const [hours, offeredUntil] = [offerHours(now, slot.startsAt), offerEnds(now, slot.startsAt)]
  if (waiting.length === 0) return offeredUntil
  const ids = waiting.map(({ waitlistEntryId }) => waitlistEntryId)
  await tx
    .updateTable('waitlistEntries')
    .set({ state: 'offered', offeredAt: now, offeredUntil })
    .where('waitlistEntryId', 'in', ids)
    .execute()
  await happened(
    work,
    waiting.map(({ userId }) => about('seat-offered', userId, slot, reason)),
  )
  const sender = await findSender(work)
  await writeMails(
    work,
    waiting.map((person) => ({
      cause: causeOf(person.waitlistEntryId),
      to: person.email,
      content: offerMail({ ...slot, ...person, hours }, { publicUrl: config.publicUrl, sender }),
      isUrgent: true,
      expiresAt: slot.startsAt,
    })),
  )
  return offeredUntil
}

/** Ends the waits of people who are registered for the slot by now, whoever registered them. */
async function settleTaken(work: Work, slot: WaitlistSlot): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    update waitlist_entries w set state = 'taken'
    from registrations r
    where w.event_slot_id = ${slot.eventSlotId} and state in ('waiting', 'offered')
      and r.user_id = w.user_id and r.event_slot_id = w.event_slot_id and r.cancelled_at is null
    returning w.user_id`.execute(work.tx)
  await happened(
    work,
    rows.map(({ userId }) => about('seat-taken', userId, slot)),
  )
}

/**
 * Ends offers that ran out; of a slot that is over, all waits. The hours of an offer count from when its email left: before that, the
 * person could not know about it.
 */
async function expireOffers(work: Work, slot: WaitlistSlot, isOver: boolean): Promise<void> {
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
    expired.map(({ userId }) => about('offer-expired', userId, slot)),
  )
  // Nobody needs an email about a slot that began.
  const told = slot.isDeleted ? expired : expired.filter(({ isOffered }) => isOffered && !isOver)
  if (told.length === 0) return
  const contentOf = slot.isDeleted ? deletedSlotMail : expiredMail
  const sender = await findSender(work)
  await writeMails(
    work,
    told.map((person) => ({
      cause: `${causeOf(person.waitlistEntryId)}:ended`,
      to: person.email,
      content: contentOf({ ...slot, ...person }, { publicUrl: config.publicUrl, sender }),
    })),
  )
}

/** Returns when an offer ends. It never ends earlier than was said before. */
function endOf({ offeredAt, offeredUntil, sentAt, isUnsent }: Offered, startsAt: Date, now: Date): Date {
  const hasWaited = isUnsent && offeredUntil <= now
  const from = hasWaited ? now : sentAt && sentAt > offeredAt ? sentAt : offeredAt
  const end = offerEnds(offeredAt, startsAt, from)
  return end > offeredUntil ? end : offeredUntil
}

/** Returns how many seats can be offered. A seat that was canceled a moment ago waits: its person may take that back. */
async function findOfferable({ tx, clock }: Work, eventSlotId: number): Promise<number> {
  const seats = (await findSeats(tx, [eventSlotId], clock())).get(eventSlotId)
  return seats ? seats.seatsFree - seats.leaving.size : Number.POSITIVE_INFINITY
}

/** Returns the people who wait for a slot in their order, the first `atMost` of them. */
export function findNext(tx: Tx, eventSlotId: number, atMost = Number.POSITIVE_INFINITY): Promise<Waiting[]> {
  return tx
    .selectFrom('waitlistEntries')
    .innerJoin('users', 'users.userId', 'waitlistEntries.userId')
    .select(['waitlistEntryId', 'users.userId', 'firstName', 'email', 'code'])
    .where('eventSlotId', '=', eventSlotId)
    .where('waitlistEntries.state', '=', 'waiting')
    .orderBy('turn')
    .orderBy('waitlistEntryId')
    .$if(Number.isFinite(atMost), (people) => people.limit(atMost))
    .execute()
}

export function about(
  activity: Happened['activity'],
  userId: string,
  slot: WaitlistSlot,
  reason?: string,
): Happened {
  return { activity, userId, ...ofSlot(slot, reason === undefined ? {} : { reason }) }
}

const causePrefix = 'waitlist-offer:'

function causeOf(waitlistEntryId: number): string {
  return causePrefix + waitlistEntryId
}

/** Selects the cause of the email of an offer. */
export const offerCause = sql<string>`${sql.lit(causePrefix)} || waitlist_entry_id`
