import { forgetDecisions } from './attendance/attendance-decisions/jobs.ts'
import { readReportAgain } from './attendance/attendances/attendance-rereading.ts'
import { fetchReport, forgetAttendances, sweepAttendances } from './attendance/attendances/jobs.ts'
import { forgetDoorDays } from './attendance/check-ins/check-in-access.ts'
import { reportDoors } from './attendance/check-ins/jobs.ts'
import { inBatches } from './core/db/batches.ts'
import type { JobHandlers } from './core/jobs/queue.ts'
import { tellCorrection } from './counting/certificates/certificate-corrections.ts'
import { issueCredited, issueNamed, issueWaiting, mailCredited } from './counting/certificates/jobs.ts'
import { signOlder } from './counting/certificates/sign-certificate.ts'
import { countSlot } from './counting/credit-findings/credit-findings.ts'
import { recountSlots, sweepCounts } from './counting/credit-findings/jobs.ts'
import { forgetReviews } from './counting/credit-reviews/credit-reviews.ts'
import { tellReviewAnswers } from './counting/credit-reviews/jobs.ts'
import { updateMakeUps } from './counting/make-ups/end-make-ups.ts'
import { forgetRecounts, recountLongestAgo } from './counting/recounts/recounts.ts'
import { nameOverlaps } from './counting/unusual-credits/unusual-credit-overlaps.ts'
import { forgetMails, openSendMail, sweepMails } from './foundation/mails/jobs.ts'
import { rotateSigningKey } from './foundation/signing-keys/signing-keys.ts'
import type { Jobs } from './jobs.ts'
import { automate, resumeAutomations } from './office/automations/jobs.ts'
import { runBulkJob, sweepBulkJobs } from './office/bulk-jobs/jobs.ts'
import { countSeason } from './office/dashboard/jobs.ts'
import { forgetInspections } from './office/inspections/forget-inspections.ts'
import { makeInspectionPack } from './office/inspections/jobs.ts'
import { forgetRehearsals, runRehearsal } from './office/rehearsals/jobs.ts'
import { forgetMessages, sweepMessages, writeMessage } from './outreach/messages/jobs.ts'
import { remind } from './outreach/reminders/jobs.ts'
import { remindOfRenewal } from './outreach/reminders/renewal-reminders.ts'
import { tellRoleChange } from './people/administrators/jobs.ts'
import { sweepEmailChanges } from './people/email-changes/jobs.ts'
import { sweepCodes } from './people/identity/jobs.ts'
import { sweepChallenges } from './people/passkeys/jobs.ts'
import { sweepSecondFactors } from './people/second-factors/jobs.ts'
import { sweepSessions } from './people/sessions/jobs.ts'
import { peopleOf } from './people.ts'
import {
  confirmRegistrations,
  forgetRegistrations,
  sweepConfirmations,
  tellCancellations,
} from './registrations/registrations/jobs.ts'
import { mailStaffDigest, tellStaffLater } from './registrations/registrations/registration-staff-mails.ts'
import { forgetWaits, sweepWaitlists, updateWaitlist } from './registrations/waitlists/jobs.ts'
import type { Services } from './services.ts'
import { compareWebinar } from './webinars/webinar-comparisons/jobs.ts'
import { askAllComparisons } from './webinars/webinar-comparisons/webinar-comparisons.ts'
import { matchWebinar, recheckRegistrant, sweepWebinars } from './webinars/webinars/jobs.ts'
import { runWebinarSync } from './webinars/webinars/sync-webinar.ts'
import type { Work } from './work.ts'
import { write } from './work.ts'

/** Runs a verb in one transaction for all registrations whose jobs run at the same moment. */
function inOneWrite(services: Services, verb: (work: Work, registrationIds: number[]) => Promise<void>) {
  return inBatches(async (data: { registrationId: number }[]) => {
    const registrationIds = data.map(({ registrationId }) => registrationId)
    await write(services, undefined, (work) => verb(work, registrationIds))
    return data.map(() => undefined)
  })
}

/** Returns the handler of each background job. */
export function jobHandlers(services: Services): JobHandlers<Jobs> {
  const { identity } = services
  const people = peopleOf(services)
  return {
    'send-mail': openSendMail(services),
    'sweep-mails': () => sweepMails(services),
    'forget-mails': () => forgetMails(services),
    'confirm-registration': inOneWrite(services, confirmRegistrations),
    'tell-staff': inOneWrite(services, tellStaffLater),
    'mail-staff-digest': () => write(services, undefined, mailStaffDigest),
    'tell-cancellation': inOneWrite(services, tellCancellations),
    'sweep-confirmations': () => write(services, undefined, sweepConfirmations),
    'offer-seats': (data) => write(services, undefined, (work) => updateWaitlist(work, data)),
    'offer-freed-seat': (data) => write(services, undefined, (work) => updateWaitlist(work, data)),
    'sweep-waitlists': () => write(services, undefined, sweepWaitlists),
    'update-make-ups': (data) => write(services, undefined, (work) => updateMakeUps(work, data)),
    'forget-registrations': () => forgetRegistrations(services),
    remind: () => write(services, undefined, remind),
    'remind-of-renewal': (data) => write(services, undefined, (work) => remindOfRenewal(work, data)),
    'issue-certificate': (data) => write(services, undefined, (work) => issueCredited(work, data)),
    'sign-certificates': () =>
      write(services, undefined, async (work) => {
        await rotateSigningKey(work)
        await signOlder(work)
      }),
    'mail-certificate': (data) => write(services, undefined, (work) => mailCredited(work, data)),
    'tell-correction': (data) => write(services, undefined, (work) => tellCorrection(work, data)),
    'run-bulk-job': (data) => write(services, undefined, (work) => runBulkJob(work, data)),
    'sweep-bulk-jobs': () => write(services, undefined, sweepBulkJobs),
    'write-message': (data) => write(services, undefined, (work) => writeMessage(work, data)),
    'sweep-messages': () => write(services, undefined, sweepMessages),
    'match-webinar': (data) => matchWebinar(services, data),
    'run-webinar-sync': (data) => runWebinarSync(services, data),
    'compare-webinar': (data, attempt) => compareWebinar(services, data, attempt),
    'compare-webinars': () => write(services, undefined, askAllComparisons),
    'recheck-registrant': (data) => recheckRegistrant(services, data),
    'sweep-webinars': () => sweepWebinars(services),
    'fetch-attendance': (data) => fetchReport(services, data),
    'read-attendance': (data) => readReportAgain(services, data),
    'sweep-attendances': () => write(services, undefined, sweepAttendances),
    'report-doors': () => reportDoors(services),
    'forget-attendances': () =>
      write(services, undefined, async (work) => {
        await forgetAttendances(work)
        await forgetDecisions(work)
        await forgetReviews(work)
        await forgetRecounts(work)
        await forgetRehearsals(work)
        await forgetInspections(work)
        await forgetMessages(work)
        await forgetWaits(work)
        await forgetDoorDays(work)
      }),
    'tell-review-answers': (data) => write(services, undefined, (work) => tellReviewAnswers(work, data)),
    'count-hours': (data) => write(services, undefined, (work) => countSlot(work, data)),
    automate: (data) => write(services, undefined, (work) => automate(work, data)),
    'issue-named': (data) => write(services, undefined, (work) => issueNamed(work, data)),
    'resume-credits': () =>
      write(services, undefined, async (work) => {
        await issueWaiting(work)
        await resumeAutomations(work)
      }),
    recount: (data) => write(services, undefined, (work) => recountSlots(work, data)),
    'recount-settled': () => recountLongestAgo(services),
    'name-overlaps': () => write(services, undefined, nameOverlaps),
    'sweep-counts': () => write(services, undefined, sweepCounts),
    'make-inspection-pack': (data, attempt) => makeInspectionPack(services, data, attempt),
    rehearse: (data, attempt) => runRehearsal(services, data, attempt),
    'count-dashboard': () => write(services, undefined, countSeason),
    'tell-role-change': (data) => write(services, undefined, (work) => tellRoleChange(work, data)),
    'sweep-sessions': () => sweepSessions(services),
    'sweep-second-factors': () => sweepSecondFactors(services),
    'sweep-challenges': () => sweepChallenges(services),
    'sweep-email-changes': () => sweepEmailChanges(services),
    'sweep-codes': () => sweepCodes(services),
    'mail-password-reset': async ({ email }) => identity.mailReset?.(people, email),
    'recheck-passwords': async () => identity.recheck?.(people),
  }
}
