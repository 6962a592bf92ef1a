import { sql } from 'kysely'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { Activity } from '#contract/foundation/activities/calls.ts'
import type { AddOptions } from '#server/core/jobs/new-jobs.ts'
import type { Jobs, NewJob } from '#server/jobs.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'

/** An administrator can take something back within this time before anybody is emailed about it. */
const later = { afterSeconds: 60 }

/** After an act that lets a credit count again, or for another account. Its time may be credited elsewhere by now. */
const nameOverlaps: NewJob = { job: 'name-overlaps', data: {}, isAnew: true }

/** The jobs that follow an activity. Nothing follows an activity that is not in this table. */
const follows: Partial<Record<Activity, (what: Happened) => NewJob[]>> = {
  registered: confirmAndMatch,
  moved: (what) => [...confirmAndMatch(what), ...aboutRegistration('recount', what), ...offerLeftSeat(what)],
  restored: (what) => [...confirmAndMatch(what), ...aboutRegistration('recount', what), nameOverlaps],
  rescheduled: (what) => aboutRegistration('confirm-registration', what, later),
  cancelled: (what) => [
    ...aboutRegistration('tell-cancellation', what),
    ...aboutRegistration('match-webinar', what),
    ...aboutRegistration('recount', what),
    ...aboutRegistration('offer-freed-seat', what, later),
  ],
  deleted: (what) => [
    ...aboutRegistration('tell-cancellation', what, later),
    ...aboutRegistration('match-webinar', what, later),
    ...aboutRegistration('recount', what),
    ...aboutRegistration('offer-freed-seat', what, later),
  ],
  'handed-over': (what) => [...aboutRegistration('recount', what), nameOverlaps],
  credited: (what) => [
    ...aboutRegistration('issue-certificate', what),
    ...(what.mailsCertificate ? mailCertificate(what) : []),
    ...(what.isPutBack ? [nameOverlaps] : []),
  ],
  'hours-released': (what) => [
    ...aboutRegistration('issue-certificate', what),
    ...aboutRegistration('recount', what),
    nameOverlaps,
  ],
  'review-answered': (what) => aboutRegistration('tell-review-answers', what),
  'slot-added': (what) => (what.hasWebinar ? aboutSlot('compare-webinar', what) : []),
  'slot-changed': (what) => {
    const { time, breaks, webinarId, capacity, isOpen } = what.details?.changes ?? {}
    return [
      ...(what.hasWebinar && (time || webinarId) ? aboutSlot('compare-webinar', what) : []),
      ...(time || breaks ? aboutSlot('count-hours', what) : []),
      ...(time ? aboutSlot('update-make-ups', what, later) : []),
      ...(capacity || isOpen ? aboutSlot('offer-seats', what) : []),
    ]
  },
  'slot-deleted': (what) => aboutSlot('update-make-ups', what),
  'make-up-admitted': (what) => aboutRegistration('match-webinar', what),
  'make-up-ended': (what) => aboutRegistration('match-webinar', what),
  'waitlist-left': (what) => aboutSlot('offer-seats', what),
  'webinar-repaired': (what) => aboutSlot('compare-webinar', what, { isUrgent: true }),
  'webinar-time-sent': (what) => aboutSlot('compare-webinar', what, { isUrgent: true }),
  'webinar-synced': runSync,
  'webinar-delinked': runSync,
  'attendance-received': (what) => aboutSlot('count-hours', what),
  'attendance-uploaded': (what) => aboutSlot('count-hours', what, { isUrgent: true }),
  'attendance-decided': (what) => aboutSlot('count-hours', what, { isUrgent: true }),
  'hours-stated': (what) => aboutSlot('count-hours', what, { isUrgent: true }),
  'poll-code-withdrawn': (what) => aboutSlot('count-hours', what, { isUrgent: true }),
  'automation-changed': ({ eventId }) =>
    eventId === undefined ? [] : [{ job: 'automate', data: { eventId }, isUrgent: true }],
  'figures-changed': () => [{ job: 'sweep-counts', data: {}, isUrgent: true }],
  'attendance-asked': (what) => aboutSlot('fetch-attendance', what, { isUrgent: true }),
  'administrator-role-changed': ({ roleChange }) =>
    roleChange ? [{ job: 'tell-role-change', data: roleChange }] : [],
  'message-started': ({ messageId }) =>
    messageId === undefined ? [] : [{ job: 'write-message', data: { messageId }, isUrgent: true }],
  'mails-tried-again': sendAgain,
  'mails-sent-again': sendAgain,
}

/** The jobs that carry these data. */
type JobWith<Data> = { [Name in keyof Jobs]: Data extends Jobs[Name] ? Name : never }[keyof Jobs]

export interface Happened {
  activity: Activity
  registrationId?: number
  /** The person, if there is no registration. */
  userId?: string
  /** The event, if there is no registration. */
  eventId?: number
  details?: ActivityDetails
  /** The actor; by default that of the work. null: the portal itself. */
  actedBy?: string | null
  // The jobs that follow need the rest. The history does not store it.
  /** false: the webinar platform does not know it and does not need to. */
  hasWebinar?: boolean
  /** For a credit: the certificate is emailed. */
  mailsCertificate?: boolean | undefined
  /** For a credit: it puts back hours from before. */
  isPutBack?: boolean
  webinarSyncId?: string
  messageId?: number
  roleChange?: Jobs['tell-role-change']
  /** The mails that are sent again. */
  mails?: { mailId: number; isUrgent: boolean }[]
}

/** Returns the subject and the details of an activity about a slot. */
export function ofSlot(slot: SlotTime & { eventId: number; eventSlotId: number }, details?: ActivityDetails) {
  const { eventId, eventSlotId } = slot
  return { eventId, details: { eventSlotId, item: shownTimeslot(slot), ...details } }
}

/** Inserts activities and adds the jobs that follow them, equal ones once. Every change of a registration or a person ends here. */
export async function happened(
  { insertWithJobs, actingUserId }: Work,
  activities: Happened[],
): Promise<void> {
  if (activities.length === 0) return
  const rows = activities.map((one) => ({ details: {}, actedBy: actingUserId, ...one }))
  const jobs = activities.flatMap((what) => follows[what.activity]?.(what) ?? [])
  await insertWithJobs(
    sql`
      insert into activities (activity, registration_id, user_id, event_id, acted_by, details)
      select activity, registration_id, "userId", coalesce("eventId", event_id), "actedBy", details
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as row (activity text, "registrationId" integer, "userId" uuid, "eventId" integer, "actedBy" uuid, details jsonb)
      left join registrations on registration_id = "registrationId"`,
    [...new Map(jobs.map((job) => [JSON.stringify(job), job])).values()],
  )
}

function confirmAndMatch(what: Happened): NewJob[] {
  return [
    ...aboutRegistration('confirm-registration', what),
    ...(what.hasWebinar === false ? [] : aboutRegistration('match-webinar', what)),
  ]
}

function offerLeftSeat({ details }: Happened): NewJob[] {
  const eventSlotId = details?.fromSlotId
  return eventSlotId == null ? [] : [{ job: 'offer-seats', data: { eventSlotId } }]
}

function mailCertificate({ registrationId, details }: Happened): NewJob[] {
  if (registrationId === undefined) return []
  return [{ job: 'mail-certificate', data: { registrationId, notes: details?.reason ?? '' } }]
}

function runSync({ webinarSyncId }: Happened): NewJob[] {
  return webinarSyncId === undefined
    ? []
    : [{ job: 'run-webinar-sync', data: { webinarSyncId }, isUrgent: true }]
}

function sendAgain({ mails = [] }: Happened): NewJob[] {
  return mails.map(({ mailId, isUrgent }) => ({ job: 'send-mail', data: { mailId }, isUrgent, isAnew: true }))
}

function aboutRegistration(
  job: JobWith<{ registrationId: number }>,
  { registrationId }: Happened,
  options: AddOptions = {},
): NewJob[] {
  return registrationId === undefined ? [] : [{ job, data: { registrationId }, ...options }]
}

function aboutSlot(
  job: JobWith<{ eventSlotId: number }>,
  { details }: Happened,
  options: AddOptions = {},
): NewJob[] {
  const eventSlotId = details?.eventSlotId
  return eventSlotId === undefined ? [] : [{ job, data: { eventSlotId }, ...options }]
}
