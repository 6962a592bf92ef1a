import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { gauge, measureService } from '#server/core/http/metrics.ts'
import type { Db, Services } from '#server/services.ts'

/** Registered people say nothing about the current state, so they are not counted. */
const states = ['open', 'pending', 'deferred', 'refused'] as const

/** Measures the webinar platform's answers to this process, and the people it does not know yet. */
export function measureWebinars(register: Registry, { db, webinar }: Pick<Services, 'db' | 'webinar'>) {
  measureService(register, 'webinar', 'the webinar platform', () => webinar.health())
  gauge(register, 'webinar_registrants', 'Registrants not registered yet, by state', 'state', async () =>
    (await findWaiting(db)).map(({ state, registrants }) => [state, registrants]),
  )
  gauge(
    register,
    'webinar_registrants_oldest_seconds',
    'For how long the oldest of them',
    'state',
    async () => (await findWaiting(db)).map(({ state, seconds }) => [state, seconds]),
  )
}

/**
 * Returns since when the webinar platform has not answered, or since when a person waits after a failed try
 * half a minute ago; else null.
 */
export async function findWebinarStanding({
  db,
  webinar,
}: Pick<Services, 'db' | 'webinar'>): Promise<{ awaySince: Date | null }> {
  const { awaySince } = webinar.health()
  if (awaySince) return { awaySince }
  const { rows } = await sql<{ awaySince: Date | null }>`
    select min(state_since) as away_since from webinar_registrants
    where state in ('wanted', 'unwanted', 'delinking') and problem <> '' and state_since < now() - interval '30 seconds'
      -- A later lease waits for a quota.
      and (leased_until is null or leased_until < now() + interval '5 minutes')`.execute(db)
  return { awaySince: rows[0]?.awaySince ?? null }
}

async function findWaiting(db: Db) {
  const { rows } = await sql<{ state: string; registrants: number; seconds: number }>`
    select case when state in ('wanted', 'unwanted', 'delinking') then 'open' else state end as state,
      count(*) as registrants, extract(epoch from now() - min(state_since))::float as seconds
    from webinar_registrants where state not in ('registered', 'delinked') group by 1`.execute(db)
  return states.map(
    (state) => rows.find((row) => row.state === state) ?? { state, registrants: 0, seconds: 0 },
  )
}
