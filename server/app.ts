import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { operations, shapes } from '#contract/endpoints.ts'
import { serveCreditRules } from '#server/events/credit-rules/routes.ts'
import { serveAttendanceDecisions } from './attendance/attendance-decisions/routes.ts'
import { serveAttendanceUploads } from './attendance/attendance-uploads/routes.ts'
import { serveAttendances } from './attendance/attendances/routes.ts'
import { serveCheckIns } from './attendance/check-ins/routes.ts'
import { servePollCodes } from './attendance/poll-codes/routes.ts'
import { serveSignInSheets } from './attendance/sign-in-sheets/routes.ts'
import { documentApi } from './core/http/documentation.ts'
import { serveHealth } from './core/http/health-routes.ts'
import type { HttpTimes } from './core/http/http.ts'
import { openHttp } from './core/http/http.ts'
import { openLimits } from './core/http/limits.ts'
import type { Gate } from './core/http/serve.ts'
import { serveWeb } from './core/http/web-files.ts'
import { measureJobs } from './core/jobs/queue-metrics.ts'
import { openCertificatePrinter } from './counting/certificates/certificate-pdf.ts'
import { serveCertificates } from './counting/certificates/routes.ts'
import { serveCreditFindings } from './counting/credit-findings/routes.ts'
import { serveCreditReviews } from './counting/credit-reviews/routes.ts'
import { serveMakeUps } from './counting/make-ups/routes.ts'
import { measureRecounts } from './counting/recounts/recount-metrics.ts'
import { serveRecounts } from './counting/recounts/routes.ts'
import { serveUnusualCredits } from './counting/unusual-credits/routes.ts'
import { serveCalendars } from './events/calendars/routes.ts'
import { serveEventCopies } from './events/event-copies/routes.ts'
import { openOpenEvents } from './events/events/open-events.ts'
import { serveEvents } from './events/events/routes.ts'
import { serveSlots } from './events/slots/routes.ts'
import { serveSpeakers } from './events/speakers/routes.ts'
import { serveSponsorExports } from './events/sponsor-exports/routes.ts'
import { serveSponsors } from './events/sponsors/routes.ts'
import { serveActivities } from './foundation/activities/routes.ts'
import { serveBounces } from './foundation/bounces/routes.ts'
import { measureMails } from './foundation/mails/mail-metrics.ts'
import { serveMails } from './foundation/mails/routes.ts'
import { serveSigningKeys } from './foundation/signing-keys/routes.ts'
import { serveSupport } from './foundation/support/routes.ts'
import { serveProviders } from './foundation/training-providers/routes.ts'
import { serveUploads } from './foundation/uploads/routes.ts'
import { serveAccounts } from './office/accounts/routes.ts'
import { serveAutomations } from './office/automations/routes.ts'
import { serveBulkJobs } from './office/bulk-jobs/routes.ts'
import { serveDashboard } from './office/dashboard/routes.ts'
import { serveInspections } from './office/inspections/routes.ts'
import { serveRehearsals } from './office/rehearsals/routes.ts'
import { serveMessages } from './outreach/messages/routes.ts'
import { serveReminders } from './outreach/reminders/routes.ts'
import { serveAdministrators } from './people/administrators/routes.ts'
import { serveEmailChanges } from './people/email-changes/routes.ts'
import { serveIdentity } from './people/identity/routes.ts'
import { servePasskeys } from './people/passkeys/routes.ts'
import { secondStepOf, serveSecondFactors } from './people/second-factors/routes.ts'
import { refuseUnproven } from './people/second-factors/second-factor-proofs.ts'
import { serveSessions } from './people/sessions/routes.ts'
import { refuseEnded } from './people/sessions/session-changes.ts'
import { refuseOldSignIn } from './people/sessions/session-proofs.ts'
import { openSessions } from './people/sessions/sessions.ts'
import { serveUsers } from './people/users/routes.ts'
import { peopleOf } from './people.ts'
import { serveRegistrationLists } from './registrations/registration-lists/routes.ts'
import { serveRegistrations } from './registrations/registrations/routes.ts'
import { serveTickets } from './registrations/tickets/routes.ts'
import { serveWaitlists } from './registrations/waitlists/routes.ts'
import type { Services } from './services.ts'
import { serveWebinarComparisons } from './webinars/webinar-comparisons/routes.ts'
import { serveWebinarRooms } from './webinars/webinar-rooms/routes.ts'
import { serveWebinars } from './webinars/webinars/routes.ts'
import { findWebinarStanding, measureWebinars } from './webinars/webinars/webinar-metrics.ts'

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
  serveAttendanceUploads(gate, services)
  serveAttendanceDecisions(gate, services)
  serveAutomations(gate, services)
  serveRecounts(gate, services)
  serveUnusualCredits(gate, services)
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
  serveMakeUps(gate, services)
  measureMails(app.metrics, services)
  measureWebinars(app.metrics, services)
  measureRecounts(app.metrics, services)
  measureJobs(app.metrics, pool)
  documentApi(app, { calls: operations, shapes })
  const isHidden = (path: string) => /^\/mailbox(\/|$)/.test(path) && !config.mail.hasMailbox
  await serveWeb(app, webFolder, {
    isHidden,
    metasOf: openEvents.metas,
    sitemapUrl: `${config.publicUrl}/sitemap.xml`,
  })
  // Caches need notifications of changes.
  await services.notifications.ready()
  return app
}
