import { sql } from 'kysely'
import { openJobs } from '#server/platform/jobs/queue.ts'
import type { Work } from '#server/work.ts'

export { confirmRegistration } from './confirm-registration.ts'

const mostAtOnce = 1000

/** Finds registrations that nobody was told of, and whose job is gone: a queue can be emptied by hand. */
export async function sweepConfirmations({ tx, addJobs }: Work): Promise<void> {
  const { rows } = await sql<{ registrationId: number }>`
    select registration_id from registrations r
    left join confirmations c using (registration_id)
    where cancelled_at is null and c.event_slot_id is distinct from r.event_slot_id and not exists (
      select from (${sql.raw(openJobs('confirm-registration'))}) job
      where (job.data->>'registrationId')::integer = r.registration_id
    )
    order by registration_id limit ${mostAtOnce}`.execute(tx)
  if (rows.length > 0) await addJobs('confirm-registration', rows)
}
