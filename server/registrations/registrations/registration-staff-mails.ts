import { sql } from 'kysely'
import { easternDay } from '#contract/core/season.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, SlotNews, StaffNews } from './mails.ts'
import { staffDigest, staffMail } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'
import { mailedEvent } from './registration-confirmation.ts'

const hourSeconds = 3600

/**
 * Returns the staff emails about registrations: one an hour per person and event. Later changes come with the
 * next one, in their latest state. Empty if the staff get a daily digest instead.
 */
export async function staffMailsOf(
  work: Work,
  changed: { registration: RegistrationFacts; news: StaffNews }[],
): Promise<NewMail[]> {
  const { tx, addJobs, clock, config } = work
  const { staff, staffNotices } = config.mail
  if (changed.length === 0 || staff.length === 0 || staffNotices === 'daily') return []
  const ids = changed.map(({ registration }) => registration.registrationId)
  const now = clock()
  const { rows } = await sql<{ userId: string; eventId: number }>`
    insert into staff_notices (user_id, event_id, told_at)
    select user_id, event_id, ${now} from registrations where registration_id = any(${ids}::int[])
    order by user_id, event_id
    on conflict (user_id, event_id) do update set told_at = excluded.told_at
      where staff_notices.told_at <= ${now}::timestamptz - interval '1 hour'
    returning user_id, event_id`.execute(tx)
  const told = new Set(rows.map(({ userId, eventId }) => `${userId} ${eventId}`))
  const isDue = ({ registration }: (typeof changed)[0]) =>
    told.has(`${registration.userId} ${registration.eventId}`)
  const later = changed
    .filter((one) => !isDue(one))
    .map(({ registration: { registrationId } }) => ({ registrationId }))
  if (later.length > 0) await addJobs('tell-staff', later, { afterSeconds: hourSeconds, isAnew: true })
  return changed.filter(isDue).flatMap(({ registration, news }) => {
    const { registrationId, userId } = registration
    const content = staffMail(registration, news)
    return staff.map((to) => ({
      registrationId,
      event: mailedEvent(registration),
      cause: `staff:${userId}:${registrationId}:${now.getTime()}:${to}`,
      to,
      content,
    }))
  })
}

/** Emails the staff the changes within an hour of their last email. Skips registrations canceled since. */
export async function tellStaffLater(work: Work, registrationIds: number[]) {
  const registrations = await lockRegistrationFacts(work.tx, registrationIds)
  const changed = registrations.map((registration) => ({ registration, news: 'changed' as const }))
  await writeMails(work, await staffMailsOf(work, changed))
}

/** Writes the staff's daily digest, with everything since the previous one. Writes nothing if nothing happened. */
export async function mailStaffDigest(work: Work) {
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

/** Deletes the rows that no longer delay staff emails. */
export async function expireStaffMails({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const before = new Date(clock().getTime() - hourSeconds * 1000)
  await db.deleteFrom('staffNotices').where('toldAt', '<=', before).execute()
}
