import type { Activity } from '#contract/foundation/activities/calls.ts'
import type { NewJob as NewJobOf } from './core/jobs/new-jobs.ts'
import type { ActivityDetails } from './stored-json.ts'

/** Every background job with its data. Each noun adds its own, with `declare module`, in its `noun.ts`. Each may run twice. */
// biome-ignore lint/suspicious/noEmptyInterface: nouns fill it
export interface Jobs {}

export type NewJob = NewJobOf<Jobs>

/** An act on a registration, a person or an event. The history stores it, and jobs follow. */
export interface Happened {
  activity: Activity
  registrationId?: number
  /** The person, without a registration. */
  userId?: string
  /** The event, without a registration. */
  eventId?: number
  details?: ActivityDetails
  /** The work's actor by default; null: the portal itself. */
  actedBy?: string | null
  // For the jobs that follow. The history does not store it.
  /** The registration's person is not emailed about it. */
  isUnmailed?: boolean | undefined
  /** false: the webinar platform neither knows it nor needs to. */
  hasWebinar?: boolean
  /** For a credit: the certificate is emailed. */
  mailsCertificate?: boolean | undefined
  /** For a credit: it restores earlier hours. */
  isPutBack?: boolean
  webinarSyncId?: string
  messageId?: number
  roleChange?: Jobs['tell-role-change']
  /** The mails to send again. */
  mails?: { mailId: number; isUrgent: boolean }[]
}
