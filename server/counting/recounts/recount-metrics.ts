import type { Registry } from 'prom-client'
import { gauge } from '#server/core/http/metrics.ts'
import type { Services } from '#server/services.ts'
import { countRecounts } from './queries.ts'

/** Measures the recounts of settled slots by their result. */
export function measureRecounts(register: Registry, { db }: Pick<Services, 'db'>): void {
  gauge(
    register,
    'recounts',
    'Recounts of settled slots from the stored bytes, by result; unseen ones are different, too',
    'result',
    async () => Object.entries(await countRecounts(db)),
  )
}
