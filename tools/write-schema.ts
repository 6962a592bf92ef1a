// `npm run schema` writes these files after a migration was added.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/embedded-postgres'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate, migrationFiles } from '#server/core/db/migrate.ts'
import { portalMigrations } from '#server/core/db/migrate-portal.ts'
import { writtenSchema } from './written-schema.ts'
import { writtenTables } from './written-tables.ts'

if (import.meta.main) {
  for (const [path, text] of Object.entries(await schemaFiles())) {
    await writeFile(join(import.meta.dirname, '..', path), text)
  }
}

/**
 * Loads the schema into its own PostgreSQL and runs the migrations that it lacks. Returns the result: for
 * empty databases and people, and for the compiler.
 */
export async function schemaFiles(files = portalMigrations): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-schema-'))
  const postgres = await startEmbeddedPostgres({ folder })
  const { db, pool, close } = openDatabase<unknown>(postgres.connection)
  try {
    await migrate(pool, files)
    const migrations = await migrationFiles(files.folder)
    return {
      'server/schema.sql': await writtenSchema(
        pool,
        migrations.map(({ name }) => name),
      ),
      'server/tables.generated.ts': await writtenTables(db),
    }
  } finally {
    await close()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}
