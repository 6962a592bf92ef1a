import { sql } from 'kysely'
import { seasonOfDay } from '#contract/core/season.ts'
import type { ComparedCredit, OverlapAlarm, UnusualCredit } from '#contract/counting/unusual-credits/calls.ts'
import { unusualKinds } from '#contract/counting/unusual-credits/calls.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { nameOfUser, nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'
import { findMarks } from './unusual-credit-marks.ts'
import { findPairs } from './unusual-credit-pairs.ts'
import type { UnusualScope } from './unusual-credit-scope.ts'

/**
 * Returns the standing credits that an inspector would ask about. A credit has a row per kind. A pair has one
 * row, of the later credit, and belongs to a scope if one of its registrations does.
 */
export async function findUnusualCredits(db: Db, scope: UnusualScope): Promise<UnusualCredit[]> {
  const marks = (await findMarks(db, scope)).map((mark) => ({ ...mark, otherId: null }))
  const found = [...marks, ...(await findPairs(db, scope))]
  const credits = await findCredits(
    db,
    found.flatMap(({ registrationId, otherId }) => [registrationId, ...(otherId ? [otherId] : [])]),
  )
  return found
    .flatMap(({ kind, registrationId, otherId }) => {
      const row = credits.get(registrationId)
      if (!row) return []
      const { person, courseNumber, credit } = row
      const other = otherId === null ? null : (credits.get(otherId)?.credit ?? null)
      return [{ ...credit, kind, person, courseNumber: kind === 'same-course' ? courseNumber : null, other }]
    })
    .sort(
      (a, b) =>
        unusualKinds.indexOf(a.kind) - unusualKinds.indexOf(b.kind) ||
        a.registrationId - b.registrationId ||
        (a.other?.registrationId ?? 0) - (b.other?.registrationId ?? 0),
    )
}

interface Found {
  person: UnusualCredit['person']
  courseNumber: string | null
  credit: ComparedCredit
}

/** Returns the standing credits of registrations. */
async function findCredits(db: Db, registrationIds: number[]): Promise<Map<number, Found>> {
  type Row = Omit<ComparedCredit, 'slot'> &
    SlotTime & { userId: string | null; name: string; email: string; courseNumber: string | null }
  const { rows } = await sql<Row>`
    select held.registration_id, standing.credit_id, held.event_id, event_name, held.event_slot_id,
      start_on, end_on, start_time, end_time, standing.hours, held.credited_days as by_day, rule_version as rule,
      coalesce(${nameOrEmailOf('decider')}, '') as decided_by,
      decided_at, credits.reason, held.user_id, ${nameOfUser} as name, users.email, trim(course_number) as course_number
    from registrations held
    join event_slots slot on slot.event_slot_id = held.event_slot_id
    join events on events.event_id = held.event_id
    join lateral standing_credit(held.registration_id) standing on true
    join credits on credits.credit_id = standing.credit_id
    left join users on users.user_id = held.user_id
    left join users decider on decider.user_id = credits.decided_by
    where held.registration_id = any(${[...new Set(registrationIds)]}::integer[])`.execute(db)
  return new Map(
    rows.map(({ startOn, endOn, startTime, endTime, userId, name, email, courseNumber, ...credit }) => [
      credit.registrationId,
      {
        person: userId === null ? null : { userId, name, email },
        courseNumber,
        credit: { ...credit, slot: { startOn, endOn, startTime, endTime } },
      },
    ]),
  )
}

/** Returns the named, still overlapping pairs that nobody has reviewed yet, newest first. */
export async function findOverlapAlarms(db: Db): Promise<OverlapAlarm[]> {
  const { rows } = await sql<{
    overlapId: number
    name: string
    eventName: string
    otherName: string
    byDay: DayHours[] | null
    startOn: DayHours['on']
  }>`
    select credit_overlap_id as overlap_id, coalesce(${nameOrEmailOf()}, '') as name,
      events.event_name, other_event.event_name as other_name, held.credited_days as by_day, start_on
    from credit_overlaps
    join credits on credits.credit_id = credit_overlaps.credit_id
    join registrations held on held.registration_id = credits.registration_id
    join event_slots slot on slot.event_slot_id = held.event_slot_id
    join events on events.event_id = held.event_id
    join credits earlier on earlier.credit_id = earlier_credit_id
    join registrations other on other.registration_id = earlier.registration_id
    join events other_event on other_event.event_id = other.event_id
    join users on users.user_id = held.user_id
    where ended_at is null and other.user_id = held.user_id
      and held.cancelled_at is null and held.hours > 0 and other.cancelled_at is null and other.hours > 0
      and credits.credit_id = (select credit_id from standing_credit(held.registration_id))
      and earlier.credit_id = (select credit_id from standing_credit(other.registration_id))
    order by credit_overlap_id desc`.execute(db)
  return rows.map(({ overlapId, name, eventName, otherName, byDay, startOn }) => ({
    overlapId,
    name,
    season: seasonOfDay(byDay?.[0]?.on ?? startOn),
    eventNames: [eventName, otherName],
  }))
}
