import type { PgBoss } from 'pg-boss'
import { systemClock } from 'pg-boss'

/** A clock for pg-boss that setting the machine's clock does not move. It measures the distance to the database's. */
export const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Tolerates statements that run at the same moment. */
const slack = "interval '1 second'"

/**
 * Moves times in the future back to the present, after the database's clock was ahead. Otherwise nothing is
 * scheduled until then, waiting jobs wait, and jobs of dead processes seem alive. A job keeps its own delay.
 * Returns the database's time in seconds, and if anything was in the future.
 */
export async function bringBackFuture(boss: PgBoss): Promise<{ seconds: number; wasAhead: boolean }> {
  const { rows } = await boss.getDb().executeSql(`
    with ahead as (
      select name, id, greatest(greatest(created_on, started_on) - now(), interval '0') as time from pgboss.job
      where state <= 'active' and greatest(created_on, started_on, heartbeat_on) > now() + ${slack} or ${isFutureSlot}
      for update skip locked
    ), jobs as (
      update pgboss.job set ${toPresent('created_on', 'started_on', 'heartbeat_on')},
        start_after = start_after - ahead.time, keep_until = keep_until - ahead.time,
        singleton_on = case when ${isFutureSlot} then null else singleton_on end
      from ahead where job.name = ahead.name and job.id = ahead.id returning job.id
    ), passes as (
      update pgboss.version set ${toPresent('cron_on', 'bam_on', 'flow_on', 'reindex_on')}
      where greatest(cron_on, bam_on, flow_on, reindex_on) > now() + ${slack} returning version
    ), watches as (
      update pgboss.queue set ${toPresent('monitor_claim_on', 'monitor_on', 'maintain_on')}
      where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + ${slack} returning name
    )
    select extract(epoch from now())::float as seconds,
      exists (select from jobs) or exists (select from passes) or exists (select from watches) as "wasAhead"`)
  return rows[0]
}

/** pg-boss adds a scheduled job once per minute. The next minutes must not count as done. */
const isFutureSlot =
  "job.name = '__pgboss__send-it' and singleton_on > now() at time zone 'UTC' + interval '1 minute'"

function toPresent(...columns: string[]) {
  return columns
    .map((column) => `${column} = case when ${column} > now() then now() else ${column} end`)
    .join()
}
