import { sql } from 'kysely'
import type { RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import { changeOf, rosterChanges } from '#contract/counting/credit-rosters/rows.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findRoster, findScope } from './queries.ts'

/**
 * Marks a roster's differences as reported, with their content. Returns their number. Refuses with
 * CHANGED_MEANWHILE if they are no longer those of `state`, with NOTHING_TO_DO without any, and like
 * `findScope`.
 */
export async function reportRoster(work: Work, scope: RosterScope, state: string): Promise<number> {
  const { tx, actingUserId = null } = work
  // Two reports at the same moment must not both report a row.
  await sql`select pg_advisory_xact_lock(hashtext('credit rosters'))`.execute(tx)
  const { name, ...ofEvent } = await findScope(tx, scope)
  const roster = await findRoster(tx, scope)
  const differences = roster.rows.filter(changeOf)
  if (differences.length === 0) throw new Refusal('NOTHING_TO_DO')
  if (roster.state !== state) throw new Refusal('CHANGED_MEANWHILE')
  const { creditRosterId } = await tx
    .insertInto('creditRosters')
    .values({ reportedBy: actingUserId })
    .returning('creditRosterId')
    .executeTakeFirstOrThrow()
  await sql`
    insert into credit_roster_rows (credit_roster_id, registration_id, event_slot_id, content)
    select ${creditRosterId}, "registrationId", "eventSlotId", nullif(now, 'null')
    from jsonb_to_recordset(${JSON.stringify(differences)}) as row ("registrationId" integer, "eventSlotId" integer, now jsonb)`.execute(
    tx,
  )
  const kinds = Map.groupBy(differences, (row) => rosterChanges[changeOf(row) ?? 'changed'].toLowerCase())
  const counts = [...kinds].map(([kind, rows]) => `${rows.length} ${kind}`).join(', ')
  await happened(work, [{ activity: 'roster-reported', ...ofEvent, details: { item: `${name}: ${counts}` } }])
  return differences.length
}

/** Removes a leaver's email from what was reported. The rest stays as long as their certificates. */
export async function forgetReportedEmails({ tx }: Work, registrationIds: number[]) {
  await sql`
    update credit_roster_rows set content = content || '{"email": ""}'
    where registration_id = any(${registrationIds}::integer[]) and content is not null`.execute(tx)
}
