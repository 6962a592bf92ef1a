import { createWriteStream } from 'node:fs'
import { lstat, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { withBaseBackup } from './base-backup.ts'
import { flush } from './cluster.ts'
import { clusterFolder } from './data-folder.ts'
import { runsCluster } from './orphan.ts'
import { EmbeddedPostgresProblem, errorCode } from './problem.ts'
import type { Connection } from './readiness.ts'
import { superuser } from './roles.ts'

/** Every backup has this file; other archives don't. */
export const backupLabel = 'IA renewal portal'

/**
 * Writes the running database of a data folder to a file: PostgreSQL's base backup as a gzip'd tar. The
 * backup has every commit acknowledged before its end. The file gets its name when it is complete and on
 * disk. Throws EmbeddedPostgresProblem, and leaves no file, if no database runs there, the file exists or
 * can't be written, the database ends or is damaged, or `signal` aborts. `findVersion` returns the version of
 * the backed-up content; it gets the superuser's connection to the database 'postgres'.
 */
export async function backUpDatabase(
  folder: string,
  file: string,
  {
    signal,
    findVersion,
  }: { signal?: AbortSignal; findVersion?: (connection: Connection) => Promise<string> } = {},
): Promise<void> {
  if (await lstat(file).catch(() => undefined)) {
    throw new EmbeddedPostgresProblem(`There is already a file ${file}. Give the backup a name of its own.`)
  }
  const connection = await findRunning(folder)
  const unfinished = `${file}.unfinished-${process.pid}-${Date.now()}`
  try {
    const version = await findVersion?.(connection)
    await withBaseBackup(connection, version ? `${backupLabel}, ${version}` : backupLabel, (archive) =>
      pipeline(
        archive,
        createGzip(),
        // Only its owner may read it: it has all data and the keys that sign people in.
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        { signal },
      ),
    )
    await rename(unfinished, file)
    await flush(dirname(file))
  } catch (error) {
    await rm(unfinished, { force: true })
    if (['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '') && isConnecting(error))
      throw notRunning(folder)
    const reason = signal?.aborted ? 'it was stopped' : (error as Error).message
    throw new EmbeddedPostgresProblem(`The backup ${file} could not be made: ${reason}.`, { cause: error })
  }
}

/** Reads the socket's folder from postmaster.pid, because it depends on the starting process's environment. */
async function findRunning(folder: string): Promise<Connection> {
  const pidFile = join(clusterFolder(folder), 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch((error: Error) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw notRunning(folder)
    throw new EmbeddedPostgresProblem(
      `The database in ${folder} cannot be read (${error.message}). Run the backup as the user who runs the portal.`,
    )
  })
  const cluster = await realpath(clusterFolder(folder))
  const [pid, , , port, host] = content.split('\n')
  // In a copy of a running data folder, the file still names the original's process.
  if (!host || !(await runsCluster(Number(pid), cluster))) throw notRunning(folder)
  return { host: resolve(cluster, host), port: Number(port), user: superuser, database: 'postgres' }
}

function isConnecting(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall === 'connect'
}

function notRunning(folder: string): EmbeddedPostgresProblem {
  return new EmbeddedPostgresProblem(
    `No portal is running on the data folder ${folder}, and a backup is made while it runs. Start it with npm start, or set DATA_DIR to the folder of the one that runs.`,
  )
}
