import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { baselineOf, earlierData } from './baseline.ts'
import type { SchemaFile } from './schema-file.ts'
import { readSchemaFile } from './schema-file.ts'

/** Data and migrations don't match: one sentence for the operator. */
export class MigrationProblem extends Error {}

/** Processes that start together migrate one after the other. */
const migrationLock = 6593

/**
 * The time that a migration waits for a lock, while all others queue behind it. PostgreSQL looks for
 * deadlocks after a second; less than that makes the migration give way, not a call.
 */
const lockWithinMs = 800

/** The time in which a migration is retried while running portals hold its locks. `pauses` are in between. */
const tryForMs = 60_000
const pauses = { firstMs: 100, mostMs: 5000 }

export interface Migrations {
  schema: string
  /** The folder may be missing. */
  folder: string
}

/**
 * Loads the schema into an empty database, and applies missing plain-SQL migrations, each in its own
 * transaction. Calls `onRetry` whenever one gives way to running portals. Throws a sentence if a landed
 * migration was edited, or if the data is newer than the portal or older than the baseline.
 */
export async function migrate(
  pool: Pool,
  { schema: path, folder }: Migrations,
  onRetry: (sentence: string) => void = () => {},
) {
  const schema = await readSchemaFile(path)
  const files = await migrationFiles(folder)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    let applied = await appliedMigrations(client)
    if (applied.size === 0) {
      await load(client, schema)
      applied = await appliedMigrations(client)
    }
    refuseForeign(applied, schema, files)
    for (const file of files) {
      if (!applied.has(file.name)) await applyPatiently(client, file, onRetry)
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
  const { rows: tables } = await client.query("select to_regclass('migrations') as name")
  if (tables[0].name === null) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/**
 * Loads the schema into a database without tables, all or nothing. Without a schema, creates only the table
 * of migrations. A function may name a table that the schema creates below it.
 */
async function load(client: PoolClient, { sql, migrations }: SchemaFile) {
  try {
    await client.query(
      `begin; set local check_function_bodies = off; ${migrations.size > 0 ? sql : tableOfMigrations}; commit`,
    )
  } catch (problem) {
    await client.query('rollback')
    throw new MigrationProblem(`The schema could not be loaded: ${(problem as Error).message}`)
  }
}

const tableOfMigrations = `create table migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

export async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  // Git has no empty folders.
  const names = existsSync(folder) ? await readdir(folder) : []
  const migrations = names.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    migrations.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function refuseForeign(applied: Map<string, string>, schema: SchemaFile, files: MigrationFile[]) {
  const baseline = baselineOf(schema, files)
  if (applied.size > 0 && [...applied.keys()].every((name) => name < baseline)) {
    throw new MigrationProblem(earlierData)
  }
  const known = new Map([
    ...schema.migrations,
    ...files.map(({ name, checksum }) => [name, checksum] as const),
  ])
  for (const [name, checksum] of applied) {
    if (name < baseline) continue
    if (!known.has(name))
      throw new MigrationProblem(
        `The data was written by a newer portal (it knows ${name}). Please start that one.`,
      )
    if (known.get(name) !== checksum) {
      throw new MigrationProblem(
        `Migration ${name} was changed after it was applied. Restore it and write a new one.`,
      )
    }
  }
}

async function applyPatiently(
  client: PoolClient,
  file: MigrationFile,
  onRetry: (sentence: string) => void,
): Promise<void> {
  const deadline = performance.now() + tryForMs
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(pauseMs * 2, pauses.mostMs)) {
    try {
      return await apply(client, file)
    } catch (error) {
      const problem = error as { code?: string; message: string }
      const isInTheWay = problem.code === '55P03' || problem.code === '40P01'
      if (!isInTheWay || performance.now() + pauseMs > deadline) {
        throw new MigrationProblem(`Migration ${file.name} failed: ${problem.message}`)
      }
      onRetry(`Migration ${file.name} gave way (${problem.message}), and is tried again in ${pauseMs} ms.`)
      await delay(pauseMs)
    }
  }
}

async function apply(client: PoolClient, file: MigrationFile) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockWithinMs}`)
    await lockTables(client, file.sql)
    await client.query(file.sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
    await client.query('commit')
  } catch (problem) {
    await client.query('rollback')
    throw problem
  }
}

/** First locks the tables of a migration, in name order, so that waiting for one costs nothing. */
async function lockTables(client: PoolClient, sql: string) {
  const named = (pattern: RegExp) => [...sql.replace(/--.*$/gm, '').matchAll(pattern)].map(([, name]) => name)
  const altered = named(/\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/gi)
  const others = named(/\b(?:references|update|delete\s+from|insert\s+into|on)\s+(\w+)/gi)
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relname = any($1) and relkind in ('r', 'p') and pg_table_is_visible(oid) order by 1`,
    [[...altered, ...others]],
  )
  for (const { name } of rows) {
    const mode = altered.includes(name) ? 'access exclusive' : 'share row exclusive'
    await client.query(`lock table ${name} in ${mode} mode`)
  }
}
