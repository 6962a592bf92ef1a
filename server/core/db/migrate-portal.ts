import { join } from 'node:path'
import type { Connection } from './connection.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** Applies the portal's migrations, over a connection past any pooler. */
export async function migratePortal(direct: Connection, onRetry?: (sentence: string) => void): Promise<void> {
  const { pool, close } = openDatabase(direct, { connections: 1, patienceMs: Number.POSITIVE_INFINITY })
  const folder = join(import.meta.dirname, 'migrations')
  await migrate(pool, folder, onRetry).finally(close)
}
