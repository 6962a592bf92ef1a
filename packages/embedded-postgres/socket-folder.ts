import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresProblem } from './problem.ts'
import type { Owner } from './ways-to-run.ts'
import { nobody } from './ways-to-run.ts'

export const socketPort = 5432

const longestSocket = process.platform === 'linux' ? 107 : 103

/**
 * Makes a folder that only the caller and PostgreSQL can enter, because the database has no other sign-in. It
 * is in the data folder, or in the system's temporary folder if that path is too long for a socket.
 */
export async function openSocketFolder(folder: string, owner: Owner | undefined): Promise<string> {
  const name = temporaryName(folder)
  const path = [join(folder, 'socket'), join(tmpdir(), name), join('/tmp', name)].find(fits) ?? ''
  await mkdir(path, { mode: 0o700 }).catch(() => undefined)
  const found = await lstat(path).catch(() => undefined)
  const ours = [process.getuid?.(), owner?.uid, ...(owner ? [nobody.uid] : [])]
  // Another user may have made this folder in the temporary folder first.
  if (!found?.isDirectory() || !ours.includes(found.uid)) {
    throw new EmbeddedPostgresProblem(
      `The folder ${path}, where PostgreSQL's socket goes, is another user's or cannot be made. Remove it, or set DATA_DIR to a folder with a shorter path.`,
    )
  }
  await chmod(path, 0o700)
  if (owner) await lchown(path, owner.uid, owner.gid)
  // Nobody listens any more. If another process has the id in the lock, PostgreSQL would refuse to start.
  for (const leftover of [socketFile(path), `${socketFile(path)}.lock`]) await rm(leftover, { force: true })
  return path
}

/** Removes everything of this data folder from the system's temporary folder. */
export async function closeSocketFolder(folder: string, path: string): Promise<void> {
  if (path !== join(folder, 'socket')) await rm(path, { recursive: true, force: true })
}

/** Returns the prefix of this data folder's names in the system's temporary folder. */
export function temporaryName(folder: string): string {
  return `portal-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
}

function socketFile(path: string): string {
  return join(path, `.s.PGSQL.${socketPort}`)
}

function fits(path: string): boolean {
  return Buffer.byteLength(socketFile(path)) <= longestSocket
}
