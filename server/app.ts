import type { FastifyInstance } from 'fastify'
import { documentApi } from './core/http/documentation.ts'
import { serveHealth } from './core/http/health-routes.ts'
import type { HttpTimes } from './core/http/http.ts'
import { openHttp } from './core/http/http.ts'
import { openLimits } from './core/http/limits.ts'
import type { Gate } from './core/http/serve.ts'
import type { MetasOf } from './core/http/web-files.ts'
import { serveWeb, webFolder } from './core/http/web-files.ts'
import { measureJobs } from './core/jobs/queue-metrics.ts'
import { operations, shapes } from './endpoints.ts'
import { nouns } from './nouns.ts'
import { openApiKeys } from './people/api-keys/api-key-callers.ts'
import { openSessions } from './people/sessions/sessions.ts'
import { peopleOf } from './people.ts'
import type { Services } from './services.ts'
import { findWebinarStanding } from './webinars/webinars/webinar-metrics.ts'

/** Builds the portal's HTTP app from its services, without listening. Closing it does not close the services. */
export async function buildApp(
  services: Services,
  { times, onUndeclared }: { times?: HttpTimes | undefined } & Pick<Gate, 'onUndeclared'> = {},
): Promise<FastifyInstance> {
  const { config, pool } = services
  const app = await openHttp(config, services.log, times)
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    // Drawings step back in a rush, so they must not cause one.
    if (routeOptions.config?.endpoint?.file !== 'application/pdf') services.rush.called()
    done()
  })
  const people = peopleOf(services)
  const findByKey = openApiKeys(services)
  const findBySession = openSessions(services)
  const gate: Gate = {
    app,
    findCaller: (request) => findByKey(request) ?? findBySession(request),
    onUndeclared,
    limits: config.hasRateLimit
      ? openLimits(pool, {
          isKnown: async (email) => (await people.roleOf(email)) !== undefined,
          mailsPerMinute: config.mail.perMinute,
        })
      : undefined,
  }

  serveHealth(gate, { ...services, webinar: { health: () => findWebinarStanding(services) } }, config)
  let metasOf: MetasOf = async () => ({})
  for (const { serve, measure } of nouns) {
    metasOf = serve?.(gate, services) ?? metasOf
    measure?.(app.metrics, services)
  }
  measureJobs(app.metrics, pool)
  documentApi(app, { calls: operations, shapes })
  const isHidden = (path: string) => /^\/mailbox(\/|$)/.test(path) && !config.mail.hasMailbox
  await serveWeb(app, webFolder, {
    isHidden,
    metasOf,
    sitemapUrl: `${config.publicUrl}/sitemap.xml`,
  })
  // Caches need notifications of changes.
  await services.notifications.ready()
  return app
}
