import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { gauge } from '#server/core/http/metrics.ts'

/** Measures how many jobs of each name wait for their turn, or for their next try. */
export function measureJobs(register: Registry, pool: Pool): void {
  gauge(register, 'jobs_waiting', 'Jobs that wait, by name', 'name', async () => {
    const { rows } = await pool.query<{ name: string; jobs: number }>(
      `select q.name, count(j.id)::int as jobs from pgboss.queue q
       left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry') group by q.name`,
    )
    return rows.map(({ name, jobs }) => [name, jobs])
  })
}
