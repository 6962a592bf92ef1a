import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigProblem, loadEnvironment, readConfig } from './config.ts'

test('everything has a default that works', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    demo: undefined,
    admin: { email: 'admin@example.com', isPasswordGiven: false },
    trustProxy: [],
    mail: {
      url: 'mailbox:',
      from: 'events@example.com',
      support: 'support@example.com',
      staff: ['staff1@example.com', 'staff2@example.com'],
    },
    hasRateLimit: true,
    logLevel: 'info',
  })
  expect(config.admin.password).toMatch(/^[\w-]{16,}$/)
  expect(readConfig({}).admin.password).not.toBe(config.admin.password)
  expect(config.season(new Date('2026-11-20T12:00:00Z'))).toBe(2027)
})

test('an empty variable is none', () => {
  expect(readConfig({ PORT: '', MAIL_URL: '', ADMIN_EMAIL: '', TRUST_PROXY: '' })).toMatchObject({
    port: 3000,
    mail: { url: 'mailbox:' },
    admin: { email: 'admin@example.com' },
  })
})

test.each<[string, string, object]>([
  ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['PUBLIC_URL', 'https://portal.example.com/', { publicUrl: 'https://portal.example.com' }],
  ['DATABASE_URL', 'postgres://a:b@db/portal', { databaseUrl: 'postgres://a:b@db/portal' }],
  ['DEMO', 'off', { demo: false }],
  ['DEMO', 'on', { demo: true }],
  ['ADMIN_EMAIL', 'Chief@Example.com', { admin: { email: 'chief@example.com' } }],
  ['ADMIN_PASSWORD', 'twelve chars', { admin: { password: 'twelve chars', isPasswordGiven: true } }],
  ['TRUST_PROXY', 'off', { trustProxy: [] }],
  ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/8,::1', { trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'] }],
  ['TRUST_PROXY', 'fd00::/8', { trustProxy: ['fd00::/8'] }],
  ['MAIL_URL', 'mailbox:', { mail: { url: 'mailbox:' } }],
  ['MAIL_URL', 'smtps://u:p@mail.example.com:465', { mail: { url: 'smtps://u:p@mail.example.com:465' } }],
  ['MAIL_URL', 'https://send.example.com/?code=k', { mail: { url: 'https://send.example.com/?code=k' } }],
  ['MAIL_URL', 'http://127.0.0.1:8025/?code=k', { mail: { url: 'http://127.0.0.1:8025/?code=k' } }],
  ['METRICS_TOKEN', 'a-token-of-twenty-characters', { metricsToken: 'a-token-of-twenty-characters' }],
  ['STAFF_EMAILS', 'a@example.com , b@example.com', { mail: { staff: ['a@example.com', 'b@example.com'] } }],
  ['IDENTITY', 'embedded', {}],
  ['WEBINAR', 'embedded', {}],
  ['RATE_LIMIT', 'off', { hasRateLimit: false }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%s counts', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
  [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
  [{ PUBLIC_URL: 'https://portal.example.com' }, false],
  [{ PUBLIC_URL: 'http://localhost.example.com' }, false],
  [{ TRUST_PROXY: '127.0.0.1' }, false],
  [{ MAIL_URL: 'smtp://localhost' }, false],
])('%o has a mailbox: %s', (environment, expected) => {
  expect(readConfig(environment).mail.hasMailbox).toBe(expected)
})

test('SEASON fixes the season', () => {
  expect(readConfig({ SEASON: '2026' }).season(new Date('2031-01-01T00:00:00Z'))).toBe(2026)
})

describe('a wrong value stops the start with its name and what it should be', () => {
  test.each([
    ['PORT', 'http', 'port'],
    ['PORT', '65536', 'port'],
    ['PORT', '-1', 'port'],
    ['PORT', '3000.5', 'port'],
    ['HOST', 'local host', 'address'],
    ['PUBLIC_URL', 'portal.example.com', 'https://'],
    ['PUBLIC_URL', 'https:portal.example.com', 'https://'],
    ['PUBLIC_URL', 'ftp://portal.example.com', 'https://'],
    ['PUBLIC_URL', 'https://portal.example.com/?a=b', 'https://'],
    ['PUBLIC_URL', 'https://portal.example.com/#a', 'https://'],
    ['DATABASE_URL', 'mysql://a@b/c', 'postgres://'],
    ['DATABASE_URL', 'portal', 'postgres://'],
    ['DEMO', 'yes', 'on or off'],
    ['ADMIN_EMAIL', 'admin', 'email'],
    ['ADMIN_PASSWORD', 'eleven char', 'at least 12'],
    ['ADMIN_PASSWORD', 'x'.repeat(201), 'at most 200'],
    ['SEASON', 'next', 'year'],
    ['SEASON', '1999', 'year'],
    ['TRUST_PROXY', 'on', 'addresses'],
    ['TRUST_PROXY', 'abc', 'addresses'],
    ['TRUST_PROXY', '10.0.0.0/33', 'addresses'],
    ['TRUST_PROXY', '10.0.0', 'addresses'],
    ['TRUST_PROXY', '127.0.0.1,,', 'addresses'],
    ['MAIL_URL', 'mailbox', 'mailbox:'],
    ['MAIL_URL', 'smtp:', 'smtp://'],
    ['MAIL_URL', 'smtp:mail.example.com', 'smtp://'],
    ['MAIL_URL', 'sendmail:', 'smtp://'],
    ['MAIL_URL', 'http://send.example.com/?code=k', 'http:// to this machine only'],
    ['METRICS_TOKEN', 'short', '20 to 200'],
    ['METRICS_TOKEN', 'a token with spaces in it', 'letters'],
    ['MAIL_FROM', 'Events', 'email'],
    ['SUPPORT_EMAIL', 'support@', 'email'],
    ['STAFF_EMAILS', 'a@example.com b@example.com', 'email'],
    ['STAFF_EMAILS', 'a@example.com,', 'email'],
    ['IDENTITY', 'google', 'embedded'],
    ['WEBINAR', 'teams', 'embedded'],
    ['RATE_LIMIT', 'false', 'on or off'],
    ['LOG_LEVEL', 'verbose', 'debug'],
  ])('%s=%s', (name, value, expected) => {
    const problem = problemOf({ [name]: value })
    expect(problem).toBeInstanceOf(ConfigProblem)
    expect(problem.message).toMatch(new RegExp(`^${name} has to `))
    expect(problem.message).toContain(expected)
    expect(problem.message).not.toMatch(/Invalid|Too big|undefined/)
  })

  test.each([
    ['ADMIN_PASSWORD', 'abcd'],
    ['DATABASE_URL', 'postgre://portal:abcd@db/portal'],
    ['METRICS_TOKEN', 'abcd'],
    ['MAIL_URL', 'htps://send.example.com/?code=abcd'],
  ])('%s, without repeating what may be a secret', (name, value) => {
    expect(problemOf({ [name]: value }).message).not.toContain('abcd')
  })

  function problemOf(environment: NodeJS.ProcessEnv): Error {
    try {
      readConfig(environment)
    } catch (problem) {
      return problem as Error
    }
    throw new Error('It was taken.')
  }
})

test('.env is read where there is one, and what the environment says wins', async () => {
  const [folder, before] = [await mkdtemp(join(tmpdir(), 'environment-')), process.cwd()]
  const known = { ...process.env }
  try {
    process.chdir(folder)
    expect(readConfig(loadEnvironment()).season(new Date('2026-11-20T12:00:00Z'))).toBe(2027)
    await writeFile('.env', 'SEASON=2026\nSUPPORT_EMAIL=from-file@example.com\n')
    process.env.SUPPORT_EMAIL = 'from-environment@example.com'
    const config = readConfig(loadEnvironment())
    expect(config.season(new Date())).toBe(2026)
    expect(config.mail.support).toBe('from-environment@example.com')
  } finally {
    process.chdir(before)
    process.env = known
    await rm(folder, { recursive: true })
  }
})
