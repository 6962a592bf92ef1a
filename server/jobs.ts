import type { JobPolicy } from './platform/jobs/queue.ts'

/** Every background job of the portal: its name and what it carries. Each may run twice. */
export interface Jobs {
  /** Sends one mail of the outbox. */
  'send-mail': { mailId: number }
  /** Writes the confirmation to the person and the notices to the staff of a registration or a move. */
  'confirm-registration': { registrationId: number }
  /** Issues the certificate of what was credited. */
  'issue-certificate': { registrationId: number }
  /** Deletes expired sessions. */
  'sweep-sessions': Record<string, never>
  /** Deletes expired sign-in and reset codes. */
  'sweep-codes': Record<string, never>
}

const hour = 3600

export const jobPolicies: { [Name in keyof Jobs]: JobPolicy } = {
  // About two days of tries: 30 s, doubling up to 4 hours.
  'send-mail': {
    retryLimit: 18,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 4 * hour,
    // Ten mails, each up to SMTP's 20 s.
    expireInSeconds: 240,
    notify: true,
    batchSize: 10,
  },
  'confirm-registration': {
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 60,
    batchSize: 25,
  },
  'issue-certificate': {
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 60,
    batchSize: 25,
  },
  'sweep-sessions': { retryLimit: 0, expireInSeconds: 60, cron: '17 * * * *' },
  'sweep-codes': { retryLimit: 0, expireInSeconds: 60, cron: '47 * * * *' },
}
