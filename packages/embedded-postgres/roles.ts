import { Client } from 'pg'
import type { Connection } from './readiness.ts'

/**
 * The superuser. It only makes and backs up the cluster, because a superuser can run programs (`COPY … TO
 * PROGRAM`).
 */
export const superuser = 'portal'

/** The callers' role. It owns everything in the database, and has no other rights. */
export const owner = 'portal_owner'

/** Gives the database to its owner, with everything that the superuser made for earlier versions. Needs the superuser. */
export async function giveDatabaseToOwner(connection: Connection): Promise<void> {
  const client = new Client({ ...connection, user: superuser })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
    )
    if (rows[0].owner !== owner) await client.query(handOver)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** One string is one transaction. An extension's objects, and a table's sequences, change owner with it. */
const handOver = `
  do $$
  declare statement text;
  begin
    if not exists (select from pg_roles where rolname = '${owner}') then
      create role ${owner} login;
    end if;
    for statement in
      with schema as (
        select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
      ), ours as (
        select 1 as place, 'pg_namespace'::regclass as class, oid, format('schema %I', nspname) as what from schema
        where nspname <> 'public'
        union all
        select 2, 'pg_class'::regclass, c.oid, format('table %I.%I', nspname, relname)
        from pg_class c join schema on schema.oid = relnamespace
        where relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')
        )
        union all
        select 3, 'pg_type'::regclass, t.oid, format('type %I.%I', nspname, typname)
        from pg_type t join schema on schema.oid = typnamespace where typtype in ('e', 'd')
        union all
        select 4, 'pg_proc'::regclass, p.oid, format('routine %s', p.oid::regprocedure)
        from pg_proc p join schema on schema.oid = pronamespace
      )
      select format('alter %s owner to ${owner}', what) from ours
      where not exists (
        select from pg_depend where classid = class and objid = ours.oid and deptype = 'e'
      )
      order by place
    loop
      execute statement;
    end loop;
    execute format('alter database %I owner to ${owner}', current_database());
  end $$`
