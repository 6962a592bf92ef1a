import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { portalMigrations } from '#server/core/db/migrate-portal.ts'
import { schemaFiles } from './write-schema.ts'

test('the schema and the table types match the migrations', async () => {
  for (const [path, text] of Object.entries(await schemaFiles())) {
    const found = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
    expect(found, `${path} is not what the migrations make. Please run: npm run schema`).toBe(text)
  }
})

test('a database that a migration has upgraded equals a new one', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'upgraded-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const files = { schema: join(parent, 'schema.sql'), folder: join(parent, 'migrations') }
  cpSync(portalMigrations.schema, files.schema)
  mkdirSync(files.folder)
  if (existsSync(portalMigrations.folder)) cpSync(portalMigrations.folder, files.folder, { recursive: true })
  writeFileSync(join(files.folder, '9999-later.sql'), later)

  const { 'server/schema.sql': upgraded = '' } = await schemaFiles(files)
  for (const part of [
    "-- It's said\n  b_said text",
    '-- An index\ncreate index a_of_b',
    '-- A trigger\ncreate trigger append_only',
    '-- A function\ncreate function next_a()',
    "constraint apart check ((b_id is null) = (kind = 'x'))",
    'alter table a add constraint to_b foreign key',
    'alter table a alter column words set storage external',
    'alter column a_id restart with 3',
    "('9999-later.sql', '",
  ]) {
    expect(upgraded).toContain(part)
  }
  writeFileSync(files.schema, upgraded)
  expect((await schemaFiles(files))['server/schema.sql']).toBe(upgraded)
})

/** Two tables that refer to each other, with things of all kinds, and rows. */
const later = `
  create table a (
    a_id integer generated always as identity primary key,
    b_id integer,
    kind text not null default 'x' check (kind in ('x', 'y')),
    words text[] not null default '{}',
    doubled integer generated always as (a_id * 2) stored,
    made_at timestamptz not null default now(),
    constraint apart check ((b_id is null) = (kind = 'x')),
    unique (kind, b_id)
  );
  comment on table a is 'A table';
  create table b (
    -- Not a comment of the database.
    b_id integer primary key,
    a_id integer not null references a on delete cascade,
    b_said text
  );
  comment on column b.b_said is 'It''s said';
  alter table a add constraint to_b foreign key (b_id) references b on delete set null;
  alter table a alter column words set storage external;
  create index a_of_b on a (b_id) where kind <> 'x';
  comment on index a_of_b is 'An index';
  create function first_a() returns integer language sql stable begin atomic select min(a_id) from a; end;
  create function next_a() returns integer language sql stable return first_a() + 1;
  comment on function next_a() is 'A function';
  create trigger append_only before delete or update on a for each row execute function append_only('kept from made_at');
  comment on trigger append_only on a is 'A trigger';
  revoke truncate on a from current_user;
  alter table users add column nickname text;
  insert into a (b_id, kind) values (null, 'x'), (null, 'x');
`
