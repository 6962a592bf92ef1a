import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { startChildPortal } from './test/start-child-portal.ts'

let parent: string
let native: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-postgres-binaries-'))
  native = join(parent, 'package', 'native')
  const { postgres } = await findBinaries(join(parent, 'spare'))
  await cp(dirname(dirname(postgres)), native, { recursive: true, verbatimSymlinks: true })
})

afterEach(async () => {
  await rm(parent, { recursive: true, force: true, maxRetries: 10 })
})

test('the start makes the links among the libraries if npm blocked the install script', async () => {
  const links = await removeLinks()
  expect(links.length).toBeGreaterThan(5)
  const postgres = await startEmbeddedPostgres({
    folder: join(parent, 'data'),
    force: { nativeFolder: native },
  })
  await postgres.stop()
  for (const link of links) await stat(link)
})

test('a program that lost its executable bit gets it back', async () => {
  await chmod(join(native, 'bin', 'postgres'), 0o644)
  await chmod(join(native, 'bin', 'initdb'), 0o644)
  const postgres = await startEmbeddedPostgres({
    folder: join(parent, 'data'),
    force: { nativeFolder: native },
  })
  await postgres.stop()
})

test.skipIf(process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0)(
  'if the package is on a read-only disk, the links go into the data folder (as root, with private mounts)',
  async () => {
    await removeLinks()
    const folder = join(parent, 'data')
    const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    const through = ['unshare', '--mount', 'sh', '-c', readOnly, native]
    const portal = startChildPortal({ folder, force: { nativeFolder: native } }, { through })
    expect((await portal.answer).problem).toBeUndefined()
    expect(await readdir(join(folder, 'postgres-libraries'))).toContain('libicuuc.so.60')
    await portal.kill()
  },
)

test('a missing library is named', async () => {
  const links = await removeLinks()
  const source = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))[0].source
  await rm(join(native, '..', source))
  expect(links.length).toBeGreaterThan(5)
  await expect(findBinaries(join(parent, 'spare'), native)).rejects.toThrow(
    `installation is damaged: ${join(native, '..', source)} is missing. Remove node_modules and run npm install.`,
  )
})

test('a missing program is named', async () => {
  await rm(join(native, 'bin', 'initdb'))
  await expect(findBinaries(join(parent, 'spare'), native)).rejects.toThrow('initdb is missing')
})

/** Removes the links among the libraries and returns their paths. */
async function removeLinks(): Promise<string[]> {
  const list: { target: string }[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  const links = list.map(({ target }) => join(native, '..', target))
  for (const link of links) {
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    await rm(link)
  }
  return links
}
