import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { readConnection } from './connection-url.ts'
import { openDatabase } from './database.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const tls = join(import.meta.dirname, '../../../test/tls')

test.each([
  [
    'postgres://pat:secret@db/portal',
    { host: 'db', port: 5432, user: 'pat', password: 'secret', database: 'portal' },
  ],
  ['postgresql://pat@db:6000/portal', { host: 'db', port: 6000, user: 'pat' }],
  [
    'postgres://p%40t:s%2Fcret@[::1]:5433/portal',
    { host: '::1', port: 5433, user: 'p@t', password: 's/cret' },
  ],
  ['postgres://a:1,b:2/portal', { host: 'a', port: 1, database: 'portal' }],
  [
    'postgres:///portal?host=/run/postgresql&user=pat',
    { host: '/run/postgresql', port: 5432, user: 'pat', ssl: false },
  ],
  ['postgres://%2Frun%2Fpostgresql/portal', { host: '/run/postgresql', ssl: false }],
  ['postgres://db/?dbname=portal&sslmode=disable', { database: 'portal', ssl: false }],
  ['postgres://db/portal?sslmode=verify-full', { ssl: {} }],
  ['postgres://db/portal?sslrootcert=system', { ssl: {} }],
  ['postgres://db/portal?sslmode=require', { ssl: { rejectUnauthorized: false } }],
  ['postgres://db/portal?ssl=true&ssl_min_protocol_version=TLSv1.3', { ssl: { minVersion: 'TLSv1.3' } }],
])('%s is read the way libpq reads it', (url, expected) => {
  expect(readConnection(url)).toMatchObject(expected)
})

test.each([
  ['postgres://a,b/portal', true],
  ['postgres:///portal?host=a,b&port=1,2', true],
  ['postgres://a,b/portal?target_session_attrs=read-write', true],
  ['postgres://a/portal', false],
])('%s may move to another host: %s', (url, isMovable) => {
  expect(readConnection(url).places?.isMovable).toBe(isMovable)
})

test.each([
  'postgres://localhost:1,localhost:2/portal',
  'postgres:///portal?host=localhost,localhost&port=1,2',
])('%s checks each host on its own port', async (url) => {
  await expect(readConnection(url).places?.find()).rejects.toThrow(
    /localhost:1 connect .*localhost:2 connect /,
  )
})

test.each([
  ['db/portal', 'an address like postgres://'],
  ['postgres://a:70000/portal', 'ports from 1 to 65535'],
  ['postgres://a:b:c/portal', 'an address like postgres://'],
  ['postgres://db/portal?sslmod=verify-full', 'without the parameter sslmod'],
  ['postgres://db/portal?sslmode=always', 'sslmode of disable, allow'],
  ['postgres://db/portal?sslmode=verify-ca', 'sslrootcert with sslmode=verify-ca'],
  ['postgres://db/portal?sslmode=require&sslrootcert=system', 'sslmode=verify-full with sslrootcert=system'],
  ['postgres://db/portal?sslrootcert=/not/there', 'can be read as sslrootcert: ENOENT'],
  ['postgres://db/portal?passfile=/not/there', 'can be read as passfile: ENOENT'],
  ['postgres://db/portal?target_session_attrs=standby', 'target_session_attrs=read-write'],
  ['postgres://db/portal?connect_timeout=soon', 'connect_timeout from 1 to 99'],
  ['postgres://db/portal?ssl_min_protocol_version=TLSv1', 'TLSv1.2 or TLSv1.3'],
])('%s is refused with an explanation', (url, words) => {
  expect(() => readConnection(url)).toThrow(words)
})

describe('a password file is read anew for each connection', () => {
  async function passwordBy(url: string, content: string, { isOnlyPassword = false, host = 'db' } = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'a password '))
    closers.push(() => rm(folder, { recursive: true }))
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { password } = isOnlyPassword
      ? readConnection(url, file)
      : readConnection(`${url}?passfile=${encodeURIComponent(file)}`)
    await writeFile(file, content)
    const wanted = { host, port: 5432, database: 'portal', user: 'pat' }
    return (password as (to: object) => Promise<string | undefined>)(wanted)
  }

  test('if it contains only the password', async () => {
    const options = { isOnlyPassword: true }
    expect(await passwordBy('postgres://pat@db/portal', 'a: secret \n', options)).toBe('a: secret ')
  })

  test.each([
    ['db:5432:portal:pat:hush', 'hush'],
    ['*:*:*:pat:hush', 'hush'],
    ['# db:5432:portal:pat:old\nother:*:*:*:no\ndb:*:*:*:hush\n*:*:*:*:no', 'hush'],
    [String.raw`*:*:*:*:with\:colon\\`, 'with:colon\\'],
    ['*:*:*:*:with:colon', 'with:colon'],
    ['db:5433:portal:pat:no', undefined],
  ])('if it has the format of libpq: %j', async (content, password) => {
    expect(await passwordBy('postgres://pat@db/portal', content)).toBe(password)
  })

  test('if its format is that of libpq, which calls every socket localhost', async () => {
    const options = { host: '/run/postgresql' }
    expect(await passwordBy('postgres://pat@/portal', 'localhost:*:*:*:hush', options)).toBe('hush')
  })
})

describe('a connection', () => {
  const authority = encodeURIComponent(join(tls, 'authority.pem'))

  /** Returns the outcome of a connection, and if it was encrypted. The server's certificate is for `localhost`. */
  async function connect(parameters: string, { host = 'localhost', hasTls = true, hasOnlyTls = false } = {}) {
    const database = await cloneDatabase(inject('cluster'))
    const [key, cert] = await Promise.all(
      ['server.key', 'server.pem'].map((file) => readFile(join(tls, file), 'utf8')),
    )
    const proxy = await startDatabaseProxy(database.connection, {
      ...(hasTls && { tls: { key: key as string, cert: cert as string, isOnlyWay: hasOnlyTls } }),
    })
    const { user, database: name } = database.connection
    const connection = readConnection(`postgres://${user}@${host}:${proxy.port}/${name}?${parameters}`)
    const opened = openDatabase(connection)
    closers.push(database.drop, proxy.close, opened.close)
    try {
      const client = await opened.pool.connect()
      const { encrypted } = client.connection.stream as { encrypted?: boolean }
      client.release()
      return encrypted ? 'encrypted' : 'plain'
    } catch (problem) {
      return (problem as Error).message
    }
  }

  test.each([
    ['', 'encrypted'],
    ['sslmode=disable', 'plain'],
    ['sslmode=allow', 'plain'],
    ['sslmode=prefer', 'encrypted'],
    ['sslmode=require', 'encrypted'],
    [`sslmode=require&sslrootcert=${authority}`, 'encrypted'],
    [`sslmode=verify-ca&sslrootcert=${authority}`, 'encrypted'],
    [`sslmode=verify-full&sslrootcert=${authority}`, 'encrypted'],
    ['sslrootcert=system', /self-signed|unable to (get|verify)/],
    ['sslmode=verify-full', /self-signed|unable to (get|verify)/],
  ])('with %j to a server with TLS results in: %s', async (parameters, expected) => {
    expect(await connect(parameters)).toMatch(expected)
  })

  test.each([
    ['', 'plain'],
    ['ssl=true', 'The server does not support SSL connections'],
    ['sslmode=require', 'The server does not support SSL connections'],
  ])('with %j to a server without TLS results in: %s', async (parameters, expected) => {
    expect(await connect(parameters, { hasTls: false })).toBe(expected)
  })

  test.each([
    ['sslmode=allow', 'encrypted'],
    ['sslmode=disable', 'Connection terminated unexpectedly'],
  ])('with %j to a server that requires TLS results in: %s', async (parameters, expected) => {
    expect(await connect(parameters, { hasOnlyTls: true })).toBe(expected)
  })

  test('accepts a certificate for another name with verify-ca, and not with verify-full', async () => {
    const host = '127.0.0.1'
    expect(await connect(`sslmode=verify-ca&sslrootcert=${authority}`, { host })).toBe('encrypted')
    expect(await connect(`sslmode=verify-full&sslrootcert=${authority}`, { host })).toMatch(
      "does not match certificate's altnames",
    )
  })
})
