import type { JobPolicy } from './platform/jobs/queue.ts'

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
  /** Does the next portion of a bulk job. */
  'run-bulk-job': { bulkJobId: string }
  /** Finds bulk jobs that are not over, without a job. */
  'sweep-bulk-jobs': Record<string, never>
  /** Counts the dashboard's figures of the season. */
  'count-dashboard': Record<string, never>
  /** Deletes expired sessions. */
  'sweep-sessions': Record<string, never>
  /** Deletes changes of email that are over. */
  'sweep-email-changes': Record<string, never>
  /** Deletes expired sign-in and reset codes. */
  'sweep-codes': Record<string, never>
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
  'tell-cancellation': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'sweep-confirmations': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '27 * * * *' },
  'forget-registrations': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '17 7 * * *' },
  remind: { retryLimit: 0, expireInSeconds: 5 * minute, cron: '*/5 * * * *' },
  'issue-certificate': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'mail-certificate': { ...forDays, expireInSeconds: 5 * minute, batchSize: 25 },
  'run-bulk-job': { ...forDays, expireInSeconds: 5 * minute },
  'sweep-bulk-jobs': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  'count-dashboard': { retryLimit: 0, expireInSeconds: minute, cron: '* * * * *' },
  'sweep-sessions': { retryLimit: 0, expireInSeconds: minute, cron: '17 * * * *' },
  'sweep-email-changes': { retryLimit: 0, expireInSeconds: minute, cron: '37 * * * *' },
  'sweep-codes': { retryLimit: 0, expireInSeconds: minute, cron: '47 * * * *' },
}
