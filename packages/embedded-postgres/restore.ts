import { chown, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extract, list } from 'tar'
import { backupLabel } from './backup.ts'
import { flush, placeCluster, unfinished } from './cluster.ts'
import { openDataFolder, postgresMajor, recoverySignal } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { EmbeddedPostgresProblem, errorCode } from './problem.ts'
import type { Owner } from './ways-to-run.ts'

/** Names in a data folder without data. */
const notData = ['portal.lock', 'portal.pid', 'socket', 'postgres-libraries']

/**
 * Unpacks a backup into an empty or missing data folder; the next start recovers it. Throws
 * EmbeddedPostgresProblem if the folder is not empty or in use, or if the file is missing, damaged, not a
 * backup of this package, or of another major version of PostgreSQL. An empty folder then stays empty.
 * `check` gets the backed-up version, '' if unknown, and may throw before anything is touched.
 */
export async function restoreDatabase(
  path: string,
  file: string,
  check: (version: string) => void = () => {},
): Promise<void> {
  check(await readVersion(file))
  const folder = await openDataFolder(path)
  // Also checks before locking, because the lock would leave a file in another user's folder.
  await refuseUnlessEmpty(folder)
  const lock = lockFolder(folder)
  try {
    await refuseUnlessEmpty(folder)
    const owner = process.getuid?.() === 0 ? await stat(folder) : undefined
    await placeCluster(folder, owner, (cluster) => unpack(file, cluster, owner))
  } catch (error) {
    if (error instanceof EmbeddedPostgresProblem) throw error
    throw new EmbeddedPostgresProblem(
      `The backup ${file} could not be restored: ${(error as Error).message}.`,
      {
        cause: error,
      },
    )
  } finally {
    lock.release()
  }
}

/** Returns a backup's version. First reads the whole file, because its end may be damaged, and refuses other files. */
async function readVersion(file: string): Promise<string> {
  const marks: Record<string, string> = { backup_label: '', PG_VERSION: '' }
  try {
    if (!(await stat(file)).isFile()) throw new Error('it is not a file')
    await list({
      ...reading(file),
      onReadEntry(entry) {
        if (entry.path in marks) entry.on('data', (chunk) => (marks[entry.path] += String(chunk)))
      },
    })
  } catch (error) {
    if (/^(TAR|Z)_/.test(errorCode(error) ?? '')) throw foreign(file, (error as Error).message)
    const reason = errorCode(error) === 'ENOENT' ? 'there is none' : (error as Error).message
    throw new EmbeddedPostgresProblem(`The backup ${file} cannot be read: ${reason}.`)
  }
  const label = marks.backup_label?.split('\n').find((line) => line.startsWith(`LABEL: ${backupLabel}`))
  if (label === undefined) throw foreign(file, 'it bears no label of one')
  const major = marks.PG_VERSION?.trim()
  if (major !== postgresMajor) {
    throw new EmbeddedPostgresProblem(
      `The backup ${file} is of PostgreSQL ${major}, and this portal brings PostgreSQL ${postgresMajor}, which cannot open it. Restore it with the version of the portal that made it.`,
    )
  }
  return label.split(', ')[1] ?? ''
}

function foreign(file: string, reason: string): EmbeddedPostgresProblem {
  return new EmbeddedPostgresProblem(
    `${file} is not a backup of the portal, or is damaged (${reason}). Nothing was restored.`,
  )
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
  const names = await readdir(folder)
  const found = names.find((name) => !notData.includes(name) && !name.startsWith(unfinished))
  if (found) {
    throw new EmbeddedPostgresProblem(
      `The data folder ${folder} is not empty (it holds ${found}), and a backup is restored into an empty one. Set DATA_DIR to another folder, or stop the portal and move this one away.`,
    )
  }
}

async function unpack(file: string, cluster: string, owner: Owner | undefined): Promise<void> {
  try {
    await extract({
      ...reading(file),
      cwd: cluster,
      filter: (_path, entry) => 'type' in entry && ['File', 'Directory'].includes(entry.type),
      ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
    })
    await makeRepeatable(cluster, owner)
    await flushAll(cluster)
  } catch (error) {
    // Other files may still be written when one fails.
    await rm(cluster, { recursive: true, force: true, maxRetries: 10 })
    throw error
  }
}

/**
 * Makes PostgreSQL recover the backup as from an archive. Otherwise a killed first start would leave a
 * cluster that never starts again. PostgreSQL renames the label immediately, and a crash recovery then fails
 * with 'WAL ends before end of online backup'.
 */
async function makeRepeatable(cluster: string, owner: Owner | undefined): Promise<void> {
  const signal = join(cluster, recoverySignal)
  await writeFile(signal, '', { mode: 0o600 })
  if (owner) await chown(signal, owner.uid, owner.gid)
}

function reading(file: string) {
  // The unused rest of the log is zeros.
  return { file, strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY }
}

/** Flushes everything to disk: afterwards, people may delete the backup file. */
async function flushAll(cluster: string): Promise<void> {
  for (const name of await readdir(cluster, { recursive: true })) await flush(join(cluster, name))
  await flush(cluster)
}
