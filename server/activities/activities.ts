import { sql } from 'kysely'
import type { Activity } from '#contract/activities/calls.ts'
import type { ActivityDetails } from '#server/history-tables.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'

/** So long an administrator can take something back before people hear of it. */
const secondThoughtSeconds = 60

/** The jobs that follow each activity; all of them carry the registration. */
const follows: Record<Activity, { job: JobOfRegistration; afterSeconds?: number }[]> = {
  registered: [{ job: 'confirm-registration' }, { job: 'match-webinar' }],
  moved: [{ job: 'confirm-registration' }, { job: 'match-webinar' }],
  cancelled: [{ job: 'tell-cancellation' }, { job: 'match-webinar' }],
  deleted: [
    { job: 'tell-cancellation', afterSeconds: secondThoughtSeconds },
    { job: 'match-webinar', afterSeconds: secondThoughtSeconds },
  ],
  restored: [{ job: 'confirm-registration' }, { job: 'match-webinar' }],
  rescheduled: [{ job: 'confirm-registration', afterSeconds: secondThoughtSeconds }],
  'handed-over': [],
  'confirmation-mailed': [],
  credited: [{ job: 'issue-certificate' }],
  'certificate-issued': [],
  'certificate-mailed': [],
  'signed-up': [],
  'profile-changed': [],
  'email-changed': [],
  'email-bounced': [],
  'bounce-cleared': [],
  'accounts-merged': [],
  'accounts-separated': [],
  'sessions-ended': [],
  'administrator-invited': [],
  'administrator-removed': [],
  'second-factor-on': [],
  'second-factor-changed': [],
  'second-factor-off': [],
  'second-factor-reset': [],
  'second-factor-shown': [],
  'second-factor-refused': [],
  'passkey-added': [],
  'passkey-renamed': [],
  'passkey-removed': [],
  'passkey-used': [],
  'passkey-refused': [],
  'event-added': [],
  'event-changed': [],
  'event-deleted': [],
  'slot-added': [],
  'slot-changed': [],
  'slot-deleted': [],
  'webinar-synced': [],
  'webinar-delinked': [],
  'attendance-fetched': [],
  'attendance-uploaded': [],
  'webinar-repaired': [],
  'webinar-time-sent': [],
  'webinar-time-written': [],
  'webinar-time-refused': [],
  'speaker-added': [],
  'speaker-cloned': [],
  'speaker-changed': [],
  'speaker-deleted': [],
  'sponsor-added': [],
  'sponsor-changed': [],
  'sponsor-deleted': [],
  exported: [],
  'exported-for-sponsors': [],
  'provider-changed': [],
  'course-number-changed': [],
  'mails-tried-again': [],
  'mails-sent-again': [],
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
  /** false: no webinar platform knows of it, nor is to hear of it. */
  hasWebinar?: boolean
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
  const following = activities.flatMap(({ activity, registrationId, hasWebinar = true }) =>
    registrationId === undefined
      ? []
      : follows[activity]
          .filter(({ job }) => hasWebinar || job !== 'match-webinar')
          .map((each) => ({ ...each, registrationId })),
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
