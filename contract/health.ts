import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { healthPath } from './paths.ts'

export const health = endpoint({
  method: 'GET',
  path: healthPath,
  access: 'public',
  summary: 'Answers while the process lives.',
  data: z.object({ status: z.literal('ok') }),
})

export const ready = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  summary:
    'Answers 200 while the database takes writes and is heard, and the job queue works; else 503, saying what is wrong.',
  data: z.object({ database: z.literal('ok'), jobs: z.literal('ok') }),
  refusals: ['NOT_READY'],
})

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary:
    'Figures for Prometheus; answered on the machine itself through no proxy, or to the bearer of METRICS_TOKEN.',
  file: 'text/plain',
})
