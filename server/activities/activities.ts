import { sql } from 'kysely'
import type { Activity } from '#contract/activities.ts'
import type { ActivityDetails } from '#server/history-tables.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'

/** So long an administrator can take a deletion back before its person hears of it. */
const secondThoughtSeconds = 60

/** The jobs that follow each activity; all of them carry the registration. */
const follows: Record<Activity, { job: JobOfRegistration; afterSeconds?: number }[]> = {
  registered: [{ job: 'confirm-registration' }],
  moved: [{ job: 'confirm-registration' }],
  cancelled: [{ job: 'tell-cancellation' }],
  deleted: [{ job: 'tell-cancellation', afterSeconds: secondThoughtSeconds }],
  restored: [{ job: 'confirm-registration' }],
  'handed-over': [],
  'confirmation-mailed': [],
  credited: [{ job: 'issue-certificate' }],
  'certificate-issued': [],
  'certificate-mailed': [],
  'signed-up': [],
  'profile-changed': [],
  'email-changed': [],
  'accounts-merged': [],
  'accounts-separated': [],
  'sessions-ended': [],
  'administrator-invited': [],
  'administrator-removed': [],
  exported: [],
  'exported-for-sponsors': [],
}

type JobOfRegistration = {
  [Name in keyof Jobs]: { registrationId: number } extends Jobs[Name] ? Name : never
}[keyof Jobs]

export interface Happened {
  activity: Activity
  registrationId?: number
  /** Whom it is about, where no registration says so. */
  userId?: string
  /** Which event, where no registration says so. */
  eventId?: number
  details?: ActivityDetails
  /** Whoever acts in the work, unless several do; null: the portal by itself. */
  actedBy?: string | null
}

/** Writes down what happened and adds the jobs that follow. Every change of a registration or a person ends here. */
export async function happened({ tx, addJobs, actingUserId }: Work, activities: Happened[]): Promise<void> {
  if (activities.length === 0) return
  const rows = activities.map((one) => ({ details: {}, actedBy: actingUserId, ...one }))
  await sql`
    insert into activities (activity, registration_id, user_id, event_id, acted_by, details)
    select activity, registration_id, "userId", coalesce("eventId", event_id), "actedBy", details
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row (activity text, "registrationId" integer, "userId" uuid, "eventId" integer, "actedBy" uuid, details jsonb)
    left join registrations on registration_id = "registrationId"
  `.execute(tx)
  const following = activities.flatMap(({ activity, registrationId }) =>
    registrationId === undefined ? [] : follows[activity].map((each) => ({ ...each, registrationId })),
  )
  for (const [job, each] of Map.groupBy(following, ({ job }) => job)) {
    for (const [afterSeconds, registrations] of Map.groupBy(each, (one) => one.afterSeconds)) {
      await addJobs(
        job,
        registrations.map(({ registrationId }) => ({ registrationId })),
        afterSeconds === undefined ? {} : { afterSeconds },
      )
    }
  }
}
