import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backUpDatabase } from './backup.ts'
import { findBinaries } from './binaries.ts'
import type { EmbeddedPostgresOptions } from './embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { startChildPortal } from './test/start-child-portal.ts'
import type { RootMethod } from './ways-to-run.ts'

const notRoot = process.getuid?.() !== 0
const noNamespaces = spawnSync('unshare', ['--user', 'true']).status !== 0
const noPassing = spawnSync('setpriv', ['--securebits=+no_setuid_fixup', 'true']).status !== 0
const noMounts = spawnSync('unshare', ['--mount', 'true']).status !== 0

/** A folder that other users may enter, unlike the portal's own folder. */
let open: string
let nativeFolder: string
/** The same programs in a folder of mode 700, like /root, with the modes that root's umask may give them. */
let closedNative: string

beforeAll(async () => {
  if (notRoot) return
  open = await mkdtemp(join(tmpdir(), 'embedded-postgres-root-'))
  await chmod(open, 0o755)
  nativeFolder = join(open, 'native')
  closedNative = join(open, 'closed', 'native')
  await mkdir(dirname(closedNative), { mode: 0o700 })
  const installed = dirname(dirname((await findBinaries(open)).postgres))
  for (const copy of [nativeFolder, closedNative]) {
    await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  }
  spawnSync('chmod', ['-R', 'go=', closedNative])
})

afterAll(async () => {
  if (open) await rm(open, { recursive: true, force: true })
})

test.skipIf(notRoot || noNamespaces)(
  'root runs PostgreSQL in a user namespace (as root, with namespaces)',
  async () => {
    const folder = await closedFolder()
    expect(await ownerAfterStart({ folder, force: { rootMethod: 'namespace' } })).toBe(0)
  },
)

test.skipIf(notRoot)(
  'root runs PostgreSQL as nobody if everyone may enter the folder (as root)',
  async () => {
    const folder = join(open, 'data')
    expect(await ownerAfterStart({ folder, force: { rootMethod: 'nobody', nativeFolder } })).toBe(65534)
  },
)

test.skipIf(notRoot || noPassing)(
  'root runs PostgreSQL as nobody with permission to pass, in a folder and with programs closed to others (as root, with setpriv)',
  () => expectToRunClosed('nobody-anywhere'),
)

test.skipIf(notRoot || process.platform !== 'linux')(
  'root runs PostgreSQL as nobody with copied programs, in a folder and with programs closed to others (as root, on Linux)',
  () => expectToRunClosed('nobody-inside'),
)

test.skipIf(notRoot || process.platform !== 'linux')(
  'a PostgreSQL in a closed folder can be backed up, and is stopped if it outlives its portal (as root, on Linux)',
  async () => {
    const folder = await closedFolder()
    const force = { rootMethod: 'nobody-inside', nativeFolder: closedNative } as const
    const portal = startChildPortal({ folder, force: { ...force, parentDeath: 'unnoticed' } }, inOpenFolder())
    onTestFinished(() => portal.kill())
    const { pid } = await portal.answer
    const file = join(dirname(folder), 'backup.tar.gz')
    await backUpDatabase(folder, file)
    expect((await stat(file)).size).toBeGreaterThan(1_000_000)
    await portal.kill()
    const lines: string[] = []
    const postgres = await startEmbeddedPostgres({ folder, force, log: (line) => lines.push(line) })
    await postgres.stop()
    expect(lines).toContain(`An earlier portal left PostgreSQL running (process ${pid}); stopping it first.`)
  },
)

test.skipIf(notRoot)(
  "root runs PostgreSQL as the folder's owner if that is another user (as root)",
  async () => {
    const folder = await mkdtemp(join(open, 'owned-'))
    // initdb needs a user with a name, which a namespace provides.
    const uid = noNamespaces ? Number(spawnSync('id', ['-u', 'daemon'], { encoding: 'utf8' }).stdout) : 4321
    await chown(folder, uid, uid)
    expect(await ownerAfterStart({ folder, force: { nativeFolder } })).toBe(uid)
    expect((await stat(join(folder, 'portal.lock'))).uid).toBe(uid)
  },
)

test.skipIf(notRoot || noNamespaces)(
  'root can run PostgreSQL in each way in turn on the same folder (as root, with namespaces)',
  async () => {
    const folder = join(open, 'changing')
    for (const rootMethod of [
      'namespace',
      'nobody',
      'nobody-anywhere',
      'nobody-inside',
      'namespace',
      'nobody',
    ] as const) {
      const uid = rootMethod === 'namespace' ? 0 : 65534
      expect(await ownerAfterStart({ folder, force: { rootMethod, nativeFolder } })).toBe(uid)
    }
  },
)

test.skipIf(notRoot)(
  'if root cannot run PostgreSQL in any way, the problem says what to do (as root)',
  async () => {
    const folder = await closedFolder()
    await expect(startEmbeddedPostgres({ folder, force: { rootMethod: 'nobody' } })).rejects.toThrow(
      `PostgreSQL refuses to run as root, and here root cannot run it as another user: the kernel allows no user namespace, and user nobody cannot enter ${dirname(folder)}. Start the portal as an ordinary user`,
    )
  },
)

test.skipIf(notRoot || noMounts).each(['unshare', 'unshare setpriv'])(
  'if %s cannot be used under a closed home, root finds another way automatically (as root, with private mounts)',
  async (tools) => {
    // Mounts that only the portal sees make these tools fail, as on a kernel that forbids unshare.
    const forbid = tools.split(' ').map((tool) => `mount --bind /bin/false /usr/bin/${tool} && `)
    const folder = await closedFolder()
    const portal = startChildPortal(
      { folder, force: { nativeFolder: closedNative } },
      inOpenFolder('unshare', '--mount', 'sh', '-c', `${forbid.join('')}exec "$@"`, 'sh'),
    )
    onTestFinished(() => portal.kill())
    expect((await portal.answer).problem).toBeUndefined()
    expect((await stat(join(folder, 'postgres'))).uid).toBe(65534)
  },
)

/** Moves a killed portal's temporary files into the tests' folder, which is removed at the end. */
function inOpenFolder(...through: string[]) {
  return { through: ['env', `TMPDIR=${open}`, ...through] }
}

async function expectToRunClosed(rootMethod: RootMethod): Promise<void> {
  const folder = await closedFolder()
  const temporary = await mkdtemp(join(open, 'temporary-'))
  await chmod(temporary, 0o755)
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  // The second start finds the cluster of the first.
  for (const _ of [1, 2]) {
    expect(await ownerAfterStart({ folder, force: { rootMethod, nativeFolder: closedNative } })).toBe(65534)
  }
  expect(await readdir(temporary)).toEqual([])
}

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
