import type { Activity } from '#contract/foundation/activities/calls.ts'
import type { NewJob as NewJobOf } from './core/jobs/new-jobs.ts'
import type { ActivityDetails } from './stored-json.ts'

/** Every background job with its data. Each noun adds its own, with `declare module`, in its `noun.ts`. Each may run twice. */
// biome-ignore lint/suspicious/noEmptyInterface: nouns fill it
export interface Jobs {}

export type NewJob = NewJobOf<Jobs>

/** Something that happened to a registration, a person or an event. The history stores it, and jobs follow from it. */
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
