import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#test/app.ts'
import { furnish } from '#test/database.ts'
import { startOwnDatabase } from '#test/own-database.ts'
import { checkServer } from './check-server.ts'
import { readConnection } from './connection-url.ts'

const script = join(import.meta.dirname, '../../../deploy/create-database.sh')
const hasPsql = spawnSync('psql', ['--version']).status === 0

test.skipIf(!hasPsql)('the role that deploy/create-database.sh creates is enough for a portal', async () => {
  const { connection, close } = await startOwnDatabase()
  onTestFinished(close)
  const { host, port } = connection
  // Frees the names that the script creates.
  await tell({ ...connection, user: superuser }, 'create role postgres superuser login')
  const asPostgres = { host, port, user: 'postgres', database: 'postgres' }
  await tell(asPostgres, `alter role ${superuser} rename to other; alter database portal rename to other`)
  const [{ hba_file }] = await tell(asPostgres, 'show hba_file')
  await writeFile(hba_file, 'local all postgres trust\nlocal all all scram-sha-256\n')
  await tell(asPostgres, 'select pg_reload_conf()')

  const folder = await mkdtemp(join(tmpdir(), 'a password '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const passwordFile = join(folder, 'its file')
  await writeFile(passwordFile, String.raw` it's "a\b" $HOME $(id) :'password' %s `)
  const environment = { PATH: process.env.PATH, PGHOST: host, PGPORT: String(port) }
  await promisify(execFile)('sh', [script], {
    env: { ...environment, PORTAL_PASSWORD_FILE: passwordFile },
  })

  const url = `postgres://portal@/portal?host=${encodeURIComponent(host)}&port=${port}`
  await until(() =>
    checkServer({ connection: readConnection(url), direct: readConnection(url) }).then(
      () => false,
      ({ message }) => /password/.test(message),
    ),
  )
  const made = readConnection(url, passwordFile)
  await checkServer({ connection: made, direct: made })
  await furnish(made)
  expect(
    await tell(
      asPostgres,
      "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'portal'",
    ),
  ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
})

async function tell(login: pg.ClientConfig, statement: string) {
  const client = new pg.Client(login)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
