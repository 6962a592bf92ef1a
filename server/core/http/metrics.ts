import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ServiceHealth } from '#server/core/breaker.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Counts and times every call by route; `app.metrics` has the metrics. */
export function measure(app: FastifyInstance) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  app.decorate('metrics', register)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/**
 * Measures a remote service's answers to this process: `mail_calls_total`, by outcome, and `mail_breaker`.
 * `service`: its name in sentences, 'the mail server'. `done`: the label of a successful call.
 */
export function measureService(
  register: Registry,
  name: string,
  service: string,
  health: () => ServiceHealth,
  done = 'done',
) {
  new Counter({
    name: `${name}_calls_total`,
    help: `Calls of ${service}, by outcome`,
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(health().calls))
        this.inc({ outcome: outcome === 'done' ? done : outcome }, count)
    },
  })
  const help = `The state of the circuit breaker before ${service}`
  gauge(register, `${name}_breaker`, help, 'state', async () => {
    const { breaker } = health()
    return (['closed', 'open', 'half-open'] as const).map((state) => [state, state === breaker ? 1 : 0])
  })
}

/** Adds a metric read on request, by one label's values; leaves it out if reading fails. */
export function gauge(
  register: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Promise<[value: string, figure: number][]>,
) {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [register],
    async collect() {
      this.reset()
      for (const [value, figure] of await read().catch(() => [])) this.set({ [label]: value }, figure)
    },
  })
}
