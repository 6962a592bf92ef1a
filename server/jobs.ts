import type { JobPolicy } from './core/jobs/queue.ts'

/** Every background job of the portal: its name and what it carries. Each may run twice. */
export interface Jobs {
  /** Sends one mail of the outbox. */
  'send-mail': { mailId: number }
  /** Finds mails that wait without a job, or whose process died while it sent them. */
  'sweep-mails': Record<string, never>
  /** Deletes mails of long ago; of those that brought a certificate, their text. */
  'forget-mails': Record<string, never>
  /** Writes the confirmation to the person and the notices to the staff of a registration or a move. */
  'confirm-registration': { registrationId: number }
  /** Tells the staff of a registration that changed soon after their last notice of it. */
  'tell-staff': { registrationId: number }
  /** Writes the staff's summary of a day. */
  'mail-staff-digest': Record<string, never>
  /** Writes to the person that a registration was canceled, where it had been confirmed. */
  'tell-cancellation': { registrationId: number }
  /** Finds registrations that were never confirmed, without a job. */
  'sweep-confirmations': Record<string, never>
  /** Deletes what stayed of accounts that were deleted, once its time is over. */
  'forget-registrations': Record<string, never>
  /** Writes the reminders that are due. */
  remind: Record<string, never>
  /** Issues the certificate of what was credited. */
  'issue-certificate': { registrationId: number }
  /** The same, and mails it. */
  'mail-certificate': { registrationId: number; notes: string }
  /** Tells somebody who was emailed a certificate that it was withdrawn or corrected. */
  'tell-correction': { registrationId: number }
  /** Does the next portion of a bulk job. */
  'run-bulk-job': { bulkJobId: string }
  /** Finds bulk jobs that are not over, without a job. */
  'sweep-bulk-jobs': Record<string, never>
  /** Brings the webinar platform to know of a registration what is true by now. */
  'match-webinar': { registrationId: number }
  /** Registers everybody of a slot at the webinar platform, or takes them off. */
  'run-webinar-sync': { webinarSyncId: string }
  /** Takes over what has become of somebody at the webinar platform, of which it has told. */
  'recheck-registrant': { webinarId: string; registrantId: string | null; email: string | null }
  /** Repairs what differs between a slot and its webinar as far as somebody has asked for it, and compares the two. */
  'compare-webinar': { eventSlotId: number }
  /** Has all slots compared that are not over. */
  'compare-webinars': Record<string, never>
  /** Finds whom the webinar platform has not heard of, and syncs that are not over, without a job. */
  'sweep-webinars': Record<string, never>
  /** Asks the webinar platform who was at a slot. */
  'fetch-attendance': { eventSlotId: number }
  /** Finds slots whose attendance is due or wanted, without a job. */
  'sweep-attendances': Record<string, never>
  /** Deletes attendance reports of more than three years ago. */
  'forget-attendances': Record<string, never>
  /** Counts the dashboard's figures of the season. */
  'count-dashboard': Record<string, never>
  /** Deletes expired sessions. */
  'sweep-sessions': Record<string, never>
  'sweep-second-factors': Record<string, never>
  'sweep-challenges': Record<string, never>
  /** Deletes changes of email that are over. */
  'sweep-email-changes': Record<string, never>
  /** Deletes expired sign-in and reset codes, and what else signing in leaves behind. */
  'sweep-codes': Record<string, never>
  /** Has a hosted identity provider mail a link to choose a password. */
  'mail-password-reset': { email: string }
  /** Asks a hosted identity provider whether the passwords of sessions still hold. */
  'recheck-passwords': Record<string, never>
}

const minute = 60
const hour = 60 * minute

/** About two days of tries: from 5 s on, twice as long each time, up to 4 hours. */
const forDays = { retryLimit: 21, retryDelay: 5, retryBackoff: true, retryDelayMax: 4 * hour }

export const jobPolicies: { [Name in keyof Jobs]: JobPolicy } = {
  'send-mail': {
    ...forDays,
    expireInSeconds: 10 * minute,
    notify: true,
    // Nine mails at once and three urgent ones besides. One that hangs keeps back its worker's next batch, not the others.
    workers: 3,
    urgentWorkers: 1,
    batchSize: 3,
    atOnce: true,
  },
  'sweep-mails': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '* * * * *' },
  'forget-mails': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '7 7 * * *' },
  'confirm-registration': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'tell-staff': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  // In the early morning of the Eastern zone.
  'mail-staff-digest': { ...forDays, expireInSeconds: 5 * minute, cron: '7 11 * * *' },
  'tell-cancellation': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'sweep-confirmations': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '27 * * * *' },
  'forget-registrations': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '17 7 * * *' },
  remind: { retryLimit: 0, expireInSeconds: 5 * minute, cron: '*/5 * * * *' },
  'issue-certificate': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'mail-certificate': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'tell-correction': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'run-bulk-job': { ...forDays, expireInSeconds: 5 * minute },
  'sweep-bulk-jobs': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  // What a platform that is down leaves undone, the sweep takes up again once it is back.
  'match-webinar': {
    ...{ retryLimit: 6, retryDelay: 5, retryBackoff: true, retryDelayMax: minute },
    ...{ expireInSeconds: 10 * minute, workers: 2, batchSize: 10, atOnce: true },
  },
  'run-webinar-sync': {
    ...{ retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: minute },
    ...{ expireInSeconds: 2 * hour, workers: 2, notify: true },
  },
  'recheck-registrant': {
    ...{ retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: hour },
    ...{ expireInSeconds: 5 * minute, batchSize: 10, atOnce: true },
  },
  'compare-webinar': {
    ...{ retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: hour },
    ...{ expireInSeconds: 30 * minute, notify: true, batchSize: 4, atOnce: true },
  },
  // In the night of the Eastern zone.
  'compare-webinars': { retryLimit: 0, expireInSeconds: minute, cron: '37 7 * * *' },
  'sweep-webinars': { retryLimit: 0, expireInSeconds: minute, cron: '* * * * *' },
  // The sweep goes on after these, as long as the platform is down.
  'fetch-attendance': {
    ...{ retryLimit: 4, retryDelay: 15, retryBackoff: true, retryDelayMax: 5 * minute },
    ...{ expireInSeconds: 30 * minute, workers: 2, notify: true },
  },
  'sweep-attendances': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  'forget-attendances': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '37 7 * * *' },
  'count-dashboard': { retryLimit: 0, expireInSeconds: minute, cron: '* * * * *' },
  'sweep-sessions': { retryLimit: 0, expireInSeconds: minute, cron: '17 * * * *' },
  'sweep-second-factors': { retryLimit: 0, expireInSeconds: minute, cron: '27 * * * *' },
  'sweep-challenges': { retryLimit: 0, expireInSeconds: minute, cron: '57 * * * *' },
  'sweep-email-changes': { retryLimit: 0, expireInSeconds: minute, cron: '37 * * * *' },
  'sweep-codes': { retryLimit: 0, expireInSeconds: minute, cron: '47 * * * *' },
  'mail-password-reset': {
    ...{ retryLimit: 6, retryDelay: 5, retryBackoff: true, retryDelayMax: 5 * minute },
    ...{ expireInSeconds: minute, notify: true },
  },
  'recheck-passwords': { retryLimit: 0, expireInSeconds: 4 * minute, cron: '*/5 * * * *' },
}
