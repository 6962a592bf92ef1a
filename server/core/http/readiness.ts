import type { Pool } from 'pg'
import type { ServiceHealth } from '#server/core/breaker.ts'
import type { JobTroubles } from '#server/core/jobs/job-troubles.ts'
import { together } from '#server/core/together.ts'
import { within } from '#server/core/within.ts'

type Standing = Pick<ServiceHealth, 'awaySince'>

/** A service whose outage leaves the portal ready. */
export interface RemoteService {
  health(): Standing | Promise<Standing>
}

export interface Needs extends Record<'webinar' | 'mail' | 'identity', RemoteService> {
  pool: Pool
  notifications: { isListening(): boolean }
  jobs: { isReady(): boolean; troubles(): JobTroubles }
}

/** The problems, in words that follow their name; empty: none. */
export type Wrongs = { database?: string; jobs?: string }

const answerWithinMs = 1500

/** Returns a check of the portal's readiness that answers within 2 seconds. */
export function openReadiness({ pool, notifications, jobs }: Needs): () => Promise<Wrongs> {
  const tryWriting = together(() => pool.query(tinyWrite))
  return async () => {
    const wrongOfDatabase = await within(answerWithinMs, tryWriting()).then(() => undefined, wordsFor)
    const database = wrongOfDatabase ?? (notifications.isListening() ? undefined : 'is not heard')
    return { ...(database && { database }), ...(!jobs.isReady() && { jobs: 'do not run' }) }
  }
}

/**
 * Tries everything that a write needs, without a trace. The sort exceeds its memory, so it takes and frees
 * free disk blocks; table rows would find old ones on a full disk. A read-only database refuses even an
 * update of no rows. The unread message is flushed to the log and waits for standbys like any commit.
 */
const tinyWrite = `
  set local work_mem = '64kB';
  select count(*) from (select n from generate_series(1, 5000) as n order by n desc) as sorted;
  update limits set points = points where false;
  select pg_logical_emit_message(true, 'portal', 'ready')`

/** Class 25: read-only; 53: no connections or no disk left. With several hosts, only the message tells. */
function wordsFor({ code = '', message }: { code?: string; message: string }) {
  if (code === '53300' || /too many (clients|connections)|connection slots/.test(message)) {
    return 'has too many connections'
  }
  return /^(25|53)\w{3}$/.test(code) ? 'takes no writes' : 'does not answer'
}
