import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { findBinaries } from './binaries.ts'
import { temporaryName } from './socket-folder.ts'

/**
 * Copies PostgreSQL to a folder of the system's temporary one, which everybody may enter and only this user may change;
 * one for each data folder. Fails where that place is somebody else's.
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

/** Removes the copy of this data folder, if there is one; what somebody else has put in its place stays. */
export async function removeCopiedPrograms(folder: string): Promise<void> {
  const copy = copyFolder(folder)
  const found = await lstat(copy).catch(() => undefined)
  if (found?.uid === process.getuid?.()) await rm(copy, { recursive: true, force: true })
}

/** They were installed for root alone where its umask says so. */
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
