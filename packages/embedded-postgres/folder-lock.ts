import { accessSync, chownSync, constants, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresProblem } from './problem.ts'

export interface FolderLock {
  release(): void
}

const sqliteBusy = 5

/**
 * Locks the data folder for this process. Refuses with the id of the process that holds the lock. Node has no
 * file locks, so it uses SQLite's, which the kernel releases when the process dies. Nothing else in this
 * process may open portal.lock: closing any handle of the file releases the lock.
 */
export function lockFolder(folder: string): FolderLock {
  const lockFile = join(folder, 'portal.lock')
  const pidFile = join(folder, 'portal.pid')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(lockFile, { timeout: 0 })
    // SQLite would open another user's file read-only, and lock nothing.
    accessSync(lockFile, constants.W_OK)
    // Nothing is written to the file, so it needs no journal.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(pidFile, `${process.pid}\n`)
    giveToOwnerOf(folder, [lockFile, pidFile])
  } catch (error) {
    database?.close()
    throw new EmbeddedPostgresProblem(
      (error as { errcode?: number }).errcode === sqliteBusy
        ? `The data folder ${folder} is in use by a running portal (${holderOf(pidFile)}). Stop that one first, or set DATA_DIR to another folder.`
        : `The data folder ${folder} cannot be locked (${(error as Error).message}). Make it a folder that the portal may write to, or set DATA_DIR to another one.`,
    )
  }
  return {
    release() {
      if (!database?.isOpen) return
      rmSync(pidFile, { force: true })
      database.close()
    },
  }
}

function holderOf(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8').trim()}`
  } catch {
    return 'a process that is just starting'
  }
}

/** Root must not leave files that another folder's owner can't open later. */
function giveToOwnerOf(folder: string, files: string[]): void {
  const owner = statSync(folder)
  if (process.getuid?.() !== 0 || owner.uid === 0) return
  for (const file of files) chownSync(file, owner.uid, owner.gid)
}
