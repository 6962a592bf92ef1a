import type { Connection } from './connection.ts'
import { hearsNotifications } from './notifications.ts'
import { PlacedClient } from './placed-client.ts'

/** The database server lacks something: a sentence for the operator. */
export class ServerProblem extends Error {}

const oldestVersion = 15

/**
 * Checks, before any change, that the database is reachable, grants the needed rights, and can be heard.
 * Throws ServerProblem, which never has an address, because that may contain a password.
 */
export async function checkServer({ connection, direct }: Record<'connection' | 'direct', Connection>) {
  const isPooled = connection !== direct
  const lacking = await asked('DATABASE_URL', connection, findLacking)
  if (lacking) throw new ServerProblem(lacking)
  if (isPooled) await asked('DATABASE_DIRECT_URL', direct, async () => undefined)
  if (await hearsNotifications(connection, direct)) return
  throw new ServerProblem(isPooled ? elsewhere : unheard)
}

const unheard =
  'DATABASE_URL leads through a pooler that lends its connections by transaction: what the database tells (NOTIFY) does ' +
  'not arrive here, and lists would be stale. Set DATABASE_DIRECT_URL to the way around the pooler.'

const elsewhere =
  'DATABASE_DIRECT_URL has to lead to the same database as DATABASE_URL, and around any pooler that lends its connections ' +
  'by transaction: what the one is told (NOTIFY) does not arrive at the other.'

async function asked<Answer>(
  name: string,
  connection: Connection,
  ask: (client: PlacedClient) => Promise<Answer>,
): Promise<Answer> {
  const client = new PlacedClient({
    ...connection,
    application_name: 'portal start',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await ask(client)
  } catch (problem) {
    const { message } = problem as Error
    throw new ServerProblem(`${name} has to name a PostgreSQL that can be reached: ${message}`)
  } finally {
    void client.end().catch(() => {})
  }
}

/**
 * Returns the missing right, if any. An ordinary role must own its database, or may create in it and in its
 * schema `public`.
 */
async function findLacking(client: PlacedClient): Promise<string | undefined> {
  const { rows } = await client.query(needs)
  const { version, database, role, may_create, may_create_in_public, has_trigrams, foreign_table } = rows[0]
  if (version < oldestVersion)
    return `DATABASE_URL leads to PostgreSQL ${version}; the portal needs ${oldestVersion} or newer.`
  const owning = `or let it own the database: ALTER DATABASE ${database} OWNER TO ${role}`
  const may = `The role ${role} of DATABASE_URL may not create`
  if (!may_create)
    return `${may} schemas in the database. GRANT CREATE ON DATABASE ${database} TO ${role}, ${owning}.`
  if (!may_create_in_public) {
    return `${may} tables in the schema public. GRANT CREATE ON SCHEMA public TO ${role}, ${owning}.`
  }
  if (!has_trigrams) {
    return 'The extension pg_trgm is missing on the server of DATABASE_URL. It comes with PostgreSQL (on Debian in its main package, elsewhere in postgresql-contrib).'
  }
  if (foreign_table) {
    return `The table ${foreign_table} is not owned by the role ${role} of DATABASE_URL, so it cannot be migrated. Hand it over: REASSIGN OWNED BY its owner TO ${role}.`
  }
  return undefined
}

const needs = `
  select current_setting('server_version_num')::int / 10000 as version, quote_ident(current_database()) as database,
    quote_ident(current_user) as role,
    has_database_privilege(current_database(), 'create') as may_create,
    coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as may_create_in_public,
    exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
    (select format('%I.%I', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
     order by 1 limit 1) as foreign_table`
