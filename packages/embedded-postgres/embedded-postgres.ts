import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { giveClusterTo, makeCluster, removeUnfinished } from './cluster.ts'
import { removeCopiedPrograms } from './copied-programs.ts'
import { clusterFolder, holdsCluster, openDataFolder, recoverySignal } from './data-folder.ts'
import type { FolderLock } from './folder-lock.ts'
import { lockFolder } from './folder-lock.ts'
import { stopOrphan } from './orphan.ts'
import type { Postmaster } from './postmaster.ts'
import { launchPostmaster } from './postmaster.ts'
import { EmbeddedPostgresProblem } from './problem.ts'
import type { Connection } from './readiness.ts'
import { untilReady } from './readiness.ts'
import { giveDatabaseToOwner, owner, superuser } from './roles.ts'
import type { RunnerChoice } from './run-as.ts'
import { chooseRunner } from './run-as.ts'
import { recoverySettings, serverSettings } from './settings.ts'
import { closeSocketFolder, openSocketFolder, socketPort } from './socket-folder.ts'

export { backUpDatabase } from './backup.ts'
export { clusterFolder } from './data-folder.ts'
export { EmbeddedPostgresProblem } from './problem.ts'
export { restoreDatabase } from './restore.ts'
export { owner, superuser } from './roles.ts'

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; made if missing. */
  folder: string
  /** Made if missing; 'portal' by default. */
  database?: string
  log?: (line: string) => void
  /** PostgreSQL settings that override ours. */
  settings?: Record<string, string>
  /** Called if PostgreSQL ends without `stop`. */
  onExit?: (problem: EmbeddedPostgresProblem) => void
  /** Overrides this machine's choice, for tests. */
  force?: { nativeFolder?: string } & RunnerChoice
}

export interface EmbeddedPostgres {
  /** Options for `pg`. */
  connection: Connection
  pid: number
  /** This start made the cluster. */
  isNew: boolean
  /** Ends PostgreSQL and frees the folder. A second call waits for the first. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on the data folder and waits until it answers. Throws EmbeddedPostgresProblem if the
 * folder is in use, read-only, of another major version or not a database; if PostgreSQL is missing, damaged
 * or does not run here; or if root has no way to run it. Call it on the main thread: Linux treats the end of
 * the starting thread as the end of the process.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = await openDataFolder(options.folder)
  const lock = lockFolder(folder)
  try {
    return await startLocked(folder, lock, options)
  } catch (error) {
    await removeCopiedPrograms(folder).catch(() => undefined)
    lock.release()
    if (error instanceof EmbeddedPostgresProblem) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresProblem(`PostgreSQL cannot be started on ${folder}: ${reason}.`, {
      cause: error,
    })
  }
}

async function startLocked(
  folder: string,
  lock: FolderLock,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const isNew = !(await holdsCluster(folder))
  const binaries = await findBinaries(join(folder, 'postgres-libraries'), options.force?.nativeFolder)
  if (!isNew) await stopOrphan(clusterFolder(folder), log)
  const runner = await chooseRunner(folder, binaries, options.force)
  if (isNew) await makeCluster(folder, runner)
  else await removeUnfinished(folder)
  await giveClusterTo(folder, runner.owner)

  const cluster = clusterFolder(folder)
  const host = await openSocketFolder(folder, runner.owner)
  const connection = { host, port: socketPort, user: superuser, database: options.database ?? 'portal' }
  const isRestored = existsSync(join(cluster, recoverySignal))
  const overrides = { ...(isRestored && recoverySettings), ...options.settings }
  const settings = serverSettings(runner.nameOf(host, cluster), overrides)
  const postmaster = await launchUntilReady(folder, connection, log, () =>
    launchPostmaster(cluster, settings, { runner, log }),
  )
  postmaster.beginLogging()
  await giveDatabaseToOwner(connection)

  let stopped: Promise<void> | undefined
  postmaster.ended.then((how) => {
    if (!stopped) options.onExit?.(endedProblem(`PostgreSQL ended unexpectedly (${how})`, postmaster))
  })
  async function stop(): Promise<void> {
    await postmaster.stop()
    await closeSocketFolder(folder, host)
    await removeCopiedPrograms(folder)
    lock.release()
  }
  return {
    connection: { ...connection, user: owner },
    pid: postmaster.pid,
    isNew,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Retries the launch while a killed server's processes still hold its memory. */
async function launchUntilReady(
  folder: string,
  connection: Connection,
  log: (line: string) => void,
  launch: () => Postmaster,
): Promise<Postmaster> {
  for (const deadline = Date.now() + 10_000; ; await delay(20)) {
    const postmaster = launch()
    let end: string | undefined
    postmaster.ended.then((how) => {
      end = how
    })
    const telling = setInterval(
      () => log('PostgreSQL is still starting; after a crash it first recovers.'),
      5_000,
    )
    try {
      await untilReady(connection, () => end === undefined)
    } catch (error) {
      await postmaster.stop()
      throw endedProblem(`PostgreSQL does not answer on ${folder} (${String(error)})`, postmaster)
    } finally {
      clearInterval(telling)
    }
    if (end === undefined) return postmaster
    const isHeld = postmaster.lastLines.some((line) => line.includes('shared memory block'))
    if (!isHeld || Date.now() > deadline) {
      throw endedProblem(`PostgreSQL did not start on ${folder} (${end})`, postmaster)
    }
  }
}

function endedProblem(sentence: string, { lastLines }: Postmaster): EmbeddedPostgresProblem {
  const reason = lastLines.findLast((line) => /^(FATAL|PANIC):/.test(line)) ?? lastLines.at(-1)
  return new EmbeddedPostgresProblem(reason ? `${sentence}. Its last words: ${reason}` : `${sentence}.`)
}
