import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { readyPath } from './paths.ts'
import { instant } from './wire.ts'

export const health = endpoint({
  route: 'GET /health',
  access: 'public',
  summary: 'Answers while the process runs.',
  data: z.object({ status: z.literal('ok') }),
})

export const ready = endpoint({
  route: `GET ${readyPath}`,
  access: 'public',
  summary:
    'Answers 200 while the database accepts writes and notifies this process, and the job queue works; else 503 with the reason. An unreachable webinar platform, email server or identity provider, failing scheduled jobs, and a clock that was set back are reported, but the status stays 200.',
  data: z.object({
    database: z.literal('ok'),
    /** 'degraded': the last three runs of a scheduled job failed. */
    jobs: z.enum(['ok', 'degraded']),
    /** Each job with its first failure since it last worked, and what to do. */
    failingJobs: z.array(z.object({ name: z.string(), since: instant(), advice: z.string() })),
    /** 'degraded': the database's clock was set back in the last day. Due times follow the clock that it shows. */
    clock: z.enum(['ok', 'degraded']),
    clockSetBackAt: z.nullable(instant()),
    /** 'degraded': the webinar platform fails, or people wait for it. Registration works; join links follow. */
    webinar: z.enum(['ok', 'degraded']),
    webinarAwaySince: z.nullable(instant()),
    /** 'degraded': the mail server fails. Emails wait until it is back. */
    mail: z.enum(['ok', 'degraded']),
    mailAwaySince: z.nullable(instant()),
    /** 'degraded': nobody can sign in; existing sessions continue. */
    identity: z.enum(['ok', 'degraded']),
    identityAwaySince: z.nullable(instant()),
  }),
  refusals: ['NOT_READY'],
})

export const metrics = endpoint({
  route: 'GET /metrics',
  access: 'public',
  summary:
    'Figures for Prometheus. Only for direct calls from the same machine and for the bearer of METRICS_TOKEN.',
  file: 'text/plain',
  refusals: ['NOT_FOUND'],
})
