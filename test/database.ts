import { randomUUID } from 'node:crypto'
import { owner, startEmbeddedPostgres, superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import type { Connection } from '#server/core/db/database.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { migratePortal } from '#server/core/db/migrate-portal.ts'
import { openQueue } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import { jobPolicies } from '#server/nouns.ts'
import { moveDatabaseClock } from './database-clock.ts'

export interface ClusterAddress {
  host: string
  port: number
  user: string
}

const template = 'template_portal'

/** Starts a real PostgreSQL in a folder and migrates its template. Only tests may lose data in a power cut. */
export async function startCluster(folder: string) {
  const postgres = await startEmbeddedPostgres({
    folder,
    database: template,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await moveDatabaseClock(postgres.connection)
  await furnish(postgres.connection)
  const { host, port, user } = postgres.connection
  return { address: { host, port, user }, stop: () => postgres.stop() }
}

/** Creates the portal's tables and those of its queue, and saves the training provider that certificates need. */
export async function furnish(connection: Connection): Promise<void> {
  await migratePortal(connection)
  const { pool, close } = openDatabase(connection)
  await pool.query(`
    insert into providers (provider_id, provider_name, postal_address, signatory_name, signatory_title, saved_at)
    values (2, 'IA Renewal Seminars', '1 Airport Road, Columbia, SC 29201', 'Sample Signatory', 'Director of Training', now())`)
  await close()
  const jobs = await openQueue<Jobs>(connection, jobPolicies, () => {})
  await jobs.close()
}

/** Returns the address of a database behind a socket, as for DATABASE_URL. */
export function urlOf({ user, host, port, database }: Connection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Clones a database from the template. Returns it with a function that drops it. */
export async function cloneDatabase(cluster: ClusterAddress) {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(
    cluster,
    `create database ${database} template ${template} strategy file_copy owner ${owner}`,
  )
  return {
    connection: { ...cluster, database },
    drop: () => asSuperuser(cluster, `drop database ${database} with (force)`),
  }
}

/** Ends every connection to a database, or those of one application, as a server's death does. */
export async function breakConnections(connection: Connection, application = 'portal%'): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'breaker' })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like $1`,
    [application],
  )
  await client.end()
}

async function asSuperuser(cluster: ClusterAddress, statement: string): Promise<void> {
  const client = new pg.Client({ ...cluster, user: superuser, database: 'postgres' })
  await client.connect()
  try {
    // Two workers cannot clone one template at the same moment.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
