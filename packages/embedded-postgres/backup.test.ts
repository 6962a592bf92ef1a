import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUpDatabase, backupLabel } from './backup.ts'
import { withBaseBackup } from './base-backup.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Connection } from './readiness.ts'
import { restoreDatabase } from './restore.ts'
import { superuser } from './roles.ts'
import { givenCluster } from './test/made-cluster.ts'
import type { ChildPortal } from './test/start-child-portal.ts'
import { startChildPortal } from './test/start-child-portal.ts'

let parent: string
let folder: string
let copy: string
let file: string
const children: ChildPortal[] = []
const started: EmbeddedPostgres[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'a backup '))
  folder = join(parent, 'its data')
  copy = join(parent, 'its copy')
  file = join(parent, 'the backup.tar.gz')
})

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
  await rm(parent, { recursive: true, force: true, maxRetries: 10 })
})

test('a backup made during writes has all earlier acknowledged rows and starts in another folder', async () => {
  await givenCluster(folder)
  const portal = startChildPortal({ folder }, { firstNumber: 1 })
  children.push(portal)
  await portal.untilAcknowledged(200)
  const before = [...portal.acknowledged]
  await backUpDatabase(folder, file)
  await portal.kill()
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await restoreDatabase(copy, file)
  const { connection } = await start(copy)
  const rows = await ask(connection, 'SELECT number FROM written')
  const kept = new Set(rows.map((row) => row.number))
  expect(before.filter((number) => !kept.has(number))).toEqual([])
  // The index and the table agree, so the copied pages match the log.
  const indexed = 'SET enable_seqscan = off; SET enable_bitmapscan = off'
  const [{ number } = { number: -1 }] = await ask(
    connection,
    'SELECT count(*)::int AS number FROM written WHERE number > 0',
    indexed,
  )
  expect(number).toBe(kept.size)
})

test('a backup has every row acknowledged before it ended, even after checkpoints during the backup', async () => {
  await givenCluster(folder)
  const { connection } = await start(folder, { max_wal_size: '32MB', min_wal_size: '32MB' })
  await ask(connection, 'CREATE TABLE late (number int)')
  await withBaseBackup({ ...connection, user: superuser }, backupLabel, async (archive) => {
    async function* heldUp() {
      let isFirst = true
      for await (const chunk of archive) {
        if (isFirst) {
          for (const number of [1, 2, 3, 4, 5]) {
            await ask(connection, `INSERT INTO late VALUES (${number})`)
            await ask(connection, 'SELECT pg_switch_wal()')
            await ask(connection, 'CHECKPOINT')
          }
        }
        isFirst = false
        yield chunk
      }
    }
    await pipeline(Readable.from(heldUp()), createGzip(), createWriteStream(file))
  })
  await restoreDatabase(copy, file)
  const restored = await start(copy)
  expect(await ask(restored.connection, 'SELECT number FROM late ORDER BY 1')).toEqual(
    [1, 2, 3, 4, 5].map((number) => ({ number })),
  )
})

test('a backup without a running portal is refused, even of a copied folder or after the portal was killed', async () => {
  await expect(backUpDatabase(folder, file)).rejects.toThrow(
    `No portal is running on the data folder ${folder}`,
  )
  await givenCluster(folder)
  const postgres = await start(folder)
  await mkdir(join(copy, 'postgres'), { recursive: true })
  await copyFile(join(folder, 'postgres', 'postmaster.pid'), join(copy, 'postgres', 'postmaster.pid'))
  await expect(backUpDatabase(copy, file)).rejects.toThrow(`No portal is running on the data folder ${copy}`)
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.stop()
  await expect(backUpDatabase(folder, file)).rejects.toThrow('No portal is running on the data folder')
})

test('a backup overwrites nothing, and leaves nothing behind if it is stopped, cannot be written or finds a damaged page', async () => {
  await givenCluster(folder)
  const { connection } = await start(folder)
  await writeFile(file, 'older')
  await expect(backUpDatabase(folder, file)).rejects.toThrow(`There is already a file ${file}`)
  expect((await stat(file)).size).toBe(5)
  await rm(file)

  const ending = new AbortController()
  const stopped = backUpDatabase(folder, file, { signal: ending.signal })
  ending.abort()
  await expect(stopped).rejects.toThrow('could not be made: it was stopped.')
  await expect(backUpDatabase(folder, join(parent, 'no', 'backup'))).rejects.toThrow('ENOENT')

  await ask(
    connection,
    'CREATE TABLE damaged WITH (autovacuum_enabled = off) AS SELECT generate_series(1, 1000) AS number',
  )
  await ask(connection, 'CHECKPOINT')
  const [{ path } = { path: '' }] = await ask<{ path: string }>(
    connection,
    `SELECT pg_relation_filepath('damaged') AS path`,
  )
  await pipeline(
    Readable.from([Buffer.from('damage')]),
    createWriteStream(join(folder, 'postgres', path), { flags: 'r+', start: 5_000 }),
  )
  await expect(backUpDatabase(folder, file)).rejects.toThrow('checksum verification failure')
  expect(await readdir(parent)).toEqual(['its data'])
  const slots = 'SELECT 1 AS number FROM pg_replication_slots'
  await expect.poll(() => ask(connection, slots)).toEqual([])
})

async function start(on: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder: on, settings })
  started.push(postgres)
  return postgres
}

async function ask<Row = { number: number }>(
  connection: Connection,
  statement: string,
  before?: string,
): Promise<Row[]> {
  const client = new Client({ ...connection, user: superuser })
  await client.connect()
  try {
    if (before) await client.query(before)
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
