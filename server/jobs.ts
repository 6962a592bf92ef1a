import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import type { NewJob as NewJobOf } from './core/jobs/new-jobs.ts'
import type { JobPolicy } from './core/jobs/queue.ts'

/** Every background job of the portal with its data. Each may run twice. */
export interface Jobs {
  'send-mail': { mailId: number }
  /** Finds mails that wait without a job, or whose process died while it sent them. */
  'sweep-mails': Record<string, never>
  /** Deletes old mails, and the text of old certificate emails. */
  'forget-mails': Record<string, never>
  /** Writes the confirmation to the person and the staff emails about a registration or a move. */
  'confirm-registration': { registrationId: number }
  /** Emails the staff about a registration that changed soon after their last email about it. */
  'tell-staff': { registrationId: number }
  'mail-staff-digest': Record<string, never>
  /** Emails a person that a registration was canceled, if it had been confirmed. */
  'tell-cancellation': { registrationId: number }
  /** Finds registrations without a confirmation and without a job. */
  'sweep-confirmations': Record<string, never>
  /** Offers the seats of a slot to its waitlist, and ends offers that ran out. */
  'offer-seats': { eventSlotId: number }
  /** Does that for the slot of a canceled or deleted registration. */
  'offer-freed-seat': { registrationId: number }
  /** Finds waitlists with something to do. */
  'sweep-waitlists': Record<string, never>
  /** Tells the people who are admitted to a slot for missing hours that it has another time or was deleted. */
  'update-make-ups': { eventSlotId: number }
  /** Deletes the remaining registrations of deleted accounts when their time is over. */
  'forget-registrations': Record<string, never>
  remind: Record<string, never>
  /** `after`: the last user of the page before. */
  'remind-of-renewal': { after?: string }
  'issue-certificate': { registrationId: number }
  'issue-named': { userId: string }
  'mail-certificate': { registrationId: number; notes: string }
  /** Signs certificates from before credentials were signed, and makes a new signing key once a year. */
  'sign-certificates': Record<string, never>
  /** Emails a person whose emailed certificate was withdrawn or corrected. */
  'tell-correction': { registrationId: number }
  /** Emails a person the answers to their reviews that they do not know yet. */
  'tell-review-answers': { registrationId: number }
  'run-bulk-job': { bulkJobId: string }
  'sweep-bulk-jobs': Record<string, never>
  /** Writes the next emails of a message to people. */
  'write-message': { messageId: number }
  'sweep-messages': Record<string, never>
  /** Brings the webinar platform's state of a registration up to date. */
  'match-webinar': { registrationId: number }
  /** Registers everybody of a slot at the webinar platform, or removes them. */
  'run-webinar-sync': { webinarSyncId: string }
  /** Adopts the current state of a registrant after a webhook of the webinar platform. */
  'recheck-registrant': { webinarId: string; registrantId: string | null; email: string | null }
  /** Makes the requested repairs of a slot's webinar, then compares the two. */
  'compare-webinar': { eventSlotId: number }
  'compare-webinars': Record<string, never>
  /** Finds registrants and syncs that wait without a job. */
  'sweep-webinars': Record<string, never>
  'fetch-attendance': { eventSlotId: number }
  /** Reads the bytes of a report again with a newer version of the readers. */
  'read-attendance': { reportId: number }
  /** Finds slots whose attendance is due or requested, and reports to read again, without a job. */
  'sweep-attendances': Record<string, never>
  /** Writes the attendance reports of in-person days that are over, from the scans at the door. */
  'report-doors': Record<string, never>
  /** Deletes attendance reports older than three years, and other records whose time is over. */
  'forget-attendances': Record<string, never>
  /** Counts the hours of everybody at a slot. */
  'count-hours': { eventSlotId: number }
  /** Credits or proposes what the counts of an event allow, as its automation says. */
  automate: { eventId: number }
  /** Credits and issues what waited for the training provider. */
  'resume-credits': Record<string, never>
  /** Counts the slots again that a registration may concern, if they were counted. */
  recount: { registrationId: number }
  /** Finds slots whose count is due without a job. */
  'sweep-counts': Record<string, never>
  /** Counts a settled slot again from the bytes of its reports. */
  'recount-settled': Record<string, never>
  /** Names pairs of standing credits for the same time. */
  'name-overlaps': Record<string, never>
  /** Rehearses an event in a process of its own. */
  rehearse: { rehearsalId: number }
  /** Makes a pack of records for an inspector. */
  'make-inspection-pack': { packId: number }
  'count-dashboard': Record<string, never>
  'tell-role-change': {
    userId: string
    from: AdministratorRole
    to: AdministratorRole
    changedBy: string
    /** An ISO instant. */
    changedAt: string
  }
  'sweep-sessions': Record<string, never>
  'sweep-second-factors': Record<string, never>
  'sweep-challenges': Record<string, never>
  /** Deletes changes of email that can no longer be undone. */
  'sweep-email-changes': Record<string, never>
  /** Deletes expired sign-in and reset codes, and other remains of signing in. */
  'sweep-codes': Record<string, never>
  /** Asks a hosted identity provider to mail a link for a new password. */
  'mail-password-reset': { email: string }
  /** Asks a hosted identity provider whether the passwords of sessions are still valid. */
  'recheck-passwords': Record<string, never>
}

export type NewJob = NewJobOf<Jobs>

const minute = 60
const hour = 60 * minute

/** About two days of attempts: after 5 s, then twice as long each time, up to 4 hours. */
const forDays = { retryLimit: 21, retryDelay: 5, retryBackoff: true, retryDelayMax: 4 * hour }

export const jobPolicies: { [Name in keyof Jobs]: JobPolicy } = {
  'send-mail': { ...forDays, expireInSeconds: 10 * minute },
  'sweep-mails': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '* * * * *' },
  'forget-mails': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '7 7 * * *' },
  'confirm-registration': { ...forDays, expireInSeconds: 5 * minute, atOnce: 100 },
  'tell-staff': { ...forDays, expireInSeconds: 5 * minute, atOnce: 100 },
  // Early morning, Eastern.
  'mail-staff-digest': { ...forDays, expireInSeconds: 5 * minute, cron: '7 11 * * *' },
  'tell-cancellation': { ...forDays, expireInSeconds: 5 * minute, atOnce: 100 },
  'sweep-confirmations': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '27 * * * *' },
  'offer-seats': { ...forDays, expireInSeconds: minute, atOnce: 4 },
  'offer-freed-seat': { ...forDays, expireInSeconds: minute, atOnce: 4 },
  'sweep-waitlists': { retryLimit: 0, expireInSeconds: minute, cron: '* * * * *' },
  'update-make-ups': { ...forDays, expireInSeconds: minute },
  'forget-registrations': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '17 7 * * *' },
  remind: { retryLimit: 0, expireInSeconds: 5 * minute, cron: '*/5 * * * *' },
  'remind-of-renewal': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '47 * * * *' },
  'issue-certificate': { ...forDays, expireInSeconds: 5 * minute, atOnce: 4 },
  'issue-named': { ...forDays, expireInSeconds: minute },
  'mail-certificate': { ...forDays, expireInSeconds: 5 * minute, atOnce: 4 },
  'sign-certificates': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '*/5 * * * *' },
  'tell-correction': { ...forDays, expireInSeconds: 5 * minute, atOnce: 4 },
  'tell-review-answers': { ...forDays, expireInSeconds: minute },
  'run-bulk-job': { ...forDays, expireInSeconds: 5 * minute },
  'sweep-bulk-jobs': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  'write-message': { ...forDays, expireInSeconds: 5 * minute },
  'sweep-messages': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  // The sweep continues what an outage left undone.
  'match-webinar': {
    retryLimit: 6,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: minute,
    expireInSeconds: 10 * minute,
    atOnce: 20,
  },
  'run-webinar-sync': {
    retryLimit: 1000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: minute,
    expireInSeconds: 2 * hour,
    atOnce: 2,
  },
  'recheck-registrant': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: hour,
    expireInSeconds: 5 * minute,
    atOnce: 10,
  },
  'compare-webinar': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: hour,
    expireInSeconds: 30 * minute,
    atOnce: 4,
  },
  // At night, Eastern.
  'compare-webinars': { retryLimit: 0, expireInSeconds: minute, cron: '37 7 * * *' },
  'sweep-webinars': { retryLimit: 0, expireInSeconds: minute, cron: '* * * * *' },
  // After these, the sweep continues during an outage.
  'fetch-attendance': {
    retryLimit: 4,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 5 * minute,
    expireInSeconds: 30 * minute,
    atOnce: 2,
  },
  'read-attendance': {
    retryLimit: 4,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 5 * minute,
    expireInSeconds: 5 * minute,
    atOnce: 1,
  },
  'sweep-attendances': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  'report-doors': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '*/5 * * * *' },
  'forget-attendances': { retryLimit: 0, expireInSeconds: 5 * minute, cron: '37 7 * * *' },
  'count-hours': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 5 * minute,
    expireInSeconds: 5 * minute,
    atOnce: 1,
    urgentAtOnce: 1,
  },
  automate: { ...forDays, expireInSeconds: minute },
  'resume-credits': { ...forDays, expireInSeconds: minute },
  recount: { ...forDays, expireInSeconds: minute, atOnce: 20 },
  'sweep-counts': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  // At night, Eastern.
  'recount-settled': { retryLimit: 0, expireInSeconds: 15 * minute, cron: '17 6 * * *' },
  'name-overlaps': { retryLimit: 0, expireInSeconds: 15 * minute, cron: '27 6 * * *' },
  rehearse: { retryLimit: 2, retryDelay: 5, expireInSeconds: hour },
  'make-inspection-pack': { retryLimit: 10, retryDelay: 3, expireInSeconds: 15 * minute },
  'count-dashboard': { retryLimit: 0, expireInSeconds: minute, cron: '* * * * *' },
  'tell-role-change': { ...forDays, expireInSeconds: minute },
  'sweep-sessions': { retryLimit: 0, expireInSeconds: minute, cron: '17 * * * *' },
  'sweep-second-factors': { retryLimit: 0, expireInSeconds: minute, cron: '27 * * * *' },
  'sweep-challenges': { retryLimit: 0, expireInSeconds: minute, cron: '57 * * * *' },
  'sweep-email-changes': { retryLimit: 0, expireInSeconds: minute, cron: '37 * * * *' },
  'sweep-codes': { retryLimit: 0, expireInSeconds: minute, cron: '*/5 * * * *' },
  'mail-password-reset': {
    retryLimit: 6,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 5 * minute,
    expireInSeconds: minute,
  },
  'recheck-passwords': { retryLimit: 0, expireInSeconds: 4 * minute, cron: '*/5 * * * *' },
}

/** Returns the policies for a transport that takes this many mails at the same time, a quarter of them only if they are urgent. */
export function policiesWithMail(atOnce: number): typeof jobPolicies {
  const urgentAtOnce = Math.min(Math.ceil(atOnce / 4), atOnce - 1)
  return {
    ...jobPolicies,
    'send-mail': { ...jobPolicies['send-mail'], atOnce: atOnce - urgentAtOnce, urgentAtOnce },
  }
}
