import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@portal/embedded-postgres'
import { startEmbeddedPostgres } from '@portal/embedded-postgres'
import { create } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earlierData } from '#server/core/db/baseline.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { findBaseline, migratePortal } from '#server/core/db/migrate-portal.ts'
import { databaseFolder } from '#test/in-memory.ts'

let parent: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  parent = await mkdtemp(join(databaseFolder(), 'earlier data '))
  postgres = await startEmbeddedPostgres({ folder: join(parent, 'data') })
  await migratePortal(postgres.connection)
})
afterAll(async () => {
  await postgres.stop()
  await rm(parent, { recursive: true })
})

const baseline = await findBaseline()
const refused = { code: 1, said: `${earlierData}\n` }

test('a backup of this version is restored', () => {
  expect(run('tools/backup.ts', 'data', 'backup').code).toBe(0)
  expect(run('tools/restore.ts', 'copy', 'backup')).toMatchObject({ code: 0 })
})

test.skipIf(baseline === '')('data from an earlier version is refused and unchanged', async () => {
  await query("delete from migrations; insert into migrations values ('0001-mails.sql', 'any')")
  const before = await contents()
  expect(run('tools/backup.ts', 'data', 'earlier backup').code).toBe(0)
  expect(run('tools/restore.ts', 'nowhere', 'earlier backup')).toEqual(refused)
  // Earlier versions did not write theirs.
  await writeFile(join(parent, 'PG_VERSION'), '18\n')
  await writeFile(join(parent, 'backup_label'), 'LABEL: IA renewal portal\n')
  await create({ file: join(parent, 'old backup'), cwd: parent, gzip: true }, ['PG_VERSION', 'backup_label'])
  expect(run('tools/restore.ts', 'nowhere', 'old backup')).toEqual(refused)
  expect(existsSync(join(parent, 'nowhere'))).toBe(false)

  await postgres.stop()
  expect(run('server/main.ts', 'data')).toEqual(refused)
  postgres = await startEmbeddedPostgres({ folder: join(parent, 'data') })
  expect(await contents()).toEqual(before)
})

test.skipIf(baseline === '')('the sentence names a commit of the history that has the migrations', () => {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
  const [commit = ''] = /\b[0-9a-f]{40}\b/.exec(earlierData) ?? []
  expect(commit).not.toBe('')
  // Not every copy of the portal has the history.
  if (git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false') return
  expect(git('merge-base', '--is-ancestor', commit, 'HEAD').status).toBe(0)
  expect(git('ls-tree', '--name-only', commit, 'server/core/db/migrations/').stdout).toContain(baseline)
})

function run(program: string, dataFolder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '..', program), ...args.map((file) => join(parent, file))],
    {
      cwd: parent,
      encoding: 'utf8',
      timeout: 40_000,
      env: { PATH: process.env.PATH, DATA_DIR: join(parent, dataFolder) },
    },
  )
  return { code: status, said: stdout + stderr }
}

/** Returns the names of all tables, and the rows of the table of migrations. */
async function contents() {
  return [
    await query(
      "select schemaname, tablename from pg_tables where schemaname !~ '^(pg_|information)' order by 1, 2",
    ),
    await query('select * from migrations'),
  ]
}

async function query(text: string): Promise<unknown> {
  const { pool, close } = openDatabase(postgres.connection, { connections: 1 })
  const result = await pool.query(text).finally(close)
  return result.rows
}
