import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { nextEventsMeta } from '#contract/next-events.ts'
import { paths } from '#contract/paths.ts'
import { serveAccounts } from './accounts/routes.ts'
import { serveActivities } from './activities/routes.ts'
import { runBulkJob, sweepBulkJobs } from './bulk-jobs/jobs.ts'
import { serveBulkJobs } from './bulk-jobs/routes.ts'
import { serveCalendars } from './calendars/routes.ts'
import { openCertificatePrinter } from './certificates/certificate-pdf.ts'
import { issueCredited, mailCredited } from './certificates/jobs.ts'
import { serveCertificates } from './certificates/routes.ts'
import { countSeason } from './dashboard/jobs.ts'
import { serveDashboard } from './dashboard/routes.ts'
import { openNextEvents } from './events/next-events.ts'
import { serveEvents } from './events/routes.ts'
import { sweepCodes } from './identity/jobs.ts'
import type { Jobs } from './jobs.ts'
import { forgetMails, sendMail, sweepMails } from './mails/jobs.ts'
import { measureMails } from './mails/mail-metrics.ts'
import { serveMails } from './mails/routes.ts'
import { serveHealth } from './platform/http/health-routes.ts'
import type { HttpTimes } from './platform/http/http.ts'
import { openHttp } from './platform/http/http.ts'
import { openLimits } from './platform/http/limits.ts'
import type { Gate } from './platform/http/serve.ts'
import { serveWeb } from './platform/http/web-files.ts'
import type { JobHandlers } from './platform/jobs/queue.ts'
import { measureJobs } from './platform/jobs/queue-metrics.ts'
import {
  confirmRegistration,
  forgetRegistrations,
  sweepConfirmations,
  tellCancellation,
} from './registrations/jobs.ts'
import { serveRegistrations } from './registrations/routes.ts'
import { remind } from './reminders/jobs.ts'
import { serveReminders } from './reminders/routes.ts'
import type { Services } from './services.ts'
import { serveSponsorExports } from './sponsor-exports/routes.ts'
import { serveSupport } from './support/routes.ts'
import { sweepEmailChanges, sweepSessions } from './users/jobs.ts'
import { getUser } from './users/queries.ts'
import { serveUsers } from './users/routes.ts'
import { endSessionsOf } from './users/user-session-changes.ts'
import { openSessions } from './users/user-sessions.ts'
import { write } from './work.ts'

const webFolder = join(import.meta.dirname, '../dist/web')

/** The whole portal as an HTTP app, from its services; it doesn't listen yet. Closing it closes what it opened. */
export async function buildApp(services: Services, times?: HttpTimes): Promise<FastifyInstance> {
  const { config, db, pool } = services
  const app = await openHttp(config, services.log, times)
  const sessions = openSessions(services)
  const printer = openCertificatePrinter()
  app.addHook('onClose', () => printer.close())
  const gate: Gate = {
    app,
    findCaller: sessions.find,
    limits: config.hasRateLimit ? openLimits(pool) : undefined,
  }

  serveHealth(gate, services, config)
  services.identity.serve?.(gate, {
    emailOf: async (userId) => (await getUser(db, userId)).email,
    endSessions: endSessionsOf,
  })
  serveUsers(gate, services, sessions)
  serveAccounts(gate, services, sessions)
  serveEvents(gate, services)
  serveRegistrations(gate, services)
  serveCertificates(gate, services, printer)
  serveActivities(gate, services)
  serveBulkJobs(gate, services)
  serveCalendars(gate, services)
  serveReminders(gate, services)
  serveSupport(gate, services)
  serveMails(gate, services)
  serveDashboard(gate, services)
  serveSponsorExports(gate, services)
  measureMails(app.metrics, services)
  measureJobs(app.metrics, pool)
  const isHidden = (path: string) => /^\/mailbox(\/|$)/.test(path) && !config.mail.hasMailbox
  const nextEvents = openNextEvents(services)
  await serveWeb(app, webFolder, isHidden, async (path) => ({
    // A setting may have fixed it.
    season: String(config.season(services.clock())),
    ...(path === paths.login() && { [nextEventsMeta]: JSON.stringify(await nextEvents()) }),
  }))
  // Nothing is kept before its changes are heard.
  await services.notices.ready()
  return app
}

/** What runs each background job. */
export function jobHandlers(services: Services): JobHandlers<Jobs> {
  return {
    'send-mail': (data, attempt) => sendMail(services, data, attempt),
    'sweep-mails': () => sweepMails(services),
    'forget-mails': () => forgetMails(services),
    'confirm-registration': (data) => write(services, undefined, (work) => confirmRegistration(work, data)),
    'tell-cancellation': (data) => write(services, undefined, (work) => tellCancellation(work, data)),
    'sweep-confirmations': () => write(services, undefined, sweepConfirmations),
    'forget-registrations': () => forgetRegistrations(services),
    remind: () => write(services, undefined, remind),
    'issue-certificate': (data) => write(services, undefined, (work) => issueCredited(work, data)),
    'mail-certificate': (data) => write(services, undefined, (work) => mailCredited(work, data)),
    'run-bulk-job': (data) => write(services, undefined, (work) => runBulkJob(work, data)),
    'sweep-bulk-jobs': () => write(services, undefined, sweepBulkJobs),
    'count-dashboard': () => write(services, undefined, countSeason),
    'sweep-sessions': () => sweepSessions(services),
    'sweep-email-changes': () => sweepEmailChanges(services),
    'sweep-codes': () => sweepCodes(services),
  }
}
