import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { findBinaries } from './binaries.ts'
import { temporaryName } from './socket-folder.ts'

/**
 * Copies PostgreSQL into the system's temporary folder, one copy per data folder. Everyone may enter it; only
 * this user may change it. Fails if the folder belongs to another user.
 */
export async function copyPrograms({ postgres }: Binaries, folder: string): Promise<Binaries> {
  const copy = copyFolder(folder)
  await removeCopiedPrograms(folder)
  await mkdir(copy, { mode: 0o755 })
  const native = join(copy, 'native')
  await cp(dirname(dirname(postgres)), native, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  await openForAll(copy)
  return findBinaries(join(copy, 'links'), native)
}

/** Removes this data folder's copy, unless another user owns it. */
export async function removeCopiedPrograms(folder: string): Promise<void> {
  const copy = copyFolder(folder)
  const found = await lstat(copy).catch(() => undefined)
  if (found?.uid === process.getuid?.()) await rm(copy, { recursive: true, force: true })
}

/** Root's umask may have made them readable for root only. */
async function openForAll(copy: string): Promise<void> {
  await chmod(copy, 0o755)
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isProgram = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644)
  }
}

function copyFolder(folder: string): string {
  return join(tmpdir(), `${temporaryName(folder)}-programs`)
}
