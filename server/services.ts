import type { Pool } from 'pg'
import type { DemoStep } from '#contract/office/dashboard/calls.ts'
import type { Config } from './config.ts'
import type { Kysely, Transaction } from './core/db/database.ts'
import type { Notifications } from './core/db/notifications.ts'
import type { Identity } from './core/identity/identity.ts'
import type { Queue } from './core/jobs/queue.ts'
import type { Rush } from './core/jobs/rush.ts'
import type { Logger } from './core/log.ts'
import type { MailTransport } from './core/mail/mail.ts'
import type { MailRate } from './core/mail/mail-rate.ts'
import type { SingleSignOn } from './core/single-sign-on/single-sign-on.ts'
import type { WebinarPlatform } from './core/webinar-platform/webinar-platform.ts'
import type { Happened, Jobs, NewJob } from './jobs.ts'
import type { Tables } from './tables.generated.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The portal's services, opened once. Verbs receive a part of them, a `Work`. */
export interface Services {
  config: Config
  db: Db
  /** The pool of `db`, for the rate limits. */
  pool: Pool
  /** Two connections for exports, which take as long as their reader and must not occupy the others. */
  exportPool: Pool
  /** The same two, for a snapshot that stays open while its file is read. */
  exportDb: Db
  /** Returns the program `verify.mjs` of inspection packs; undefined without a build of the web. */
  verifier: () => Promise<string | undefined>
  jobs: Queue<Jobs>
  /** Returns the jobs that follow an activity. */
  follow(what: Happened): NewJob[]
  rush: Rush
  /** The step of the demo that this process fills; undefined if it fills none. */
  demo: { step: DemoStep | undefined }
  notifications: Notifications
  mail: MailTransport
  mailRate: MailRate | undefined
  webinar: WebinarPlatform
  identity: Identity<Tx>
  /** undefined: administrators sign in by password only. */
  singleSignOn: SingleSignOn | undefined
  clock: () => Date
  log: Logger
}
