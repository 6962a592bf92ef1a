import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startChildPortal } from '#test/start-child-portal.ts'
import { findBinaries } from './binaries.ts'
import type { EmbeddedPostgresOptions } from './embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const notRoot = process.getuid?.() !== 0
const noNamespaces = spawnSync('unshare', ['--user', 'true']).status !== 0
const noMounts = spawnSync('unshare', ['--mount', 'true']).status !== 0

/** Open to others, unlike the folder that the product may be installed in. */
let open: string
let nativeFolder: string

beforeAll(async () => {
  if (notRoot) return
  open = await mkdtemp(join(tmpdir(), 'embedded-postgres-root-'))
  await chmod(open, 0o755)
  nativeFolder = join(open, 'native')
  await cp(dirname(dirname((await findBinaries(open)).postgres)), nativeFolder, {
    recursive: true,
    verbatimSymlinks: true,
  })
})

afterAll(async () => {
  if (open) await rm(open, { recursive: true, force: true })
})

test.skipIf(notRoot || noNamespaces)(
  'root runs it in a user namespace (as root, with namespaces)',
  async () => {
    const folder = await closedFolder()
    expect(await ownerAfterStart({ folder, force: { rootMethod: 'namespace' } })).toBe(0)
  },
)

test.skipIf(notRoot)('root runs it as nobody where everyone may enter the folder (as root)', async () => {
  const folder = join(open, 'data')
  expect(await ownerAfterStart({ folder, force: { rootMethod: 'nobody', nativeFolder } })).toBe(65534)
})

test.skipIf(notRoot)('root runs it as nobody in a folder closed to others (as root)', async () => {
  const folder = await closedFolder()
  expect(await ownerAfterStart({ folder, force: { rootMethod: 'nobody-anywhere' } })).toBe(65534)
})

test.skipIf(notRoot)("root runs it as the folder's owner where that is somebody else (as root)", async () => {
  const folder = await mkdtemp(join(open, 'owned-'))
  await chown(folder, 4321, 4321)
  expect(await ownerAfterStart({ folder, force: { nativeFolder } })).toBe(4321)
  expect((await stat(join(folder, 'portal.lock'))).uid).toBe(4321)
})

test.skipIf(notRoot || noNamespaces)(
  'the ways follow one another on the same folder (as root, with namespaces)',
  async () => {
    const folder = join(open, 'changing')
    for (const rootMethod of ['namespace', 'nobody', 'nobody-anywhere', 'namespace', 'nobody'] as const) {
      const uid = rootMethod === 'namespace' ? 0 : 65534
      expect(await ownerAfterStart({ folder, force: { rootMethod, nativeFolder } })).toBe(uid)
    }
  },
)

test.skipIf(notRoot)('where no way is left, a sentence says what to do (as root)', async () => {
  const folder = await closedFolder()
  await expect(startEmbeddedPostgres({ folder, force: { rootMethod: 'nobody' } })).rejects.toThrow(
    `PostgreSQL refuses to run as root, and here root cannot run it as another user: the kernel allows no user namespace, and user nobody cannot enter ${dirname(folder)}. Start the portal as an ordinary user`,
  )
})

test.skipIf(notRoot || noMounts)(
  'where the kernel forbids user namespaces, root finds another way by itself (as root, with private mounts)',
  async () => {
    // To the portal alone, by a mount that only it sees, unshare looks as it does on such a kernel: it fails.
    const forbid = 'mount --bind /bin/false /usr/bin/unshare && exec "$@"'
    const through = ['unshare', '--mount', 'sh', '-c', forbid, 'sh']
    const folder = await closedFolder()
    const portal = startChildPortal({ folder }, { through })
    expect((await portal.answer).problem).toBeUndefined()
    expect((await stat(join(folder, 'postgres'))).uid).toBe(65534)
    await portal.kill()
  },
)

async function closedFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'embedded-postgres-closed-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }))
  return join(parent, 'data')
}

async function ownerAfterStart(options: EmbeddedPostgresOptions): Promise<number> {
  const postgres = await startEmbeddedPostgres(options)
  await postgres.stop()
  return (await stat(join(options.folder, 'postgres', 'PG_VERSION'))).uid
}
