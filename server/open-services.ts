import type { Config } from './config.ts'
import type { Connection } from './core/db/connection.ts'
import { openDatabase } from './core/db/database.ts'
import { openDatabaseClock } from './core/db/database-clock.ts'
import { openNotifications } from './core/db/notifications.ts'
import { connectionsByCores, fitPool } from './core/db/pool-size.ts'
import { readBuilt } from './core/http/web-files.ts'
import { openQueue } from './core/jobs/queue.ts'
import { openRush } from './core/jobs/rush.ts'
import type { Logger } from './core/log.ts'
import { openMailRate } from './core/mail/mail-rate.ts'
import { firebaseIdentity } from './integrations/firebase/firebase-identity.ts'
import type { Jobs } from './jobs.ts'
import { follow, policiesWithMail } from './nouns.ts'
import { openPlatform, openSingleSignOn, openTransport } from './open-integrations.ts'
import { embeddedIdentity } from './people/identity/identity-provider.ts'
import type { Services } from './services.ts'
import type { Tables } from './tables.generated.ts'
import { openWebinarRooms } from './webinars/webinar-rooms/webinar-rooms.ts'

export interface OpenOptions {
  log: Logger
  /** For tests; the database's by default. */
  clock?: () => Date
  /** A connection past any pooler, for LISTEN and long queries. Defaults to `connection`. */
  direct?: Connection
  /** For tests and benches: this many connections, whatever PostgreSQL allows. */
  connections?: number | undefined
  patienceMs?: number | undefined
  /** For tests: jobs run immediately, and none is scheduled. */
  isPrompt?: boolean
  /** For tests: returns `verify.mjs` of the current code; by default, the build's. */
  verifier?: Services['verifier'] | undefined
  /** Receives a job's failure; by default, the log does. */
  onJobProblem?: (problem: Error) => void
}

/** Opens the portal's services on a migrated database; `close` closes them in reverse order. */
export async function openServices(
  config: Config,
  connection: Connection,
  {
    log,
    clock: given,
    direct = connection,
    onJobProblem = (problem) => log.error(problem),
    verifier,
    ...options
  }: OpenOptions,
): Promise<{ services: Services; close(): Promise<void> }> {
  const { db, pool, close } = openDatabase<Tables>(connection, options)
  const time = given ? undefined : await openDatabaseClock(pool)
  const clock = given ?? (time as NonNullable<typeof time>).now
  const exports = openDatabase<Tables>(direct, { connections: 2, patienceMs: Number.POSITIVE_INFINITY })
  const built = await readBuilt('verify.mjs')
  const notifications = await openNotifications(direct)
  const size =
    options.connections === undefined
      ? await fitPool(pool, config.connections ?? connectionsByCores())
      : undefined
  const mail = openTransport(config.mail.url)
  const { perMinute } = config.mail
  const mailRate = perMinute === undefined ? undefined : openMailRate(pool, perMinute)
  const webinar = openPlatform(config.webinars, clock, () => openWebinarRooms({ db, config }))
  const singleSignOn = openSingleSignOn(config, log)
  const rush = openRush()
  const jobs = await openQueue<Jobs>(connection, policiesWithMail(mail.atOnce), onJobProblem, {
    ...options,
    giveWay: () => rush.over(),
    warn: (sentence) => log.warn(sentence),
  })
  const below = {
    config,
    db,
    pool,
    exportPool: exports.pool,
    exportDb: exports.db,
    verifier: verifier ?? (async () => built),
    jobs,
    follow,
    rush,
    demo: { step: undefined },
    notifications,
    clock,
    log,
    mail,
    mailRate,
    webinar,
    singleSignOn,
  }
  const { identity: chosen } = config
  const identity = chosen.provider === 'firebase' ? firebaseIdentity(below, chosen) : embeddedIdentity(below)
  return {
    services: { ...below, identity },
    async close() {
      await jobs.close()
      time?.close()
      size?.close()
      identity.close()
      singleSignOn?.close()
      mail.close()
      webinar.close()
      await notifications.close()
      await exports.close()
      await close()
    },
  }
}
