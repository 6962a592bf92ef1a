import { sql } from 'kysely'
import { yearsKept } from '#contract/certificates/calls.ts'
import { isInPerson } from '#contract/events/facts.ts'
import { sequenceOf } from '#server/calendars/calendar-file.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import { writeMail } from '#server/mails/mails.ts'
import { withdrawReminders } from '#server/reminders/withdraw-reminders.ts'
import type { Services } from '#server/services.ts'
import { findSender } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'
import { cancellationMail } from './mails.ts'
import { findToldSlot, lockRegistrationFacts } from './queries.ts'
import { calendarRemoval, confirmationOf, mailedEvent } from './registration-confirmation.ts'
import { forgetStaffMails, tellStaff } from './registration-staff-mails.ts'

/** Changes within this time after a confirmation wait, for one email about them all. */
const gatherSeconds = 60

/**
 * Writes the confirmation and the staff emails after a registration, a move, or another time or place of the slot.
 * Writes nothing if the last confirmation says the same, so it may run twice, or if the registration is canceled.
 */
export async function confirmRegistration(
  work: Work,
  { registrationId }: Jobs['confirm-registration'],
): Promise<void> {
  const { tx, addJobs, clock } = work
  const registration = await lockRegistrationFacts(tx, registrationId)
  if (!registration) return
  const told = await findToldSlot(tx, registrationId)
  if (told && isTold(registration, told)) return
  const waitSeconds = told ? gatherSeconds - (clock().getTime() - told.confirmedAt.getTime()) / 1000 : 0
  // A longer wait means that the clock was ahead when the confirmation was stored.
  if (waitSeconds > 0 && waitSeconds <= gatherSeconds) {
    return addJobs('confirm-registration', [{ registrationId }], { afterSeconds: Math.ceil(waitSeconds) })
  }
  if (told) await withdrawReminders(work, registrationId, told.eventSlotId)
  const confirmation = await confirmationOf(work, registration, told)
  // The staff changed the slot themselves.
  const isNewSlot = told?.eventSlotId !== registration.eventSlotId
  if (isNewSlot) await tellStaff(work, registration, told ? 'moved' : 'new')
  const cause = `registration:${registrationId}:${sequenceOf(registration)}:confirmation`
  await writeMail(work, { cause, ...confirmation })
  const { eventSlotId, startOn, endOn, startTime, endTime, venue } = registration
  const where = { venue, isInPerson: isInPerson(registration) }
  const tells = { eventSlotId, startOn, endOn, startTime, endTime, ...where, confirmedAt: clock() }
  await tx
    .insertInto('confirmations')
    .values({ registrationId, ...tells })
    .onConflict((conflict) => conflict.column('registrationId').doUpdateSet(tells))
    .execute()
}

/** Tells whether nothing has changed since; a virtual event's place does not count. */
function isTold(registration: RegistrationFacts, told: ToldSlot): boolean {
  const parts = ['eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime'] as const
  const isThere = isInPerson(registration)
  const isSameForm = told.isInPerson === null || told.isInPerson === isThere
  const isSamePlace = !isThere || registration.venue === told.venue
  return isSameForm && isSamePlace && parts.every((part) => registration[part] === told[part])
}

/**
 * Emails a person that their registration was canceled, with the attachment that removes it from their calendar. Emails
 * nobody who had no confirmation. May run twice.
 */
export async function tellCancellation(
  work: Work,
  { registrationId }: Jobs['tell-cancellation'],
): Promise<void> {
  const { tx, config } = work
  const registration = await lockRegistrationFacts(tx, registrationId, { isCanceled: true })
  const told = await findToldSlot(tx, registrationId)
  if (!registration || !told) return
  await withdrawReminders(work, registrationId, told.eventSlotId)
  const canceled = { ...registration, ...told }
  await writeMail(work, {
    // A restored registration can be canceled again.
    cause: `registration:${registrationId}:${registration.moves}:cancellation`,
    registrationId,
    event: mailedEvent(canceled),
    to: registration.email,
    content: cancellationMail(canceled, { publicUrl: config.publicUrl, sender: await findSender(work) }),
    attachments: [await calendarRemoval(work, registration, told)],
  })
  await tx.deleteFrom('confirmations').where('registrationId', '=', registrationId).execute()
}

/** How long the jobs of a cancellation may wait. */
const daysUntilForgotten = 14

/**
 * Deletes the registrations of deleted accounts with everything about them: credited ones when their years are
 * over, the rest when no job of their cancellation waits any longer.
 */
export async function forgetRegistrations({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
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
  await forgetStaffMails({ db, clock })
}

const mostAtOnce = 1000

/** Finds registrations without a confirmation whose job is gone: somebody may have emptied the queue. */
export async function sweepConfirmations({ tx, addJobs }: Work): Promise<void> {
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
