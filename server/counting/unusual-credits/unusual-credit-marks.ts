import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { portalZone } from '#contract/core/season.ts'
import type { UnusualHours } from '#contract/ledger/credits/by-hand.ts'
import type { Db } from '#server/services.ts'
import type { UnusualScope } from './unusual-credit-scope.ts'
import { isInScope, joinCreditedDays } from './unusual-credit-scope.ts'

/** Returns what is unusual about manual hours: their marks, and if no evidence has the person. */
export async function findMarks(
  db: Db,
  scope: UnusualScope,
): Promise<{ registrationId: number; kind: UnusualHours | 'no-evidence' }[]> {
  const { rows } = await sql<{ registrationId: number; unusual: UnusualHours[]; hasEvidence: boolean }>`
    select held.registration_id, unusual, ${hasEvidence} as has_evidence
    from registrations held
    join event_slots slot on slot.event_slot_id = held.event_slot_id
    join lateral standing_credit(held.registration_id) standing on is_decided
    join credits on credits.credit_id = standing.credit_id
    ${joinCreditedDays}
    where ${isInScope(scope)}`.execute(db)
  return rows.flatMap(({ registrationId, unusual, hasEvidence }) =>
    [...unusual, ...(hasEvidence ? [] : (['no-evidence'] as const))].map((kind) => ({
      registrationId,
      kind,
    })),
  )
}

/**
 * SQL: true if evidence has the person on a credited day. Evidence is a row of a counting report, a check-in at
 * the door, a stated stay, or a file sent with the decision about the hours. Days are Eastern. Rows without a
 * time are of any day.
 */
const hasEvidence: RawBuilder<boolean> = sql<boolean>`(
  exists (
    select from credit_counts count join credit_findings found using (credit_finding_id)
    cross join lateral (
      select coalesce(visit->>'joinedAt', visit->>'leftAt') as at, null as day
      from jsonb_array_elements(coalesce(input->'slots', jsonb_build_array(input))) here, jsonb_array_elements(here->'visits') visit
      union all
      select answer->>'at', answer->>'on'
      from jsonb_array_elements(coalesce(input->'slots', jsonb_build_array(input))) here, jsonb_array_elements(here->'answers') answer
      union all
      select null, taught->>'on' from jsonb_array_elements(finding->'agenda') taught where (taught->>'minutes')::int > 0
    ) said
    where count.registration_id = held.registration_id
      and (said.at is null and said.day is null or coalesce(said.day::date, (said.at::timestamptz at time zone ${portalZone})::date) = any(credited.days)))
  or exists (
    select from check_ins came
    where came.registration_id = held.registration_id and act <> 'undo' and day_on = any(credited.days)
      and not exists (select from check_ins undo
        where undo.registration_id = came.registration_id and undo.undone_id = came.check_in_id))
  or exists (
    select from attendance_decisions stated join event_slots there on there.event_slot_id = stated.event_slot_id
    where there.event_id = held.event_id and act = 'state' and held.registration_id = any(registration_ids)
      and ((from_at at time zone ${portalZone})::date = any(credited.days) or (to_at at time zone ${portalZone})::date = any(credited.days))
      and not exists (select from attendance_decisions newer
        where newer.event_slot_id = stated.event_slot_id and newer.subject = stated.subject
          and newer.attendance_decision_id > stated.attendance_decision_id))
  or exists (
    select from attendance_decisions decision join event_slots there on there.event_slot_id = decision.event_slot_id
    where there.event_id = held.event_id and decision.credit_id = standing.credit_id and file is not null))`
