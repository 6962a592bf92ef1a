import { sql } from 'kysely'
import { easternDay } from '#contract/core/season.ts'
import type { Jobs } from '#server/jobs.ts'
import { writeMails } from '#server/mails/mails.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, SlotNews, StaffNews } from './mails.ts'
import { staffDigest, staffMail } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'
import { mailedEvent } from './registration-confirmation.ts'

const hourSeconds = 3600

/**
 * Writes a staff email about a registration. The staff get one an hour for each person and event; later changes come
 * with the next one, in their latest state. Writes nothing if the staff get a daily digest instead.
 */
export async function tellStaff(work: Work, registration: RegistrationFacts, news: StaffNews): Promise<void> {
  const { tx, addJobs, clock, config } = work
  const { staff, staffNotices } = config.mail
  if (staff.length === 0 || staffNotices === 'daily') return
  const { registrationId, userId } = registration
  const now = clock()
  const { rows } = await sql`
    insert into staff_notices (user_id, event_id, told_at)
    select user_id, event_id, ${now} from registrations where registration_id = ${registrationId}
    on conflict (user_id, event_id) do update set told_at = excluded.told_at
      where staff_notices.told_at <= ${now}::timestamptz - interval '1 hour'
    returning user_id`.execute(tx)
  if (rows.length === 0) {
    return addJobs('tell-staff', [{ registrationId }], { afterSeconds: hourSeconds, isAnew: true })
  }
  await writeMails(
    work,
    staff.map((to) => ({
      registrationId,
      event: mailedEvent(registration),
      cause: `staff:${userId}:${registrationId}:${now.getTime()}:${to}`,
      to,
      content: staffMail(registration, news),
    })),
  )
}

/** Emails the staff the changes within an hour of their last email. Skips a registration that was canceled since. */
export async function tellStaffLater(work: Work, { registrationId }: Jobs['tell-staff']): Promise<void> {
  const registration = await lockRegistrationFacts(work.tx, registrationId)
  if (registration) await tellStaff(work, registration, 'changed')
}

/** Writes the staff's daily digest, with everything since the previous one. Writes nothing if nothing happened. */
export async function mailStaffDigest(work: Work): Promise<void> {
  const { tx, clock, config } = work
  const { staff, staffNotices } = config.mail
  if (staff.length === 0 || staffNotices !== 'daily') return
  const day = easternDay(clock())
  const { rows } = await sql<SlotNews>`
    select event_name, start_on, end_on, start_time, end_time,
      count(*) filter (where activity in ('registered', 'restored')) as registered,
      count(*) filter (where activity = 'moved') as moved,
      count(*) filter (where activity in ('cancelled', 'deleted')) as canceled,
      (select count(*) from registrations held
        where held.event_slot_id = event_slots.event_slot_id and held.cancelled_at is null) as holders
    from activities
    join registrations using (registration_id)
    join event_slots on event_slots.event_slot_id = registrations.event_slot_id
    join events on events.event_id = event_slots.event_id
    where activity in ('registered', 'restored', 'moved', 'cancelled', 'deleted')
      and acted_at <= ${clock()}
      and acted_at > coalesce(
        (select max(created_at) from mails where to_address = ${staff[0]} and starts_with(cause, 'staff-digest:')),
        ${clock()}::timestamptz - interval '1 day')
    group by event_slots.event_slot_id, event_name
    order by start_on, start_time, event_slots.event_slot_id`.execute(tx)
  if (rows.length === 0) return
  const content = staffDigest(rows, day, config.publicUrl)
  await writeMails(
    work,
    staff.map((to) => ({ cause: `staff-digest:${day}:${to}`, to, content })),
  )
}

/** Deletes the rows that delay staff emails once they no longer do. */
export async function forgetStaffMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - hourSeconds * 1000)
  await db.deleteFrom('staffNotices').where('toldAt', '<=', before).execute()
}
