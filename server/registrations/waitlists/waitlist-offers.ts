import { isNight, offerEnds } from '#contract/registrations/waitlists/rules.ts'
import { findSeats } from '#server/events/slots/slot-seats.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { offerMail } from './mails.ts'
import type { WaitlistSlot } from './queries.ts'
import { closedRefusal, lockSlotOfWaitlist } from './queries.ts'
import { expireOffers } from './waitlist-ends.ts'
import type { Waiting } from './waitlist-entries.ts'
import { about, causeOf, findNext, mailEach } from './waitlist-entries.ts'

/**
 * Brings a slot's waitlist up to date, under the slot's lock. Ends expired offers, and offers free seats to the
 * waiting people in order: by day, and while the slot is open. May run twice: a second run finds nothing to do.
 */
export async function offerSeats(work: Work, eventSlotId: number) {
  const slot = await lockSlotOfWaitlist(work.tx, eventSlotId)
  const now = work.clock()
  const isOver = now >= slot.startsAt || slot.isDeleted
  await expireOffers(work, slot, isOver)
  if (isOver || closedRefusal(slot) || isNight(now)) return
  const seats = await findOfferable(work, eventSlotId)
  if (seats <= 0) return
  await offerTo(work, slot, await findNext(work.tx, eventSlotId, seats))
}

/** Offers a locked slot's seats to waiting people. Returns until when. */
export async function offerTo(
  work: Work,
  slot: WaitlistSlot,
  waiting: Waiting[],
  reason?: string,
): Promise<Date> {
  const { tx, clock } = work
  const now = clock()
  const offeredUntil = offerEnds(now, slot.startsAt)
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
  await mailEach(work, waiting, (person, about) => ({
    cause: causeOf(person.waitlistEntryId, now),
    content: offerMail({ ...slot, ...person, offeredUntil }, about),
    isUrgent: true,
    expiresAt: slot.startsAt,
  }))
  return offeredUntil
}

/** Returns how many seats can be offered. A just canceled seat waits, because its person may undo that. */
async function findOfferable({ tx, clock }: Work, eventSlotId: number) {
  const seats = (await findSeats(tx, [eventSlotId], clock())).get(eventSlotId)
  return seats ? seats.seatsFree - seats.leaving.size : Number.POSITIVE_INFINITY
}
