import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { operations, shapes } from '#contract/endpoints.ts'
import { serveAccounts } from './accounts/routes.ts'
import { serveActivities } from './activities/routes.ts'
import { tellRoleChange } from './administrators/jobs.ts'
import { serveAdministrators } from './administrators/routes.ts'
import { forgetDecisions } from './attendance-decisions/jobs.ts'
import { serveAttendanceDecisions } from './attendance-decisions/routes.ts'
import { readReportAgain } from './attendances/attendance-rereading.ts'
import { fetchReport, forgetAttendances, sweepAttendances } from './attendances/jobs.ts'
import { serveAttendances } from './attendances/routes.ts'
import { automate, resumeAutomations } from './automations/jobs.ts'
import { serveAutomations } from './automations/routes.ts'
import { serveBounces } from './bounces/routes.ts'
import { runBulkJob, sweepBulkJobs } from './bulk-jobs/jobs.ts'
import { serveBulkJobs } from './bulk-jobs/routes.ts'
import { serveCalendars } from './calendars/routes.ts'
import { tellCorrection } from './certificates/certificate-corrections.ts'
import { openCertificatePrinter } from './certificates/certificate-pdf.ts'
import { issueCredited, issueWaiting, mailCredited } from './certificates/jobs.ts'
import { serveCertificates } from './certificates/routes.ts'
import { signOlder } from './certificates/sign-certificate.ts'
import { reportDoors } from './check-ins/jobs.ts'
import { serveCheckIns } from './check-ins/routes.ts'
import { inBatches } from './core/db/batches.ts'
import { documentApi } from './core/http/documentation.ts'
import { serveHealth } from './core/http/health-routes.ts'
import type { HttpTimes } from './core/http/http.ts'
import { openHttp } from './core/http/http.ts'
import { openLimits } from './core/http/limits.ts'
import type { Gate } from './core/http/serve.ts'
import { serveWeb } from './core/http/web-files.ts'
import type { JobHandlers } from './core/jobs/queue.ts'
import { measureJobs } from './core/jobs/queue-metrics.ts'
import { countSlot } from './credit-findings/credit-findings.ts'
import { recountSlots, sweepCounts } from './credit-findings/jobs.ts'
import { serveCreditFindings } from './credit-findings/routes.ts'
import { forgetReviews } from './credit-reviews/credit-reviews.ts'
import { tellReviewAnswers } from './credit-reviews/jobs.ts'
import { serveCreditReviews } from './credit-reviews/routes.ts'
import { serveCreditRules } from './credit-rules/routes.ts'
import { countSeason } from './dashboard/jobs.ts'
import { serveDashboard } from './dashboard/routes.ts'
import { sweepEmailChanges } from './email-changes/jobs.ts'
import { serveEmailChanges } from './email-changes/routes.ts'
import { serveEventCopies } from './event-copies/routes.ts'
import { openOpenEvents } from './events/open-events.ts'
import { serveEvents } from './events/routes.ts'
import { sweepCodes } from './identity/jobs.ts'
import { serveIdentity } from './identity/routes.ts'
import { forgetInspections } from './inspections/forget-inspections.ts'
import { makeInspectionPack } from './inspections/jobs.ts'
import { serveInspections } from './inspections/routes.ts'
import type { Jobs } from './jobs.ts'
import { forgetMails, openSendMail, sweepMails } from './mails/jobs.ts'
import { measureMails } from './mails/mail-metrics.ts'
import { serveMails } from './mails/routes.ts'
import { forgetMessages, sweepMessages, writeMessage } from './messages/jobs.ts'
import { serveMessages } from './messages/routes.ts'
import { sweepChallenges } from './passkeys/jobs.ts'
import { servePasskeys } from './passkeys/routes.ts'
import { peopleOf } from './people.ts'
import { servePollCodes } from './poll-codes/routes.ts'
import { measureRecounts } from './recounts/recount-metrics.ts'
import { forgetRecounts, recountLongestAgo } from './recounts/recounts.ts'
import { serveRecounts } from './recounts/routes.ts'
import { serveRegistrationLists } from './registration-lists/routes.ts'
import {
  confirmRegistrations,
  forgetRegistrations,
  sweepConfirmations,
  tellCancellations,
} from './registrations/jobs.ts'
import { mailStaffDigest, tellStaffLater } from './registrations/registration-staff-mails.ts'
import { serveRegistrations } from './registrations/routes.ts'
import { forgetRehearsals, runRehearsal } from './rehearsals/jobs.ts'
import { serveRehearsals } from './rehearsals/routes.ts'
import { remind } from './reminders/jobs.ts'
import { remindOfRenewal } from './reminders/renewal-reminders.ts'
import { serveReminders } from './reminders/routes.ts'
import { sweepSecondFactors } from './second-factors/jobs.ts'
import { secondStepOf, serveSecondFactors } from './second-factors/routes.ts'
import { refuseUnproven } from './second-factors/second-factor-proofs.ts'
import type { Services } from './services.ts'
import { sweepSessions } from './sessions/jobs.ts'
import { serveSessions } from './sessions/routes.ts'
import { refuseEnded } from './sessions/session-changes.ts'
import { refuseOldSignIn } from './sessions/session-proofs.ts'
import { openSessions } from './sessions/sessions.ts'
import { serveSignInSheets } from './sign-in-sheets/routes.ts'
import { serveSigningKeys } from './signing-keys/routes.ts'
import { rotateSigningKey } from './signing-keys/signing-keys.ts'
import { serveSlots } from './slots/routes.ts'
import { serveSpeakers } from './speakers/routes.ts'
import { serveSponsorExports } from './sponsor-exports/routes.ts'
import { serveSponsors } from './sponsors/routes.ts'
import { serveSupport } from './support/routes.ts'
import { serveTickets } from './tickets/routes.ts'
import { serveProviders } from './training-providers/routes.ts'
import { serveUploads } from './uploads/routes.ts'
import { serveUsers } from './users/routes.ts'
import { forgetWaits, sweepWaitlists, updateWaitlist } from './waitlists/jobs.ts'
import { serveWaitlists } from './waitlists/routes.ts'
import { compareWebinar } from './webinar-comparisons/jobs.ts'
import { serveWebinarComparisons } from './webinar-comparisons/routes.ts'
import { askAllComparisons } from './webinar-comparisons/webinar-comparisons.ts'
import { serveWebinarRooms } from './webinar-rooms/routes.ts'
import { matchWebinar, recheckRegistrant, sweepWebinars } from './webinars/jobs.ts'
import { serveWebinars } from './webinars/routes.ts'
import { runWebinarSync } from './webinars/sync-webinar.ts'
import { findWebinarStanding, measureWebinars } from './webinars/webinar-metrics.ts'
import { type Work, write } from './work.ts'

const webFolder = join(import.meta.dirname, '../dist/web')

/** Builds the portal's HTTP app from its services. It does not listen yet. Closing it does not close the services. */
export async function buildApp(
  services: Services,
  { times, onUndeclared }: { times?: HttpTimes | undefined } & Pick<Gate, 'onUndeclared'> = {},
): Promise<FastifyInstance> {
  const { config, pool } = services
  const app = await openHttp(config, services.log, times)
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    // Drawings step back in a rush, so they must not make one themselves.
    if (routeOptions.config?.endpoint?.file !== 'application/pdf') services.rush.called()
    done()
  })
  const printer = openCertificatePrinter({ giveWay: () => services.rush.over() })
  app.addHook('onClose', () => printer.close())
  const people = peopleOf(services)
  const gate: Gate = {
    app,
    findCaller: openSessions(services),
    onUndeclared,
    limits: config.hasRateLimit
      ? openLimits(pool, {
          isKnown: async (email) => (await people.roleOf(email)) !== undefined,
          mailsPerMinute: config.mail.perMinute,
        })
      : undefined,
  }

  serveHealth(gate, { ...services, webinar: { health: () => findWebinarStanding(services) } }, config)
  serveIdentity(gate, services, people)
  serveUsers(gate, services)
  serveSessions(gate, services, secondStepOf(services))
  serveEmailChanges(gate, services)
  serveAdministrators(gate, services, refuseUnproven)
  servePasskeys(gate, services, { refuseOldSignIn, refuseEnded })
  serveSecondFactors(gate, services)
  serveAccounts(gate, services)
  const openEvents = openOpenEvents(services)
  serveEvents(gate, services, openEvents)
  serveSlots(gate, services)
  serveEventCopies(gate, services)
  serveSponsors(gate, services)
  serveSpeakers(gate, services)
  serveWebinars(gate, services)
  serveAttendances(gate, services)
  serveAttendanceDecisions(gate, services)
  serveAutomations(gate, services)
  serveRecounts(gate, services)
  serveCreditReviews(gate, services)
  serveCreditRules(gate, services)
  servePollCodes(gate, services)
  serveCreditFindings(gate, services)
  serveWebinarRooms(gate, services)
  serveWebinarComparisons(gate, services)
  serveRegistrations(gate, services)
  serveRegistrationLists(gate, services)
  serveCertificates(gate, services, printer)
  serveSigningKeys(gate, services)
  serveCheckIns(gate, services)
  serveTickets(gate, services)
  serveSignInSheets(gate, services)
  serveActivities(gate, services)
  serveBulkJobs(gate, services)
  serveProviders(gate, services)
  serveCalendars(gate, services)
  serveReminders(gate, services)
  serveRehearsals(gate, services)
  serveInspections(gate, services)
  serveSupport(gate, services)
  serveMails(gate, services)
  serveMessages(gate, services)
  serveBounces(gate, services)
  serveDashboard(gate, services)
  serveSponsorExports(gate, services)
  serveUploads(gate, services)
  serveWaitlists(gate, services)
  measureMails(app.metrics, services)
  measureWebinars(app.metrics, services)
  measureRecounts(app.metrics, services)
  measureJobs(app.metrics, pool)
  documentApi(app, { calls: operations, shapes })
  const isHidden = (path: string) => /^\/mailbox(\/|$)/.test(path) && !config.mail.hasMailbox
  await serveWeb(app, webFolder, {
    isHidden,
    metasOf: async (path) => ({
      season: String(config.season(services.clock())),
      ...(config.identity.provider === 'firebase' && { identity: 'firebase' }),
      ...(await openEvents.metas(path)),
    }),
    sitemapUrl: `${config.publicUrl}/sitemap.xml`,
  })
  // Caches need notifications of changes.
  await services.notifications.ready()
  return app
}

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
      }),
    'tell-review-answers': (data) => write(services, undefined, (work) => tellReviewAnswers(work, data)),
    'count-hours': (data) => write(services, undefined, (work) => countSlot(work, data)),
    automate: (data) => write(services, undefined, (work) => automate(work, data)),
    'resume-credits': () =>
      write(services, undefined, async (work) => {
        await issueWaiting(work)
        await resumeAutomations(work)
      }),
    recount: (data) => write(services, undefined, (work) => recountSlots(work, data)),
    'recount-settled': () => recountLongestAgo(services),
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
