import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUpDatabase } from './backup.ts'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Connection } from './readiness.ts'
import { restoreAndKill } from './test/killed-restore.ts'
import { givenCluster } from './test/made-cluster.ts'
import type { ChildPortal } from './test/start-child-portal.ts'
import { startChildPortal } from './test/start-child-portal.ts'

let folder: string
const children: ChildPortal[] = []
const started: EmbeddedPostgres[] = []

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'embedded-postgres-kill-')), 'data')
})

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
  await rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 10 })
})

test('no acknowledged row is lost if the portal is killed while writing, with or without PostgreSQL', async () => {
  await givenCluster(folder)
  const acknowledged: number[] = []
  for (const round of [1, 2, 3, 4, 5, 6]) {
    const portal = child({ folder }, { firstNumber: round * 1_000_000 })
    await portal.untilAcknowledged(100 * round)
    // In odd rounds PostgreSQL is killed as well.
    if (round % 2) process.kill((await portal.answer).pid, 'SIGKILL')
    await portal.kill()
    acknowledged.push(...portal.acknowledged)

    const postgres = await start({ folder })
    const rows = await ask(postgres.connection, 'SELECT number FROM written')
    const kept = new Set(rows.map((row) => row.number))
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
    await postgres.stop()
  }
  expect(acknowledged.length).toBeGreaterThan(2_000)
}, 60_000)

test.skipIf(process.platform !== 'linux')(
  'a restored backup starts even if its first start was killed early',
  async () => {
    const origin = join(folder, '../origin')
    await givenCluster(origin)
    const portal = child({ folder: origin }, { firstNumber: 1 })
    const { connection } = await portal.answer
    await portal.untilAcknowledged(100)
    const kept = [...portal.acknowledged]
    const file = join(folder, '../backup')
    // Writes during the backup prolong the recovery, so that the kill hits it.
    await Promise.all([
      backUpDatabase(origin, file),
      ask(
        connection,
        'CREATE TABLE many AS SELECT number, md5(number::text) FROM generate_series(1, 300000) number',
      ),
    ])
    await portal.kill()

    for (const round of [1, 2]) {
      const restored = join(folder, `../restored-${round}`)
      await restoreAndKill(restored, file)
      const postgres = await start({ folder: restored })
      const rows = new Set(
        (await ask(postgres.connection, 'SELECT number FROM written')).map(({ number }) => number),
      )
      expect(kept.filter((number) => !rows.has(number))).toEqual([])
      await ask(postgres.connection, 'INSERT INTO written VALUES (0)')
      await postgres.stop()
    }
  },
  120_000,
)

test.each(['kernel', 'watcher'] as const)(
  'PostgreSQL ends when its portal is killed (noticed by %s)',
  async (parentDeath) => {
    await givenCluster(folder)
    const portal = child({ folder, force: { parentDeath } })
    const { pid } = await portal.answer
    expect(isAlive(pid)).toBe(true)
    await portal.kill()
    await expect.poll(() => isAlive(pid), { interval: 20, timeout: 10_000 }).toBe(false)
  },
)

test('a PostgreSQL that outlived its portal is stopped first, and its rows are kept', async () => {
  await givenCluster(folder)
  const portal = child({ folder, force: { parentDeath: 'unnoticed' } }, { firstNumber: 1 })
  await portal.untilAcknowledged(50)
  const { pid } = await portal.answer
  await portal.kill()
  expect(isAlive(pid)).toBe(true)

  const lines: string[] = []
  const postgres = await start({ folder, log: (line) => lines.push(line) })
  expect(lines).toContain(`An earlier portal left PostgreSQL running (process ${pid}); stopping it first.`)
  expect(isAlive(pid)).toBe(false)
  const rows = await ask(postgres.connection, 'SELECT number FROM written')
  expect(rows.map((row) => row.number)).toEqual(expect.arrayContaining(portal.acknowledged))
})

test('a second start while the first portal runs fails at once and names its process', async () => {
  await givenCluster(folder)
  const portal = child({ folder })
  await portal.answer
  const before = performance.now()
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    `is in use by a running portal (process ${portal.process.pid})`,
  )
  expect(performance.now() - before).toBeLessThan(500)
})

test('if several portals start at once on a new folder, exactly one gets it', async () => {
  const portals = [1, 2, 3].map(() => child({ folder }))
  const answers = await Promise.all(portals.map((portal) => portal.answer))
  expect(answers.filter((answer) => answer.problem === undefined)).toHaveLength(1)
  expect(answers.filter((answer) => answer.problem?.includes('is in use by a running portal'))).toHaveLength(
    2,
  )
})

test('after a kill during the creation of a cluster, the next start creates a complete one without remains', async () => {
  for (const filesThere of [1, 10, 23]) {
    const portal = child({ folder })
    await untilInitdbWrote(filesThere)
    await portal.kill()
    expect(await readdir(folder)).not.toContain('postgres')
  }
  const postgres = await start({ folder })
  expect(postgres.isNew).toBe(true)
  expect(await ask(postgres.connection, 'SELECT 1 AS number')).toEqual([{ number: 1 }])
  expect((await readdir(folder)).sort()).toEqual(['portal.lock', 'portal.pid', 'postgres', 'socket'])
})

test('a stale postmaster.pid does not matter, whether its process is gone or has been replaced by another', async () => {
  await givenCluster(folder)
  const first = await start({ folder })
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8')
  const owner = await stat(pidFile)
  await first.stop()

  const other = spawn('sleep', ['60'])
  await once(other, 'spawn')
  const lock = join(first.connection.host, '.s.PGSQL.5432.lock')
  for (const pid of [other.pid, first.pid]) {
    await writeFile(pidFile, content.replace(String(first.pid), String(pid)), { mode: 0o600 })
    // Writes the file as PostgreSQL would have left it.
    await chown(pidFile, owner.uid, owner.gid)
    await writeFile(lock, content.replace(String(first.pid), String(pid)), { mode: 0o600 })
    const again = await start({ folder })
    expect(await ask(again.connection, 'SELECT 1 AS number')).toEqual([{ number: 1 }])
    await again.stop()
  }
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill()
})

function child(...options: Parameters<typeof startChildPortal>): ChildPortal {
  const portal = startChildPortal(...options)
  children.push(portal)
  return portal
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options)
  started.push(postgres)
  return postgres
}

async function untilInitdbWrote(files: number): Promise<void> {
  for (;;) {
    const names = await readdir(folder).catch(() => [])
    const temporary = names.find((name) => name.startsWith('postgres.new-'))
    if (temporary && (await readdir(join(folder, temporary)).catch(() => [])).length >= files) return
    await setImmediate()
  }
}

async function ask(connection: Connection, statement: string): Promise<{ number: number }[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** A killed process that its parent has not collected is a zombie ('Z'): dead, but its id is in use. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}
