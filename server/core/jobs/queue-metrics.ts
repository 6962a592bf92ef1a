import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { gauge } from '#server/core/http/metrics.ts'

/**
 * Measures per name how many jobs wait or will be retried, and how many failed their last attempt within a
 * day.
 */
export function measureJobs(register: Registry, pool: Pool) {
  const measure = (name: string, help: string, condition: string) =>
    gauge(register, name, help, 'name', async () => {
      const { rows } = await pool.query<{ name: string; jobs: number }>(
        `select q.name, count(j.id)::int as jobs from pgboss.queue q
         left join pgboss.job j on j.name = q.name and ${condition} group by q.name`,
      )
      return rows.map(({ name, jobs }) => [name, jobs])
    })
  measure('jobs_waiting', 'Jobs that wait, by name', "j.state in ('created', 'retry')")
  measure(
    'jobs_failed',
    'Jobs that failed within a day and are not tried again, by name',
    "j.state = 'failed' and j.completed_on > now() - interval '1 day'",
  )
}
