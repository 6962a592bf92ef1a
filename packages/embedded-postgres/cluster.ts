import { lchown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from './data-folder.ts'
import { EmbeddedPostgresProblem } from './problem.ts'
import { superuser } from './roles.ts'
import type { Runner } from './run-as.ts'
import type { Owner } from './ways-to-run.ts'

/** The name prefix of incomplete clusters. */
export const unfinished = 'postgres.new-'

/** Makes an empty cluster. */
export async function makeCluster(folder: string, runner: Runner): Promise<void> {
  await placeCluster(folder, runner.owner, (temporary) => runInitdb(temporary, runner))
}

/** Fills a cluster beside its final place, and renames it when it is complete and on disk. */
export async function placeCluster(
  folder: string,
  owner: Owner | undefined,
  fill: (temporary: string) => Promise<void>,
): Promise<void> {
  await removeUnfinished(folder)
  const temporary = join(folder, `${unfinished}${process.pid}-${Date.now()}`)
  await mkdir(temporary, { mode: 0o700 })
  if (owner) await lchown(temporary, owner.uid, owner.gid)
  await fill(temporary)
  await rename(temporary, clusterFolder(folder))
  await flush(folder)
}

/** Gives the cluster's files to the user who runs PostgreSQL, if another one owned them at the last start. */
export async function giveClusterTo(folder: string, owner: Owner | undefined): Promise<void> {
  if (!owner) return
  const cluster = clusterFolder(folder)
  if ((await stat(cluster)).uid === owner.uid) return
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), owner.uid, owner.gid)
  }
  // The folder comes last: if this start is killed, the next start sees the unfinished work.
  await lchown(cluster, owner.uid, owner.gid)
}

/** Removes incomplete clusters of killed starts. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    // An initdb that outlived its caller may still write here. A later start removes the folder then.
    if (name.startsWith(unfinished)) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    }
  }
}

async function runInitdb(folder: string, runner: Runner): Promise<void> {
  const args = [
    `--pgdata=${runner.nameOf(folder, folder)}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]
  const child = runner.spawn(runner.binaries.initdb, args, folder, 'SIGKILL')
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) {
    throw new EmbeddedPostgresProblem(
      `PostgreSQL could not make a new database in ${folder}: ${complaint.trim() || `initdb ended with ${code}`}`,
    )
  }
}

/** Waits until a file, or a folder's list of names, is on disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
