import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { clusterFolder, startEmbeddedPostgres } from '@portal/embedded-postgres'
import { easternInstant } from '#contract/core/season.ts'
import type { RehearsalResult } from '#contract/office/rehearsals/calls.ts'
import { rehearsalDomain } from '#contract/office/rehearsals/calls.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { migratePortal } from './core/db/migrate-portal.ts'
import { openLog } from './core/log.ts'
import { endWithParent } from './core/parent-watch.ts'
import { jobHandlers } from './nouns.ts'
import type { RehearsalWord } from './office/rehearsals/rehearsal-child.ts'
import { openRehearsalClock } from './office/rehearsals/rehearsal-clock.ts'
import type { RehearsalPlan } from './office/rehearsals/rehearsal-run.ts'
import { runRehearsal } from './office/rehearsals/rehearsal-run.ts'
import { openServices } from './open-services.ts'
import { ensureFirstAdministrator } from './people/administrators/first-administrator.ts'

const beginsHoursBefore = 36

/** A rehearsal cannot begin: one sentence for people. */
export class RehearsalProblem extends Error {}

interface Options {
  tell: (progress: string) => void
  /** Ends the rehearsal. */
  signal: AbortSignal
}

/**
 * Rehearses an event in a portal of its own: a database in the given folder, the built-in mailbox and rooms, and a clock that is moved.
 * Nothing of the environment is read, so nothing can leave it. Throws RehearsalProblem if the folder has a database
 * already.
 */
export async function rehearse(
  folder: string,
  plan: RehearsalPlan,
  { tell, signal }: Options,
): Promise<RehearsalResult> {
  const startedAt = performance.now()
  if (existsSync(clusterFolder(folder))) {
    throw new RehearsalProblem(
      `${folder} has a database already. A rehearsal needs an empty folder of its own.`,
    )
  }
  // It gives way to a portal on the same machine; PostgreSQL inherits this.
  setPriority(10)
  const administrator = {
    email: `desk@${rehearsalDomain}`,
    password: randomBytes(12).toString('base64url'),
  }
  const config = readConfig({
    DATA_DIR: folder,
    MAIL_URL: 'mailbox:',
    STAFF_EMAILS: '',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  })
  tell('A database is made')
  const postgres = await startEmbeddedPostgres({ folder, settings: shortLived })
  try {
    await migratePortal(postgres.connection)
    const held = plan.slots[plan.place] as RehearsalPlan['slots'][number]
    const startMs = easternInstant(held.startOn, held.startTime).getTime()
    const clock = openRehearsalClock(startMs - beginsHoursBefore * 3_600_000)
    const log = openLog(config.logLevel)
    const options = { log, clock: clock.now, connections: 8, isPrompt: true }
    const { services, close } = await openServices(config, postgres.connection, options)
    try {
      await ensureFirstAdministrator(services)
      const app = await buildApp(services)
      try {
        await services.jobs.work(jobHandlers(services))
        const result = await runRehearsal({ services, app, clock, administrator }, plan, { tell, signal })
        return {
          ...result,
          tookSeconds: Math.round((performance.now() - startedAt) / 1000),
          peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
        }
      } finally {
        await app.close()
      }
    } finally {
      await close()
    }
  } finally {
    await postgres.stop()
  }
}

/** The database is thrown away, so a power cut may damage it. */
const shortLived = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
}

if (import.meta.main) {
  const ending = new AbortController()
  endWithParent(() => ending.abort())
  const say = (word: RehearsalWord) => void process.send?.(word)
  process.once('message', ({ folder, plan }: { folder: string; plan: RehearsalPlan }) => {
    rehearse(folder, plan, { signal: ending.signal, tell: (progress) => say({ progress }) })
      .then(
        (result) => say({ result }),
        (problem: Error) => ending.signal.aborted || say({ problem: problem.message }),
      )
      // If the portal was killed, nobody else removes it.
      .finally(() => ending.signal.aborted && rm(folder, { recursive: true, force: true }))
      .finally(() => process.connected && process.disconnect())
  })
}
