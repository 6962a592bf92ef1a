import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'
import type { Kysely, Transaction } from './platform/db/database.ts'
import type { Notices } from './platform/db/notices.ts'
import type { VerifyIdToken } from './platform/identity/verify-id-token.ts'
import type { Queue } from './platform/jobs/queue.ts'
import type { Logger } from './platform/log.ts'
import type { MailTransport } from './platform/mail/mail.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** What every verb receives. */
export interface Services {
  config: Config
  db: Db
  /** Below `db`: for COPY, and a statement that holds one of the queue's own. */
  pool: Pool
  jobs: Queue<Jobs>
  notices: Notices
  mail: MailTransport
  verifyIdToken: VerifyIdToken
  clock: () => Date
  log: Logger
}
