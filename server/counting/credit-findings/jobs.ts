import { sql } from 'kysely'
import { seasonOfDay } from '#contract/core/season.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { dayAt } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { lastAnsweredAt } from '#server/attendance/poll-codes/queries.ts'
import { hasNoJob } from '#server/core/jobs/queue.ts'
import { getCreditRule } from '#server/events/credit-rules/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'
import { settlesAfterMs } from './credit-finding-basis.ts'

/** Adds the jobs that count the slots of a registration's event again, if they were counted. */
export async function recountSlots({ tx, addJobs }: Work, { registrationId }: Jobs['recount']) {
  const slots = await tx
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventId', 'registrations.eventId')
    .innerJoin('slotCounts', 'slotCounts.eventSlotId', 'eventSlots.eventSlotId')
    .select('eventSlots.eventSlotId')
    .where('registrationId', '=', registrationId)
    .where('deletedAt', 'is', null)
    .execute()
  await addJobs('count-hours', slots)
}

/** Adds the jobs for slots whose count is due: never counted, over or settled since then, or with other figures, people, emails or profiles. */
export async function sweepCounts({ tx, addJobs, clock }: Work) {
  const slots = await tx
    .selectFrom('eventSlots')
    .innerJoin('events', 'events.eventId', 'eventSlots.eventId')
    .leftJoin('slotCounts', 'slotCounts.eventSlotId', 'eventSlots.eventSlotId')
    .select(['eventSlots.eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime', 'focusId', 'isInPerson'])
    .select(['creditRuleId', 'isSettled', 'countedAt', hasNewcomers.as('hasNewcomers')])
    .select(lastAnsweredAt.as('answeredAt'))
    .where('eventSlots.deletedAt', 'is', null)
    .where((row) =>
      row.or([
        row('countedAt', 'is not', null),
        row.exists(
          row
            .selectFrom('attendanceReports as report')
            .innerJoin(
              'attendanceReadings as reading',
              'reading.attendanceReportId',
              'report.attendanceReportId',
            )
            .select('reading.attendanceReadingId')
            .whereRef('report.eventSlotId', '=', 'eventSlots.eventSlotId')
            .where('reading.visits', '>', 0),
        ),
      ]),
    )
    .where(hasNoJob('count-hours', 'eventSlotId', 'eventSlots.eventSlotId'))
    .execute()
  const [completed, renamed] = [await findCompleted(tx), await findRenamed(tx, clock())]
  const rules = new Map<string, number>()
  const due: { eventSlotId: number }[] = []
  for (const {
    eventSlotId,
    creditRuleId,
    isSettled,
    countedAt,
    hasNewcomers,
    answeredAt,
    ...slot
  } of slots) {
    const held = { season: seasonOfDay(slot.startOn), isInPerson: isInPerson(slot) }
    const key = JSON.stringify(held)
    if (!rules.has(key)) rules.set(key, (await getCreditRule(tx, held)).creditRuleId)
    const endsAt = slotDays(slot).at(-1)?.endAt ?? new Date(0)
    const isOverSince = countedAt !== null && countedAt < endsAt && clock() >= endsAt
    const isSettling = !isSettled && clock().getTime() >= endsAt.getTime() + settlesAfterMs
    if (
      countedAt === null ||
      hasNewcomers ||
      isOverSince ||
      isSettling ||
      creditRuleId !== rules.get(key) ||
      completed.has(eventSlotId) ||
      renamed.has(eventSlotId) ||
      isAnsweredSince(slot, { answeredAt, countedAt }, clock())
    ) {
      due.push({ eventSlotId })
    }
  }
  await addJobs('count-hours', due)
}

/**
 * Returns true if a past day's polls were answered by code since the count. The current day's answers are
 * counted after it.
 */
function isAnsweredSince(
  slot: SlotTime,
  { answeredAt, countedAt }: { answeredAt: Date | null; countedAt: Date },
  now: Date,
) {
  // A count that began before the answer was stored may end a little later.
  if (!answeredAt || answeredAt.getTime() <= countedAt.getTime() - 60_000) return false
  const day = dayAt(slotDays(slot), answeredAt)
  return day !== undefined && now >= day.endAt
}

// A count that began before the registration was stored may end a little later.
const hasNewcomers = sql<boolean>`exists (
  select from registrations r join event_slots s using (event_slot_id)
  where s.event_id = event_slots.event_id and cancelled_at is null and registered_at > counted_at - interval '1 minute')`

/** Returns the slots with people whose emails changed since the count, by themselves or with a merge. A report may name them. */
async function findRenamed(tx: Work['tx'], now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ eventSlotId: number }>`
    select distinct counted.event_slot_id from activities
      join registrations held using (user_id)
      join event_slots slot on slot.event_id = held.event_id
      join slot_counts counted on counted.event_slot_id = slot.event_slot_id
    where activity in ('email-changed', 'accounts-merged', 'accounts-separated')
      and acted_at > ${now}::timestamptz - interval '1 day' and acted_at > counted_at - interval '1 minute'`.execute(
    tx,
  )
  return new Set(rows.map(({ eventSlotId }) => eventSlotId))
}

/** Returns the slots of people who completed the profile that blocked their hours. */
async function findCompleted(tx: Work['tx']): Promise<Set<number>> {
  const waiting = await tx
    .selectFrom('creditCounts')
    .innerJoin('registrations', 'registrations.registrationId', 'creditCounts.registrationId')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['creditCounts.eventSlotId', 'firstName', 'lastName', 'country', 'state', 'zip', 'companyName'])
    .where('next', '=', sql.lit('profile-incomplete'))
    .execute()
  return new Set(waiting.filter(isProfileComplete).map(({ eventSlotId }) => eventSlotId))
}
