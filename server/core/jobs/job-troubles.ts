import type { PgBoss } from 'pg-boss'
import { bringBackFuture } from './job-clock.ts'

/** The troubles of the jobs while the queue runs. */
export interface JobTroubles {
  /** The scheduled jobs whose last three runs or more failed, each with its first failure since it last worked. */
  failing: { name: string; since: Date }[]
  /** The last time at which the database's clock was found set back; undefined: not within a day. */
  clockSetBackAt: Date | undefined
}

const failuresToTell = 3
const setBackToldSeconds = 86_400
/** A smaller step delays nothing by more than a job waits anyway. */
const smallestStepSeconds = 10

/** Opens the check of these scheduled jobs. `warn` receives a sentence for the log when the clock was set back. */
export function openTroubles(
  boss: PgBoss,
  { names, warn }: { names: string[]; warn: (sentence: string) => void },
) {
  let last: JobTroubles = { failing: [], clockSetBackAt: undefined }
  /** The database's time when this process started, in seconds. Only a clock step makes it less. */
  let startSeconds = 0
  return {
    last: () => last,
    /** Moves future times back after the database's clock was set back, and finds failing jobs. */
    async look() {
      const { seconds, wasAhead } = await bringBackFuture(boss)
      const start = seconds - performance.now() / 1000
      const isSetBack = wasAhead || start < startSeconds - smallestStepSeconds
      startSeconds = start
      if (isSetBack) {
        warn(
          'The clock of the database was set back. What waited for a later time is due by the time it shows.',
        )
      }
      const toldAt = isSetBack ? new Date(seconds * 1000) : last.clockSetBackAt
      const isOld = toldAt && toldAt.getTime() < (seconds - setBackToldSeconds) * 1000
      last = { failing: await findFailing(boss, names), clockSetBackAt: isOld ? undefined : toldAt }
    },
  }
}

async function findFailing(boss: PgBoss, names: string[]): Promise<JobTroubles['failing']> {
  const { rows } = await boss.getDb().executeSql(
    `with failed as materialized (
       select name, completed_on from pgboss.job where name = any($1) and state = 'failed' and completed_on <= now()
     ), worked as (
       select name, max(completed_on) as worked_on from pgboss.job
       where name in (select name from failed) and state = 'completed' and completed_on <= now() group by name
     )
     select name, min(completed_on) as since from failed left join worked using (name)
     where completed_on > coalesce(worked_on, '-infinity') group by name having count(*) >= $2 order by name`,
    [names, failuresToTell],
  )
  return rows
}
