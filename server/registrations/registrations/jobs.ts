import { sql } from 'kysely'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { sequenceOf } from '#server/events/calendars/calendar-file.ts'
import { findHouse } from '#server/events/calendars/queries.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'
import { cancellationMail } from './mails.ts'
import { findToldSlots, lockRegistrationFacts } from './queries.ts'
import type { Telling } from './registration-confirmation.ts'
import { calendarRemoval, confirmationsOf, mailedEvent } from './registration-confirmation.ts'
import { withdrawReminders } from './registration-reminders.ts'
import { expireStaffMails, staffMailsOf } from './registration-staff-mails.ts'

/** Changes within this time after a confirmation are gathered into one email. */
const gatherSeconds = 60

/**
 * Writes the confirmations and the staff emails after registrations, moves, or another time or place of the
 * slot. Writes nothing about a canceled registration, or if its last confirmation says the same, so it may
 * run twice.
 */
export async function confirmRegistrations(work: Work, registrationIds: number[]): Promise<void> {
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
  await storeTold(work, due)
}

/** Returns 0 if a confirmation may be written. */
function secondsToWait(told: ToldSlot | undefined, now: Date): number {
  if (!told) return 0
  const seconds = Math.ceil(gatherSeconds - (now.getTime() - told.confirmedAt.getTime()) / 1000)
  // A longer wait means that the clock was ahead when the confirmation was stored.
  return seconds > gatherSeconds ? 0 : Math.max(0, seconds)
}

function leftSlot({ registration: { registrationId }, told }: Telling) {
  return told ? [{ registrationId, eventSlotId: told.eventSlotId }] : []
}

/** Stores what these registrations' confirmations say. */
async function storeTold({ tx, clock }: Work, tellings: Telling[]): Promise<void> {
  const rows = tellings.map(({ registration }) => ({ ...registration, isInPerson: isInPerson(registration) }))
  await sql`
    insert into confirmations (registration_id, event_slot_id, start_on, end_on, start_time, end_time, venue, is_in_person, confirmed_at)
    select told.*, ${clock()} from jsonb_to_recordset(${JSON.stringify(rows)}) as told ("registrationId" integer,
      "eventSlotId" integer, "startOn" date, "endOn" date, "startTime" time, "endTime" time, venue text, "isInPerson" boolean)
    on conflict (registration_id) do update
      set (event_slot_id, start_on, end_on, start_time, end_time, venue, is_in_person, confirmed_at) = (excluded.event_slot_id,
        excluded.start_on, excluded.end_on, excluded.start_time, excluded.end_time, excluded.venue, excluded.is_in_person,
        excluded.confirmed_at)`.execute(tx)
}

/** Returns true if nothing has changed since; a virtual event's place does not count. */
function isTold(registration: RegistrationFacts, told: ToldSlot): boolean {
  const parts = ['eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime'] as const
  const isThere = isInPerson(registration)
  const isSameForm = told.isInPerson === null || told.isInPerson === isThere
  const isSamePlace = !isThere || registration.venue === told.venue
  return isSameForm && isSamePlace && parts.every((part) => registration[part] === told[part])
}

/**
 * Emails people about canceled registrations, with the attachments that remove them from calendars. Skips
 * unconfirmed ones. May run twice.
 */
export async function tellCancellations(work: Work, registrationIds: number[]): Promise<void> {
  const { tx, config, clock } = work
  const registrations = await lockRegistrationFacts(tx, registrationIds, { isCanceled: true })
  const toldSlots = await findToldSlots(tx, registrationIds)
  const canceled = registrations.flatMap((registration) => {
    const told = toldSlots.get(registration.registrationId)
    return told ? [{ registration, told }] : []
  })
  if (canceled.length === 0) return
  await withdrawReminders(work, canceled.flatMap(leftSlot))
  const [sender, house] = [await findSender(work), await findHouse(tx, config)]
  const { publicUrl } = config
  await writeMails(
    work,
    canceled.map(({ registration, told }) => {
      const { registrationId, moves, email } = registration
      const then = { ...registration, ...told }
      return {
        // A restored registration can be canceled again.
        cause: `registration:${registrationId}:${moves}:cancellation`,
        registrationId,
        event: mailedEvent(then),
        to: email,
        content: cancellationMail(then, { publicUrl, sender }),
        attachments: [calendarRemoval(registration, told, house, clock())],
      }
    }),
  )
  const ids = canceled.map(({ registration }) => registration.registrationId)
  await tx.deleteFrom('confirmations').where(sql<boolean>`registration_id = any(${ids}::int[])`).execute()
}

/** The days that a cancellation's jobs may wait. */
const daysUntilForgotten = 14

/**
 * Deletes deleted accounts' registrations with everything about them: credited ones after their retention,
 * others when no job of their cancellation waits.
 */
export async function expireRegistrations({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
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
