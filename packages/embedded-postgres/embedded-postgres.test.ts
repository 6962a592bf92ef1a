import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts'
import { EmbeddedPostgresProblem, startEmbeddedPostgres } from './embedded-postgres.ts'
import { owner, superuser } from './roles.ts'
import { givenCluster } from './test/made-cluster.ts'
import { startChildPortal } from './test/start-child-portal.ts'

let parent: string
let folder: string
const started: EmbeddedPostgres[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  folder = join(parent, 'data')
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
  await rm(parent, { recursive: true, force: true })
})

test('a new folder gets a UTF-8 cluster with checksums, reachable only through its private socket', async () => {
  const postgres = await start({ folder })
  expect(postgres.isNew).toBe(true)
  const settings = await ask(
    postgres,
    `SELECT current_database() AS database, datcollate, datlocprovider, datlocale, current_setting('server_encoding') AS encoding,
            current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS synchronous, current_setting('listen_addresses') AS addresses,
            current_setting('server_version_num')::int / 10000 AS major
       FROM pg_database WHERE datname = current_database()`,
  )
  expect(settings).toEqual([
    {
      database: 'portal',
      datcollate: 'C',
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      synchronous: 'on',
      addresses: '',
      major: 18,
    },
  ])
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
  expect(await ask(postgres, `SELECT upper('żółw') AS upper, 'Б' ~ '[[:alpha:]]' AS letter`)).toEqual([
    { upper: 'ŻÓŁW', letter: true },
  ])
})

test('the portal is not a superuser of its database: it owns the database, and its statements run no program', async () => {
  const postgres = await start({ folder })
  expect(postgres.connection.user).toBe(owner)
  await ask(postgres, 'CREATE EXTENSION pg_trgm')
  await ask(postgres, 'CREATE TABLE ours (number int)')
  for (const [statement, problem] of [
    [`COPY ours TO PROGRAM 'true'`, /permission denied to COPY to or from an external program/],
    [`COPY ours FROM '/etc/passwd'`, /permission denied to COPY from a file/],
    ['CREATE ROLE another', /permission denied/],
    [`ALTER SYSTEM SET work_mem = '1MB'`, /permission denied/],
    [`SET ROLE ${superuser}`, /permission denied/],
  ] as const) {
    await expect(ask(postgres, statement)).rejects.toThrow(problem)
  }
})

test('a database that an earlier version created as superuser changes its owner completely', async () => {
  await givenCluster(folder)
  const first = await start({ folder })
  const before = { ...first, connection: { ...first.connection, user: superuser } }
  await ask(before, 'ALTER DATABASE portal OWNER TO portal')
  await ask(before, 'CREATE EXTENSION pg_trgm')
  await ask(
    before,
    `CREATE SCHEMA queue; CREATE TYPE queue.state AS ENUM ('created');
     CREATE TABLE queue.jobs (job_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number serial, state queue.state) PARTITION BY LIST (job_id);
     CREATE TABLE queue.part PARTITION OF queue.jobs DEFAULT;
     CREATE SEQUENCE tickets; CREATE VIEW all_jobs AS SELECT * FROM queue.jobs;
     CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  )
  await first.stop()
  const second = await start({ folder })
  await ask(second, `ALTER TYPE queue.state ADD VALUE 'done'`)
  await ask(second, `INSERT INTO queue.jobs (state) VALUES ('created')`)
  await ask(
    second,
    'ALTER TABLE queue.jobs ADD COLUMN more int; DROP VIEW all_jobs; DROP SEQUENCE tickets; DROP FUNCTION one()',
  )
  await ask(second, 'DROP SCHEMA queue CASCADE')
})

test('a later start takes less time than the first, and finds the data', async () => {
  const [first, firstMs] = await timed(() => start({ folder }))
  await ask(first, 'CREATE TABLE kept AS SELECT 7 AS number')
  await first.stop()
  const [second, secondMs] = await timed(() => start({ folder }))
  expect(secondMs / firstMs).toBeLessThan(0.8)
  expect(second.isNew).toBe(false)
  expect(await ask(second, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

test('the database has the requested name, and given settings override ours', async () => {
  const postgres = await start({ folder, database: 'a "quoted" name', settings: { work_mem: '3MB' } })
  expect(
    await ask(postgres, `SELECT current_database() AS name, current_setting('work_mem') AS memory`),
  ).toEqual([{ name: 'a "quoted" name', memory: '3MB' }])
})

test('stopping twice is the same as stopping once, and leaves the folder free', async () => {
  await givenCluster(folder)
  const postgres = await start({ folder })
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(() => process.kill(postgres.pid, 0)).toThrow('ESRCH')
  expect(await readdir(folder)).not.toContain('portal.pid')
  await start({ folder })
})

test('a path with a space, a comma, a quote and letters of another script works', async () => {
  const postgres = await start({ folder: join(parent, `it's "my", Дані`) })
  expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a path that is too long for a socket works with a socket in a temporary private folder', async () => {
  const deep = join(parent, ...Array.from({ length: 8 }, () => 'a folder with a long name '.repeat(2)))
  const postgres = await start({ folder: deep })
  expect(postgres.connection.host).not.toContain(deep)
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
  expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await postgres.stop()
  await expect(stat(postgres.connection.host)).rejects.toThrow('ENOENT')
})

test('a path that is too long for PostgreSQL is refused', async () => {
  const deep = join(parent, ...Array.from({ length: 6 }, () => 'x'.repeat(200)))
  await expectProblem({ folder: deep }, 'Set DATA_DIR to a shorter one')
})

test.each(['9.6', '17', '180'])('a cluster of version %s is refused', async (version) => {
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), `${version}\n`)
  await expectProblem({ folder }, `was made by PostgreSQL ${version}, and this portal brings PostgreSQL 18`)
})

test('a data folder of a newer major version is refused and not changed', async () => {
  await givenCluster(folder)
  await (await start({ folder })).stop()
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '19\n')
  await expectProblem(
    { folder },
    'was made by PostgreSQL 19, and this portal brings PostgreSQL 18, which cannot open it',
  )
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n')
  expect((await start({ folder })).isNew).toBe(false)
})

test('a folder that is itself a cluster, or that holds other files, is refused', async () => {
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'PG_VERSION'), '18\n')
  await expectProblem({ folder }, 'is itself a PostgreSQL database')
  await rm(join(folder, 'PG_VERSION'))
  await writeFile(join(folder, 'postgres', 'photo.jpg'), '')
  await expectProblem({ folder }, 'is not a PostgreSQL database (no PG_VERSION among its 1 files)')
})

test('an empty cluster folder is filled', async () => {
  await mkdir(join(folder, 'postgres'), { recursive: true })
  expect((await start({ folder })).isNew).toBe(true)
})

test('a file in place of the folder is named in the problem', async () => {
  await writeFile(folder, '')
  await expectProblem({ folder }, 'there is a file in its place')
})

test.skipIf(process.getuid?.() === 0)(
  'a folder without write permission is named in the problem (not as root)',
  async () => {
    await chmod(parent, 0o500)
    await expectProblem({ folder }, 'permission denied')
  },
)

test.skipIf(process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0).each([
  ['exists', '.'],
  ['is new', 'new'],
  ['is new in a new folder', 'new/data'],
])(
  'on a read-only file system a folder that %s is refused with the same message (as root, with private mounts)',
  async (_, name) => {
    const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    const through = ['unshare', '--mount', 'sh', '-c', readOnly, parent]
    const portal = startChildPortal({ folder: join(parent, name) }, { through })
    expect((await portal.answer).problem).toContain('cannot be used (the file system is read-only)')
  },
)

test.skipIf(process.platform !== 'linux')(
  'a folder that cannot be created is named in the problem',
  async () => {
    await expectProblem(
      { folder: '/proc/portal-data/deep' },
      "ENOENT: no such file or directory, mkdir '/proc/portal-data'",
    )
  },
)

test('a setting that PostgreSQL refuses ends the start with its message and frees the folder', async () => {
  await givenCluster(folder)
  await expectProblem({ folder, settings: { max_connections: 'many' } }, 'max_connections')
  await start({ folder })
})

test('an unexpected end is reported once, and a requested stop is not reported', async () => {
  await givenCluster(folder)
  const problems: string[] = []
  const untilTold = Promise.withResolvers<void>()
  const postgres = await start({
    folder,
    onExit(problem) {
      problems.push(problem.message)
      untilTold.resolve()
    },
  })
  process.kill(postgres.pid, 'SIGKILL')
  await untilTold.promise
  await postgres.stop()
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('PostgreSQL ended unexpectedly (signal SIGKILL)')
})

test('values that a client sent in a failed statement are not in the log', async () => {
  await givenCluster(folder)
  const lines: string[] = []
  const postgres = await start({ folder, log: (line) => lines.push(line) })
  await ask(postgres, 'CREATE TABLE people (email text UNIQUE)')
  await ask(postgres, `INSERT INTO people VALUES ('secret@example.com')`)
  await expect(ask(postgres, `INSERT INTO people VALUES ('secret@example.com')`)).rejects.toThrow('duplicate')
  await expect(ask(postgres, `SELECT 'secret\nsecret'::int`)).rejects.toThrow('invalid input')
  // Lines arrive in order, so once this line is here, the earlier ones would be, too.
  await ask(postgres, `DO $$ BEGIN RAISE LOG 'marker'; END $$`)
  await expect.poll(() => lines.join('\n'), { timeout: 10_000 }).toContain('marker')
  expect(lines.join('\n')).not.toContain('secret')
})

test('the lock names the process that uses the folder', async () => {
  await givenCluster(folder)
  await start({ folder })
  expect(await readFile(join(folder, 'portal.pid'), 'utf8')).toBe(`${process.pid}\n`)
  const before = performance.now()
  await expectProblem({ folder }, `is in use by a running portal (process ${process.pid})`)
  expect(performance.now() - before).toBeLessThan(500)
})

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options)
  started.push(postgres)
  return postgres
}

async function ask(postgres: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new Client(postgres.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function expectProblem(options: EmbeddedPostgresOptions, words: string): Promise<void> {
  const problem = await startEmbeddedPostgres(options).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(EmbeddedPostgresProblem)
  expect((problem as Error).message).toContain(words)
}

async function timed<Result>(act: () => Promise<Result>): Promise<[result: Result, ms: number]> {
  const before = performance.now()
  const result = await act()
  return [result, performance.now() - before]
}
