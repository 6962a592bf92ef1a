import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder, startEmbeddedPostgres, superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import { givenCluster } from '../packages/embedded-postgres/test/made-cluster.ts'
import { furnish } from './database.ts'
import { moveDatabaseClock } from './database-clock.ts'
import { databaseFolder } from './in-memory.ts'

/** Starts a PostgreSQL of its own, for tests that would disturb others. Its address stays the same. */
export async function startOwnDatabase(settings: Record<string, string> = {}) {
  const parent = await mkdtemp(join(databaseFolder(), 'own-database-'))
  const folder = join(parent, 'data')
  await givenCluster(folder)
  const start = (more = settings) => startEmbeddedPostgres({ folder, settings: { fsync: 'off', ...more } })
  let postgres = await start({})
  const { connection } = postgres
  await moveDatabaseClock(connection)
  await furnish(connection)
  if (Object.keys(settings).length > 0) {
    await postgres.stop()
    postgres = await start()
  }
  return {
    connection,
    /** Restarts it as a standby that refuses writes, like the wrong side of a failover. */
    async becomeStandby(): Promise<void> {
      await postgres.stop()
      await writeFile(join(clusterFolder(folder), 'standby.signal'), '')
      postgres = await start()
    },
    /** Promotes the standby. */
    async promote(): Promise<void> {
      const client = new pg.Client({ ...connection, user: superuser })
      await client.connect()
      await client.query('select pg_promote()')
      await client.end()
    },
    async close(): Promise<void> {
      await postgres.stop()
      await rm(parent, { recursive: true, force: true })
    },
  }
}
