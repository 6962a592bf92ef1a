import { sql } from 'kysely'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { overlapsOf } from '#contract/ledger/credits/overlaps.ts'
import { findCreditedIntervals } from '#server/ledger/credits/credit-overlaps.ts'
import type { Db } from '#server/services.ts'
import type { UnusualScope } from './unusual-credit-scope.ts'
import { isInScope, joinCreditedDays } from './unusual-credit-scope.ts'

/** Two standing credits of one person; `other` is the earlier one. */
export interface CreditPair {
  kind: 'overlap' | 'same-course'
  registrationId: number
  creditId: number
  otherId: number
  otherCreditId: number
}

/**
 * Returns the pairs with a registration of the scope whose taught times overlap, or whose events share a
 * course number and a renewal year.
 */
export async function findPairs(db: Db, scope: UnusualScope): Promise<CreditPair[]> {
  const candidates = await findCandidates(db, scope)
  const close = candidates.filter(({ areClose }) => areClose)
  const intervals = await findCreditedIntervals(db, [
    ...new Set(close.flatMap(({ registrationId, otherId }) => [registrationId, otherId])),
  ])
  const timesOf = (registrationId: number) => intervals.get(registrationId) ?? []
  return candidates.flatMap(({ isSameCourse, areClose, days, otherDays, ...pair }) => {
    const seasons = new Set(otherDays.map(seasonOfDay))
    const isRepeated = isSameCourse && days.some((day) => seasons.has(seasonOfDay(day)))
    const isTwice = areClose && overlapsOf(timesOf(pair.registrationId), timesOf(pair.otherId))
    return [
      ...(isTwice ? [{ ...pair, kind: 'overlap' as const }] : []),
      ...(isRepeated ? [{ ...pair, kind: 'same-course' as const }] : []),
    ]
  })
}

interface Candidate extends Omit<CreditPair, 'kind'> {
  isSameCourse: boolean
  /** Their days are at most a day apart: an hour after midnight belongs to the day before. */
  areClose: boolean
  days: PlainDate[]
  otherDays: PlainDate[]
}

async function findCandidates(db: Db, scope: UnusualScope): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with scoped as materialized (
      select held.registration_id, held.user_id from registrations held
      join event_slots slot on slot.event_slot_id = held.event_slot_id
      where held.user_id is not null and ${isInScope(scope)}
    ), credited as materialized (
      select held.registration_id, held.user_id, held.event_id, standing.credit_id, days,
        upper(nullif(trim(course_number), '')) as course,
        held.registration_id in (select registration_id from scoped) as is_scoped
      from registrations held
      join event_slots slot on slot.event_slot_id = held.event_slot_id
      join events on events.event_id = held.event_id
      join lateral standing_credit(held.registration_id) standing on true
      ${joinCreditedDays}
      where held.user_id in (select user_id from scoped) and held.cancelled_at is null and held.hours > 0
    ), pairs as (
      select later.registration_id, later.credit_id, other.registration_id as other_id, other.credit_id as other_credit_id,
        coalesce(later.course = other.course, false) as is_same_course, later.days, other.days as other_days,
        later.days[1] <= other.days[cardinality(other.days)] + 1 and other.days[1] <= later.days[cardinality(later.days)] + 1 as are_close
      from credited later join credited other on other.user_id = later.user_id and other.credit_id < later.credit_id
      where later.is_scoped or other.is_scoped
    )
    select registration_id, credit_id, other_id, other_credit_id, is_same_course, are_close, to_jsonb(days) as days, to_jsonb(other_days) as other_days
    from pairs where is_same_course or are_close
    order by registration_id, other_id`.execute(db)
  return rows
}
