import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { sequenceOf } from '#server/events/calendars/calendar-file.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'
import { findToldSlots, lockRegistrationFacts } from './queries.ts'
import type { Telling } from './registration-confirmation.ts'
import { confirmationsOf } from './registration-confirmation.ts'
import { withdrawReminders } from './registration-reminders.ts'
import { expireStaffMails, staffMailsOf } from './registration-staff-mails.ts'
import { storeTold } from './registration-told.ts'

/** Changes within this time after a confirmation are gathered into one email. */
const gatherSeconds = 60

/**
 * Writes the confirmations and the staff emails after registrations, moves, or another time or place of the
 * slot. Writes nothing about a canceled registration, or if its last confirmation says the same, so it may
 * run twice.
 */
export async function confirmRegistrations(work: Work, registrationIds: number[]) {
  const { tx, addJobs, clock } = work
  const registrations = await lockRegistrationFacts(tx, registrationIds)
  // Read after the lock: another job may have confirmed one by then.
  const toldSlots = await findToldSlots(tx, registrationIds)
  const now = clock()
  const changed = registrations
    .map((registration) => ({ registration, told: toldSlots.get(registration.registrationId) }))
    .filter(({ registration, told }) => !told || !isTold(registration, told))
  const groups = Map.groupBy(changed, ({ told }) => secondsToWait(told, now))
  const due = groups.get(0) ?? []
  groups.delete(0)
  for (const [afterSeconds, early] of groups) {
    const jobs = early.map(({ registration: { registrationId } }) => ({ registrationId }))
    await addJobs('confirm-registration', jobs, { afterSeconds })
  }
  if (due.length === 0) return
  await withdrawReminders(work, due.flatMap(leftSlot))
  const confirmations = await confirmationsOf(
    work,
    due,
    (registration) => `registration:${registration.registrationId}:${sequenceOf(registration)}:confirmation`,
  )
  // The staff changed the others' slots themselves.
  const isNewSlot = ({ registration, told }: Telling) => told?.eventSlotId !== registration.eventSlotId
  const news = due
    .filter(isNewSlot)
    .map(({ registration, told }) => ({ registration, news: told ? ('moved' as const) : ('new' as const) }))
  await writeMails(work, [...confirmations, ...(await staffMailsOf(work, news))])
  await storeTold(
    work,
    due.map(({ registration }) => registration),
  )
}

/** Returns 0 if a confirmation may be written. */
function secondsToWait(told: ToldSlot | undefined, now: Date) {
  if (!told) return 0
  const seconds = Math.ceil(gatherSeconds - (now.getTime() - told.confirmedAt.getTime()) / 1000)
  // A longer wait means that the clock was ahead when the confirmation was stored.
  return seconds > gatherSeconds ? 0 : Math.max(0, seconds)
}

function leftSlot({ registration: { registrationId }, told }: Telling) {
  return told ? [{ registrationId, eventSlotId: told.eventSlotId }] : []
}

/** Returns true if nothing has changed since; a virtual event's place does not count. */
function isTold(registration: RegistrationFacts, told: ToldSlot) {
  const parts = ['eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime'] as const
  const isThere = isInPerson(registration)
  const isSameForm = told.isInPerson === null || told.isInPerson === isThere
  const isSamePlace = !isThere || registration.venue === told.venue
  return isSameForm && isSamePlace && parts.every((part) => registration[part] === told[part])
}

/** The days that a cancellation's jobs may wait. */
const daysUntilForgotten = 14

/**
 * Deletes deleted accounts' registrations with everything about them: credited ones after their retention,
 * others when no job of their cancellation waits.
 */
export async function expireRegistrations({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const now = clock()
  await sql`
    delete from registrations r
    where user_id is null
      and (cancelled_at is null or cancelled_at <= ${now}::timestamptz - ${daysUntilForgotten} * interval '1 day')
      and not exists (
        select from credits c
        left join certificates using (credit_id)
        where c.registration_id = r.registration_id
          and greatest(decided_at, issued_at) > ${now}::timestamptz - ${yearsKept} * interval '1 year'
      )`.execute(db)
  await expireStaffMails({ db, clock })
}

const mostAtOnce = 1000

/** Finds registrations without a confirmation whose job is gone: an administrator may have emptied the queue. */
export async function sweepConfirmations({ tx, addJobs }: Work) {
  const { rows } = await sql<{ registrationId: number }>`
    select registration_id from registrations r
    join event_slots s using (event_slot_id)
    left join confirmations c using (registration_id)
    where cancelled_at is null and user_id is not null
      and (c.event_slot_id, c.start_on, c.end_on, c.start_time, c.end_time)
        is distinct from (s.event_slot_id, s.start_on, s.end_on, s.start_time, s.end_time)
      and ${hasNoJob('confirm-registration', 'registrationId', 'r.registrationId')}
    order by registration_id limit ${mostAtOnce}`.execute(tx)
  if (rows.length > 0) await addJobs('confirm-registration', rows)
}
