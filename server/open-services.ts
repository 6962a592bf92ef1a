import type { Config } from './config.ts'
import { embeddedIdentity } from './identity/identity-provider.ts'
import type { Jobs } from './jobs.ts'
import { jobPolicies } from './jobs.ts'
import type { Connection } from './platform/db/database.ts'
import { openDatabase } from './platform/db/database.ts'
import { openNotices } from './platform/db/notices.ts'
import { openQueue } from './platform/jobs/queue.ts'
import type { Logger } from './platform/log.ts'
import { openTransport } from './platform/mail/open-transport.ts'
import type { Services } from './services.ts'
import type { Tables } from './tables.ts'

export interface OpenOptions {
  log: Logger
  clock?: () => Date
  /** Connections of the pool. */
  connections?: number | undefined
  /** How long a statement may take. */
  patienceMs?: number | undefined
  /** What a job's failure is told to; the log by default. */
  onJobProblem?: (problem: Error) => void
}

/** Opens what the portal works with, on a migrated database; `close` closes it in the opposite order. */
export async function openServices(
  config: Config,
  connection: Connection,
  { log, clock = () => new Date(), onJobProblem = (problem) => log.error(problem), ...options }: OpenOptions,
): Promise<{ services: Services; close(): Promise<void> }> {
  const { db, pool, close } = openDatabase<Tables>(connection, options)
  const exports = openDatabase<Tables>(connection, { connections: 2, patienceMs: Number.POSITIVE_INFINITY })
  const notices = await openNotices(connection)
  const mail = openTransport(config.mail.url)
  const jobs = await openQueue<Jobs>(connection, jobPolicies, onJobProblem, options)
  const below = { config, db, pool, exportPool: exports.pool, jobs, notices, mail, clock, log }
  return {
    services: { ...below, identity: embeddedIdentity(below) },
    async close() {
      await jobs.close()
      mail.close()
      await notices.close()
      await exports.close()
      await close()
    },
  }
}
