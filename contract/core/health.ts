import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { readyPath } from './paths.ts'
import { instant } from './wire.ts'

export const health = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Answers while the process lives.',
  data: z.object({ status: z.literal('ok') }),
})

export const ready = endpoint({
  method: 'GET',
  path: readyPath,
  access: 'public',
  summary:
    'Answers 200 while the database takes writes and is heard, and the job queue works; else 503, saying what is wrong. A webinar platform, a mail server or an identity provider that does not answer is told, and holds up nothing.',
  data: z.object({
    database: z.literal('ok'),
    jobs: z.literal('ok'),
    /** 'degraded': the webinar platform failed too often, or somebody waits for it. Nobody is refused, and the links follow. */
    webinar: z.enum(['ok', 'degraded']),
    webinarAwaySince: z.nullable(instant()),
    /** The same for the mail server: emails wait, and leave once it is back. */
    mail: z.enum(['ok', 'degraded']),
    mailAwaySince: z.nullable(instant()),
    /** 'degraded': nobody can sign in now; existing sessions continue. */
    identity: z.enum(['ok', 'degraded']),
    identityAwaySince: z.nullable(instant()),
  }),
  refusals: ['NOT_READY'],
})

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary:
    'Figures for Prometheus; answered on the machine itself through no proxy, or to the bearer of METRICS_TOKEN.',
  file: 'text/plain',
  refusals: ['NOT_FOUND'],
})
