// `npm run schema` writes these files after a migration was added or changed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, startCluster } from '#test/database.ts'
import { writtenSchema } from './written-schema.ts'
import { writtenTables } from './written-tables.ts'

if (import.meta.main) {
  for (const [path, text] of Object.entries(await schemaFiles())) {
    await writeFile(join(import.meta.dirname, '..', path), text)
  }
}

/** Runs all migrations in a PostgreSQL of its own and returns what they make: for people, and for the compiler. */
export async function schemaFiles(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-schema-'))
  const cluster = await startCluster(folder)
  const { connection } = await cloneDatabase(cluster.address)
  const { db, pool, close } = openDatabase<unknown>(connection)
  try {
    return {
      'server/schema.sql': await writtenSchema(pool),
      'server/tables.generated.ts': await writtenTables(db),
    }
  } finally {
    await close()
    await cluster.stop()
    await rm(folder, { recursive: true })
  }
}
