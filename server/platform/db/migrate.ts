import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'

/** The data and the migrations don't fit together: one sentence for whoever starts the portal. */
export class MigrationProblem extends Error {}

/** Two processes that start together migrate one after the other. */
const migrationLock = 6593

/**
 * Brings the database to the newest of the plain-SQL migrations in a folder, each in a transaction of its own.
 * Throws a sentence when a landed migration was edited, or when the data is of a newer portal.
 */
export async function migrate(pool: Pool, folder: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await appliedMigrations(client)
    const files = await migrationFiles(folder)
    refuseForeign(applied, files)
    for (const file of files) {
      if (!applied.has(file.name)) await apply(client, file)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

interface MigrationFile {
  name: string
  sql: string
  checksum: string
}

async function appliedMigrations(client: PoolClient): Promise<Map<string, string>> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function refuseForeign(applied: Map<string, string>, files: MigrationFile[]): void {
  for (const [name, checksum] of applied) {
    const file = files.find((found) => found.name === name)
    if (!file)
      throw new MigrationProblem(
        `The data was written by a newer portal (it knows ${name}). Please start that one.`,
      )
    if (file.checksum !== checksum) {
      throw new MigrationProblem(
        `Migration ${name} was changed after it was applied. Restore it and write a new one.`,
      )
    }
  }
}

async function apply(client: PoolClient, file: MigrationFile): Promise<void> {
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
    await client.query('commit')
  } catch (problem) {
    await client.query('rollback')
    throw new MigrationProblem(`Migration ${file.name} failed: ${(problem as Error).message}`)
  }
}
