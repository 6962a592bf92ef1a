import { createHash, timingSafeEqual } from 'node:crypto'
import { health, metrics, ready } from '#contract/core/health.ts'
import type { JobTroubles } from '#server/core/jobs/job-troubles.ts'
import { isFromThisMachine } from './loopback.ts'
import type { Needs, RemoteService, Wrongs } from './readiness.ts'
import { openReadiness } from './readiness.ts'
import { Refusal } from './refusal.ts'
import type { Gate } from './serve.ts'
import { bearerOf, serve, serveFile } from './serve.ts'

/** Callers other than this machine that may read the metrics. */
export interface HealthOptions {
  metricsToken: string | undefined
  /** The portal is reachable on this machine only. Otherwise a local proxy may forward strangers' calls. */
  isPrivate: boolean
}

export function serveHealth(gate: Gate, needs: Needs, { metricsToken, isPrivate }: HealthOptions) {
  const findWrongs = openReadiness(needs)
  serve(gate, health, () => ({ status: 'ok' as const }))
  serve(gate, ready, async () => {
    refuseWrongs(await findWrongs())
    return {
      database: 'ok' as const,
      ...standingOfJobs(needs.jobs.troubles()),
      ...(await standingOf('webinar', needs.webinar)),
      ...(await standingOf('mail', needs.mail)),
      ...(await standingOf('identity', needs.identity)),
    }
  })
  serveFile(gate, metrics, async ({ request, reply }) => {
    const isHere = isPrivate && isFromThisMachine(request)
    if (!isHere && !isSame(bearerOf(request), metricsToken)) throw new Refusal('NOT_FOUND')
    return reply.type(gate.app.metrics.contentType).send(await gate.app.metrics.metrics())
  })
}

type Standing<Name extends string> = Record<Name, 'ok' | 'degraded'> & Record<`${Name}AwaySince`, Date | null>

/** Returns two fields: `mail` and `mailAwaySince`. */
async function standingOf<Name extends string>(name: Name, service: RemoteService) {
  const { awaySince } = await service.health()
  return { [name]: awaySince ? 'degraded' : 'ok', [`${name}AwaySince`]: awaySince } as Standing<Name>
}

function standingOfJobs({ failing, clockSetBackAt }: JobTroubles) {
  return {
    jobs: failing.length > 0 ? ('degraded' as const) : ('ok' as const),
    failingJobs: failing.map(({ name, since }) => ({ name, since, advice: adviceOn(name) })),
    clock: clockSetBackAt ? ('degraded' as const) : ('ok' as const),
    clockSetBackAt: clockSetBackAt ?? null,
  }
}

function adviceOn(job: string) {
  return `The log says why, in its lines with 'Job ${job} failed'. The job runs again by itself at its next time.`
}

/** Compares digests, so that the time reveals nothing. */
function isSame(given: string | undefined, wanted: string | undefined) {
  if (given === undefined || wanted === undefined) return false
  const [left, right] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left as Buffer, right as Buffer)
}

function refuseWrongs(wrongs: Wrongs) {
  const reasons = Object.entries(wrongs).map(([name, wrong]) => `the ${name} ${wrong}`)
  if (reasons.length === 0) return
  throw new Refusal('NOT_READY', {
    message: `The portal is not ready: ${reasons.join(', ')}.`,
    fields: { ...wrongs },
  })
}
