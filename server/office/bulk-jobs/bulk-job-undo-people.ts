import { sql } from 'kysely'
import { nameOrEmail } from '#contract/core/names.ts'
import type { BulkKind, BulkPerson } from '#contract/office/bulk-jobs/calls.ts'
import type { UndoFacts } from '#contract/office/bulk-jobs/rules.ts'
import { undoVerdict } from '#contract/office/bulk-jobs/rules.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { restorationFacts, withdrawnMinutes } from '#server/foundation/activities/queries.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import type { Services } from '#server/services.ts'
import { toldBefore } from './bulk-job-emails.ts'
import type { ProfileColumns } from './queries.ts'
import { getBulkJob } from './queries.ts'

/**
 * Returns the effect of undoing a job on each registration that it changed. Refuses with JOB_NOT_FOUND or
 * NOT_UNDOABLE.
 */
export async function findUndoPeople(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  bulkJobId: string,
): Promise<BulkPerson[]> {
  const { canUndo } = await getBulkJob(db, bulkJobId)
  if (!canUndo) throw new Refusal('NOT_UNDOABLE')
  const { rows } = await sql<Row>`
    select kind, r.registration_id, r.hours, event_name, email, ${restorationFacts},
      first_name, last_name, country, state, zip, company_name,
      coalesce(case kind when 'delete' then ${withdrawnMinutes} / 60 else (trace->>'before')::int end, 0) as hours_after,
      certificate_code is not null as has_certificate,
      coalesce(told.hours > 0, false) as is_mailed, false as is_bounced,
      case kind
        when 'credit' then (trace->>'creditId')::int =
          (select max(credit_id) from credits where credits.registration_id = r.registration_id)
        when 'move' then r.event_slot_id = (action->>'eventSlotId')::int
        else true
      end as is_as_left
    from bulk_jobs j join bulk_job_items i using (bulk_job_id) join registrations r using (registration_id)
    join users using (user_id) join event_slots s using (event_slot_id) join events e on e.event_id = r.event_id
    left join lateral (${toldBefore}) told on true
    where j.bulk_job_id = ${bulkJobId} and outcome = 'done'
    order by place`.execute(db)
  const isProviderComplete = await hasCompleteProvider(db)
  return rows.map((row) => personOf({ ...row, isProviderComplete }, clock()))
}

type Row = { kind: BulkKind } & ProfileColumns &
  Omit<UndoFacts, 'isProfileComplete' | 'isProviderComplete'> &
  Pick<BulkPerson, 'registrationId' | 'eventName' | 'email' | 'hasCertificate' | 'isMailed' | 'isBounced'>

function personOf(row: Row & { isProviderComplete: boolean }, now: Date): BulkPerson {
  const { kind, hoursAfter } = row
  return {
    ...row,
    name: nameOrEmail(row),
    verdict: undoVerdict(kind, { ...row, isProfileComplete: isProfileComplete(row) }, now),
    hoursAfter: kind === 'credit' ? hoursAfter : null,
  }
}
