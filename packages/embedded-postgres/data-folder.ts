import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresProblem, errorCode } from './problem.ts'

export const postgresMajor = '18'

/** In bytes, with room for file names. SQLite's lock allows paths of 512 bytes, PostgreSQL of 1,024. */
const longestFolder = 480

/** Makes a missing data folder and returns its real path. Refuses a read-only folder, or a path that is too long. */
export async function openDataFolder(path: string): Promise<string> {
  const wanted = resolve(path)
  if (Buffer.byteLength(wanted) > longestFolder) {
    throw new EmbeddedPostgresProblem(
      `The path of the data folder is ${Buffer.byteLength(wanted)} bytes long, and at most ${longestFolder} are possible. Set DATA_DIR to a shorter one.`,
    )
  }
  try {
    await makeFolder(wanted)
    await access(wanted, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(wanted)
  } catch (error) {
    throw new EmbeddedPostgresProblem(
      `The data folder ${wanted} cannot be used (${await reasonOf(wanted, error)}). Make it a folder that the portal may write to, or set DATA_DIR to another one.`,
    )
  }
}

/** Node's recursive mkdir reports ENOENT on a read-only file system, and never returns below /proc. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error
  })
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** PostgreSQL recovers from an archive if this file exists, and removes it after the recovery. */
export const recoverySignal = 'recovery.signal'

export function clusterFolder(folder: string): string {
  return join(folder, 'postgres')
}

/** Returns true if the data folder has a cluster of this major version. Refuses another version, or other files. */
export async function holdsCluster(folder: string): Promise<boolean> {
  if ((await clusterVersion(folder)) !== undefined) await refuseOtherVersion(folder)
  const cluster = clusterFolder(folder)
  if ((await clusterVersion(cluster)) !== undefined) {
    await refuseOtherVersion(cluster)
    return true
  }
  try {
    // An empty folder can go: the new cluster is renamed to this name.
    await rmdir(cluster)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    const files = await readdir(cluster).catch(() => [])
    throw new EmbeddedPostgresProblem(
      `The folder ${cluster} is not a PostgreSQL database (no PG_VERSION among its ${files.length} files). Move it away or restore a backup into an empty data folder.`,
    )
  }
  return false
}

async function clusterVersion(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw new EmbeddedPostgresProblem(
      `The database in ${folder} cannot be read (${await reasonOf(folder, error)}). Start the portal as the user whose files these are, or give them to this one with chown -R.`,
    )
  }
}

async function refuseOtherVersion(folder: string): Promise<void> {
  const version = await clusterVersion(folder)
  if (version !== postgresMajor) {
    throw new EmbeddedPostgresProblem(
      `The database in ${folder} was made by PostgreSQL ${version}, and this portal brings PostgreSQL ${postgresMajor}, which cannot open it. Start the version of the portal that made it, or set DATA_DIR to another folder.`,
    )
  }
  if (folder !== clusterFolder(resolve(folder, '..'))) {
    throw new EmbeddedPostgresProblem(
      `The folder ${folder} is itself a PostgreSQL database that the portal did not make. Set DATA_DIR to a folder of the portal's own, or DATABASE_URL to the server of that database.`,
    )
  }
}

async function reasonOf(path: string, error: unknown): Promise<string> {
  if (errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM') {
    const owner = await stat(path).catch(() => undefined)
    return owner ? `permission denied; it belongs to user id ${owner.uid}` : 'permission denied'
  }
  if (errorCode(error) === 'EROFS') return 'the file system is read-only'
  if (errorCode(error) === 'ENOTDIR' || errorCode(error) === 'EEXIST') return 'there is a file in its place'
  return error instanceof Error ? error.message : String(error)
}
