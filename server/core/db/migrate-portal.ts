import { join } from 'node:path'
import { baselineOf } from './baseline.ts'
import type { Connection } from './connection.ts'
import { openDatabase } from './database.ts'
import type { Migrations } from './migrate.ts'
import { migrate, migrationFiles } from './migrate.ts'
import { readSchemaFile } from './schema-file.ts'

export const portalMigrations: Migrations = {
  schema: join(import.meta.dirname, '../../schema.sql'),
  folder: join(import.meta.dirname, 'migrations'),
}

/** Creates or updates the portal's tables, over a connection past any pooler. */
export async function migratePortal(direct: Connection, onRetry?: (sentence: string) => void) {
  const { pool, close } = openDatabase(direct, { connections: 1, patienceMs: Number.POSITIVE_INFINITY })
  await migrate(pool, portalMigrations, onRetry).finally(close)
}

/** Returns the migration that all supported data has; '' if there is none. */
export async function findBaseline(): Promise<string> {
  const { schema, folder } = portalMigrations
  return baselineOf(await readSchemaFile(schema), await migrationFiles(folder))
}

/** Returns the newest migration of a portal's database. */
export async function findNewestMigration(connection: Connection): Promise<string> {
  const { pool, close } = openDatabase(connection, { connections: 1 })
  const { rows } = await pool
    .query<{ name: string }>('select max(name) as name from migrations')
    .finally(close)
  return rows[0]?.name ?? ''
}
