import { sql } from 'kysely'
import type { MailSender } from '#server/core/mail/mail-layout.ts'
import { ofSlot } from '#server/foundation/activities/activities.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Happened } from '#server/jobs.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { WaitlistSlot } from './queries.ts'
import { selectPlaces } from './queries.ts'

/** A person on a waitlist, with what their emails need. */
export interface Waiting {
  waitlistEntryId: number
  userId: string
  firstName: string
  email: string
  code: string
}

/** Selects the people who wait for a slot or have an offer. */
export function selectWaiting(tx: Tx, eventSlotId: number) {
  return selectPlaces(tx)
    .innerJoin('users', 'users.userId', 'waitlistEntries.userId')
    .select(['waitlistEntryId', 'users.userId', 'firstName', 'email', 'code'])
    .where('eventSlotId', '=', eventSlotId)
}

/** Returns the first `atMost` waiting people of a slot, in order. */
export function findNext(tx: Tx, eventSlotId: number, atMost = Number.POSITIVE_INFINITY): Promise<Waiting[]> {
  return selectWaiting(tx, eventSlotId)
    .where('waitlistEntries.state', '=', 'waiting')
    .orderBy('turn')
    .orderBy('waitlistEntryId')
    .$if(Number.isFinite(atMost), (people) => people.limit(atMost))
    .execute()
}

/** Writes an email to each of these people. */
export async function mailEach<Person extends Waiting>(
  work: Work,
  people: Person[],
  mailTo: (person: Person, about: { publicUrl: string; sender: MailSender }) => Omit<NewMail, 'to'>,
) {
  if (people.length === 0) return
  const about = { publicUrl: work.config.publicUrl, sender: await findSender(work) }
  await writeMails(
    work,
    people.map((person) => ({ to: person.email, ...mailTo(person, about) })),
  )
}

/** Returns an activity about a person on a slot's waitlist. */
export function about(
  activity: Happened['activity'],
  userId: string,
  slot: WaitlistSlot,
  reason?: string,
): Happened {
  return { activity, userId, ...ofSlot(slot, reason === undefined ? {} : { reason }) }
}

/** The cause prefix of all emails about offers. */
export const causePrefix = 'waitlist-offer:'

/** Returns the cause of an offer's email. A seat may be offered to the same person twice. */
export function causeOf(waitlistEntryId: number, offeredAt: Date): string {
  return `${causePrefix}${waitlistEntryId}:${offeredAt.getTime()}`
}

/** Selects the same. */
export const offerCause = sql<string>`${sql.lit(causePrefix)} || waitlist_entry_id || ':' || floor(extract(epoch from offered_at) * 1000)`

/** True for an offer whose email has not left, in SQL. */
export const isUntold = sql<boolean>`exists (
  select from mails where cause = ${offerCause} and sent_at is null and status in ('queued', 'sending', 'failed'))`
