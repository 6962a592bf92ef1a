import { sql } from 'kysely'
import type { Activity } from '#contract/activities.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'

/** The jobs that follow each activity; all of them carry the registration. */
const follows: Record<Activity, JobOfRegistration[]> = {
  registered: ['confirm-registration'],
  moved: ['confirm-registration'],
  cancelled: ['tell-cancellation'],
  credited: ['issue-certificate'],
  'certificate-issued': [],
  'certificate-mailed': [],
}

type JobOfRegistration = {
  [Name in keyof Jobs]: { registrationId: number } extends Jobs[Name] ? Name : never
}[keyof Jobs]

export interface Happened {
  activity: Activity
  registrationId: number
  /** What changed, for whoever reads the history. */
  details?: object
  /** Whoever acts in the work, unless several do; null: the portal by itself. */
  actedBy?: string | null
}

/** Writes down what happened and adds the jobs that follow. Every change of a registration ends here. */
export async function happened({ tx, addJobs, actingUserId }: Work, activities: Happened[]): Promise<void> {
  if (activities.length === 0) return
  const rows = activities.map((one) => ({ details: {}, actedBy: actingUserId, ...one }))
  await sql`
    insert into activities (activity, registration_id, acted_by, details)
    select activity, "registrationId", "actedBy", details
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row (activity text, "registrationId" integer, "actedBy" uuid, details jsonb)
  `.execute(tx)
  const following = Map.groupBy(
    activities.flatMap(({ activity, registrationId }) =>
      follows[activity].map((job) => ({ job, registrationId })),
    ),
    ({ job }) => job,
  )
  for (const [job, registrations] of following) {
    await addJobs(
      job,
      registrations.map(({ registrationId }) => ({ registrationId })),
    )
  }
}
