import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { operations, shapes } from '#contract/endpoints.ts'
import { serveAccounts } from './accounts/routes.ts'
import { serveActivities } from './activities/routes.ts'
import { serveAdministrators } from './administrators/routes.ts'
import { serveAttendanceDecisions } from './attendance-decisions/routes.ts'
import { serveAttendanceUploads } from './attendance-uploads/routes.ts'
import { serveAttendances } from './attendances/routes.ts'
import { serveAutomations } from './automations/routes.ts'
import { serveBounces } from './bounces/routes.ts'
import { serveBulkJobs } from './bulk-jobs/routes.ts'
import { serveCalendars } from './calendars/routes.ts'
import { openCertificatePrinter } from './certificates/certificate-pdf.ts'
import { serveCertificates } from './certificates/routes.ts'
import { serveCheckIns } from './check-ins/routes.ts'
import { documentApi } from './core/http/documentation.ts'
import { serveHealth } from './core/http/health-routes.ts'
import type { HttpTimes } from './core/http/http.ts'
import { openHttp } from './core/http/http.ts'
import { openLimits } from './core/http/limits.ts'
import type { Gate } from './core/http/serve.ts'
import { serveWeb } from './core/http/web-files.ts'
import { measureJobs } from './core/jobs/queue-metrics.ts'
import { serveCreditFindings } from './credit-findings/routes.ts'
import { serveCreditReviews } from './credit-reviews/routes.ts'
import { serveCreditRules } from './credit-rules/routes.ts'
import { serveDashboard } from './dashboard/routes.ts'
import { serveEmailChanges } from './email-changes/routes.ts'
import { serveEventCopies } from './event-copies/routes.ts'
import { openOpenEvents } from './events/open-events.ts'
import { serveEvents } from './events/routes.ts'
import { serveIdentity } from './identity/routes.ts'
import { serveInspections } from './inspections/routes.ts'
import { measureMails } from './mails/mail-metrics.ts'
import { serveMails } from './mails/routes.ts'
import { serveMakeUps } from './make-ups/routes.ts'
import { serveMessages } from './messages/routes.ts'
import { servePasskeys } from './passkeys/routes.ts'
import { peopleOf } from './people.ts'
import { servePollCodes } from './poll-codes/routes.ts'
import { measureRecounts } from './recounts/recount-metrics.ts'
import { serveRecounts } from './recounts/routes.ts'
import { serveRegistrationLists } from './registration-lists/routes.ts'
import { serveRegistrations } from './registrations/routes.ts'
import { serveRehearsals } from './rehearsals/routes.ts'
import { serveReminders } from './reminders/routes.ts'
import { secondStepOf, serveSecondFactors } from './second-factors/routes.ts'
import { refuseUnproven } from './second-factors/second-factor-proofs.ts'
import type { Services } from './services.ts'
import { serveSessions } from './sessions/routes.ts'
import { refuseEnded } from './sessions/session-changes.ts'
import { refuseOldSignIn } from './sessions/session-proofs.ts'
import { openSessions } from './sessions/sessions.ts'
import { serveSignInSheets } from './sign-in-sheets/routes.ts'
import { serveSigningKeys } from './signing-keys/routes.ts'
import { serveSlots } from './slots/routes.ts'
import { serveSpeakers } from './speakers/routes.ts'
import { serveSponsorExports } from './sponsor-exports/routes.ts'
import { serveSponsors } from './sponsors/routes.ts'
import { serveSupport } from './support/routes.ts'
import { serveTickets } from './tickets/routes.ts'
import { serveProviders } from './training-providers/routes.ts'
import { serveUnusualCredits } from './unusual-credits/routes.ts'
import { serveUploads } from './uploads/routes.ts'
import { serveUsers } from './users/routes.ts'
import { serveWaitlists } from './waitlists/routes.ts'
import { serveWebinarComparisons } from './webinar-comparisons/routes.ts'
import { serveWebinarRooms } from './webinar-rooms/routes.ts'
import { serveWebinars } from './webinars/routes.ts'
import { findWebinarStanding, measureWebinars } from './webinars/webinar-metrics.ts'

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
