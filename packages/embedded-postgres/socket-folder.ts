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
 * A folder that only the caller and PostgreSQL can enter, because that is all the sign-in the database asks for:
 * in the data folder or, where that path is too long for a socket, in the system's temporary one.
 */
export async function openSocketFolder(folder: string, owner: Owner | undefined): Promise<string> {
  const name = temporaryName(folder)
  const path = [join(folder, 'socket'), join(tmpdir(), name), join('/tmp', name)].find(fits) ?? ''
  await mkdir(path, { mode: 0o700 }).catch(() => undefined)
  const found = await lstat(path).catch(() => undefined)
  const ours = [process.getuid?.(), owner?.uid, ...(owner ? [nobody.uid] : [])]
  // In the temporary folder another user may have made it first.
  if (!found?.isDirectory() || !ours.includes(found.uid)) {
    throw new EmbeddedPostgresProblem(
      `The folder ${path}, where PostgreSQL's socket goes, is another user's or cannot be made. Remove it, or set DATA_DIR to a folder with a shorter path.`,
    )
  }
  await chmod(path, 0o700)
  if (owner) await lchown(path, owner.uid, owner.gid)
  // Nobody listens any more; a lock whose process id now belongs to something else would stop PostgreSQL.
  for (const leftover of [socketFile(path), `${socketFile(path)}.lock`]) await rm(leftover, { force: true })
  return path
}

/** Leaves nothing of this data folder in the system's temporary folder. */
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
