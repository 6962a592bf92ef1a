import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigProblem, loadEnvironment, readConfig } from './config.ts'

test('every setting has a working default', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    database: undefined,
    demo: undefined,
    admin: { email: 'admin@example.com', isPasswordGiven: false },
    trustProxy: [],
    mail: {
      url: 'mailbox:',
      from: 'events@example.com',
      support: 'support@example.com',
      staff: ['staff1@example.com', 'staff2@example.com'],
      sendsUnknownAgain: true,
    },
    webinars: { platform: 'embedded' },
    hasRateLimit: true,
    logLevel: 'info',
  })
  expect(config.admin.password).toMatch(/^[\w-]{16,}$/)
  expect(readConfig({}).admin.password).not.toBe(config.admin.password)
  expect(config.season(new Date('2026-11-20T12:00:00Z'))).toBe(2027)
})

test('an empty variable counts as missing', () => {
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
  [
    'DATABASE_URL',
    'postgres://a:b@db/portal',
    { database: { connection: { host: 'db', database: 'portal' } } },
  ],
  ['DEMO', 'off', { demo: false }],
  ['DEMO', 'on', { demo: true, hasDemoPeople: true }],
  ['DEMO', 'season', { demo: true, hasDemoPeople: false }],
  ['ADMIN_EMAIL', 'Chief@Example.com', { admin: { email: 'chief@example.com' } }],
  ['ADMIN_PASSWORD', 'twelve chars', { admin: { password: 'twelve chars', isPasswordGiven: true } }],
  ['ADMIN_SECOND_FACTOR', 'required', { admin: { needsSecondFactor: true } }],
  ['ADMIN_SECOND_FACTOR', 'optional', { admin: { needsSecondFactor: false } }],
  ['TRUST_PROXY', 'off', { trustProxy: [] }],
  ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/8,::1', { trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'] }],
  ['TRUST_PROXY', 'fd00::/8', { trustProxy: ['fd00::/8'] }],
  ['MAIL_URL', 'mailbox:', { mail: { url: 'mailbox:' } }],
  ['MAIL_URL', 'smtps://u:p@mail.example.com:465', { mail: { url: 'smtps://u:p@mail.example.com:465' } }],
  ['MAIL_URL', 'https://send.example.com/?code=k', { mail: { url: 'https://send.example.com/?code=k' } }],
  ['MAIL_URL', 'http://127.0.0.1:8025/?code=k', { mail: { url: 'http://127.0.0.1:8025/?code=k' } }],
  ['METRICS_TOKEN', 'a-token-of-twenty-characters', { metricsToken: 'a-token-of-twenty-characters' }],
  ['STAFF_EMAILS', '', { mail: { staff: [] } }],
  ['STAFF_NOTICES', 'daily', { mail: { staffNotices: 'daily' } }],
  ['STAFF_EMAILS', 'a@example.com , b@example.com', { mail: { staff: ['a@example.com', 'b@example.com'] } }],
  ['MAIL_FROM', 'a@example.com', { mail: { from: 'a@example.com', fromName: undefined } }],
  ['MAIL_FROM', '<a@example.com>', { mail: { from: 'a@example.com', fromName: undefined } }],
  ['MAIL_FROM', 'IA Seminars <a@example.com>', { mail: { from: 'a@example.com', fromName: 'IA Seminars' } }],
  ['MAIL_FROM', '"Söhne, Inc." <a@b.example>', { mail: { from: 'a@b.example', fromName: 'Söhne, Inc.' } }],
  ['MAIL_BOUNCE_SECRET', 'a-secret-of-twenty-chars', { mail: { bounceSecret: 'a-secret-of-twenty-chars' } }],
  ['MAIL_PER_MINUTE', '90', { mail: { perMinute: 90 } }],
  ['MAIL_SEND_UNKNOWN_AGAIN', 'off', { mail: { sendsUnknownAgain: false } }],
  ['IDENTITY', 'embedded', { identity: { provider: 'embedded' } }],
  ['WEBINAR', 'embedded', { webinars: { platform: 'embedded' } }],
  ['RATE_LIMIT', 'off', { hasRateLimit: false }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%s takes effect', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test('work that needs its own database session bypasses a pooler, if there is one', () => {
  const [url, direct] = ['postgres://pooler/portal', 'postgres://db/portal']
  expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).database).toMatchObject({
    connection: { host: 'pooler', isPooled: true },
    direct: { host: 'db' },
  })
  const { database } = readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })
  expect(database?.direct).toBe(database?.connection)
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

const zoom = { ZOOM_ACCOUNT_ID: 'account', ZOOM_CLIENT_ID: 'client', ZOOM_CLIENT_SECRET: 'hush' }
const gotoWebinar = {
  GOTO_CLIENT_ID: 'client',
  GOTO_CLIENT_SECRET: 'hush',
  GOTO_TOKEN: 'pat',
  GOTO_ORGANIZER_KEY: '8325357307900339981',
}

test('webinars are held on Zoom, on GoTo Webinar, or on a stand-in for either', () => {
  expect(readConfig({ WEBINAR: 'zoom', ...zoom, ZOOM_WEBHOOK_SECRET: 'hook' }).webinars).toEqual({
    platform: 'zoom',
    accountId: 'account',
    clientId: 'client',
    clientSecret: 'hush',
    webhookSecret: 'hook',
  })
  const standIn = { WEBINAR_API_URL: 'http://127.0.0.1:8001', WEBINAR_OAUTH_URL: 'https://id.example.com' }
  expect(readConfig({ WEBINAR: 'gotowebinar', ...gotoWebinar, ...standIn }).webinars).toEqual({
    platform: 'gotowebinar',
    clientId: 'client',
    clientSecret: 'hush',
    token: 'pat',
    organizerKey: '8325357307900339981',
    apiUrl: 'http://127.0.0.1:8001',
    oauthUrl: 'https://id.example.com',
  })
  expect(readConfig({ WEBINAR: 'embedded', ...zoom }).webinars).toEqual({ platform: 'embedded' })
})

const firebase = { FIREBASE_PROJECT_ID: 'portal-1a2b3', FIREBASE_API_KEY: 'AIzaSy-some_key' }

test('people prove who they are at Firebase, or at a stand-in for it', () => {
  const standIn = { IDENTITY_API_URL: 'http://127.0.0.1:9099' }
  expect(readConfig({ IDENTITY: 'firebase', ...firebase, ...standIn }).identity).toEqual({
    provider: 'firebase',
    projectId: 'portal-1a2b3',
    apiKey: 'AIzaSy-some_key',
    apiUrl: 'http://127.0.0.1:9099',
  })
  expect(readConfig({ ...firebase, ...standIn }).identity).toEqual({ provider: 'embedded' })
})

test.each(Object.keys(firebase))('Firebase without %s stops the start', (name) => {
  const read = () => readConfig({ IDENTITY: 'firebase', ...firebase, [name]: '' })
  expect(read).toThrow(ConfigProblem)
  expect(read).toThrow(new RegExp(`^${name} has to be .+, because IDENTITY is firebase\\.$`))
})

describe('the start stops, with the name and the expected format of the variable, for', () => {
  test.each([
    ...Object.keys(zoom).map((name) => ['zoom', name, zoom] as const),
    ...Object.keys(gotoWebinar).map((name) => ['gotowebinar', name, gotoWebinar] as const),
  ])('%s without %s', (platform, name, variables) => {
    const read = () => readConfig({ WEBINAR: platform, ...variables, [name]: '' })
    expect(read).toThrow(ConfigProblem)
    expect(read).toThrow(new RegExp(`^${name} has to be (the|a) .+, because WEBINAR is ${platform}\\.$`))
  })
})

const oidc = { OIDC_ISSUER: 'https://example.okta.com', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'hush' }

test('administrators sign in with their company account, by invitation or by group', () => {
  expect(readConfig({}).singleSignOn).toBeUndefined()
  expect(readConfig(oidc).singleSignOn).toMatchObject({
    label: 'your company account',
    groups: [],
    isRequired: false,
    trustsEmails: false,
  })
  const OIDC_GROUPS = 'A = B=administrator, Readers=viewer'
  expect(readConfig({ ...oidc, OIDC_GROUPS }).singleSignOn?.groups).toEqual([
    { group: 'A = B', role: 'administrator' },
    { group: 'Readers', role: 'viewer' },
  ])
})

test('required single sign-on needs a break-glass account, which needs a second factor', () => {
  const required = { ...oidc, ADMIN_SINGLE_SIGN_ON: 'required' }
  expect(() => readConfig(required)).toThrow('ADMIN_BREAK_GLASS_EMAIL has to be')
  const config = readConfig({ ...required, ADMIN_BREAK_GLASS_EMAIL: 'Emergency@Example.com' })
  expect(config.singleSignOn).toMatchObject({ isRequired: true, breakGlassEmail: 'emergency@example.com' })
  expect(config.admin.needsSecondFactor).toBe(true)
})

test.each(Object.keys(oidc))('single sign-on without %s stops the start', (name) => {
  expect(() => readConfig({ ...oidc, [name]: '' })).toThrow(`${name} has to be`)
})

test('SEASON fixes the season', () => {
  expect(readConfig({ SEASON: '2026' }).season(new Date('2031-01-01T00:00:00Z'))).toBe(2026)
})

describe('the start stops, with the name and the expected format, for', () => {
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
    ['PUBLIC_URL', 'https://portal.example.com/ia', 'without a path'],
    ['PUBLIC_URL', 'https://portal.example.com/ia/', 'without a path'],
    ['DATABASE_URL', 'mysql://a@b/c', 'postgres://'],
    ['DATABASE_URL', 'portal', 'postgres://'],
    ['DATABASE_DIRECT_URL', 'postgres://db/portal', 'DATABASE_URL'],
    ['DATABASE_PASSWORD_FILE', '/not/there', 'can be read'],
    ['DEMO', 'yes', 'on, season or off'],
    ['ADMIN_EMAIL', 'admin', 'email'],
    ['ADMIN_PASSWORD', 'eleven char', 'at least 12'],
    ['ADMIN_PASSWORD', 'x'.repeat(201), 'at most 200'],
    ['ADMIN_SECOND_FACTOR', 'on', 'optional or required'],
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
    ['MAIL_FROM', 'Events <events>', 'email'],
    ['MAIL_FROM', 'IA Seminars events@example.com', 'email'],
    ['MAIL_FROM', 'IA\r\nBcc: x <events@example.com>', 'email'],
    ['MAIL_FROM', '<events@example.com>, <other@example.com>', 'email'],
    ['SUPPORT_EMAIL', 'support@', 'email'],
    ['STAFF_EMAILS', 'a@example.com b@example.com', 'email'],
    ['STAFF_EMAILS', 'a@example.com,', 'email'],
    ['IDENTITY', 'google', 'embedded or firebase'],
    ['FIREBASE_PROJECT_ID', 'My Project', 'ID of a project'],
    ['FIREBASE_API_KEY', 'a key', 'API key'],
    ['IDENTITY_API_URL', 'http://firebase.example.com', 'http:// to this machine only'],
    ['OIDC_ISSUER', 'http://login.example.com', 'http:// to this machine only'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0', 'one tenant'],
    ['OIDC_CLIENT_ID', 'a client', 'one word'],
    ['OIDC_LABEL', 'x'.repeat(41), '1 to 40'],
    ['OIDC_EMAILS', 'all', 'verified or trusted'],
    ['OIDC_GROUPS', 'Portal admins', 'pairs'],
    ['OIDC_GROUPS', 'Portal admins=owner', 'administrator, viewer'],
    ['ADMIN_SINGLE_SIGN_ON', 'on', 'optional or required'],
    ['ADMIN_BREAK_GLASS_EMAIL', 'emergency', 'email'],
    ['WEBINAR', 'teams', 'embedded, zoom or gotowebinar'],
    ['ZOOM_ACCOUNT_ID', 'an account', 'one word'],
    ['GOTO_ORGANIZER_KEY', 'organizer', 'number'],
    ['WEBINAR_API_URL', 'api.example.com', 'https://'],
    ['WEBINAR_API_URL', 'http://api.example.com', 'http:// to this machine only'],
    ['WEBINAR_OAUTH_URL', 'ftp://example.com', 'https://'],
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
    ['OIDC_CLIENT_SECRET', 'abcd efgh'],
    ['ZOOM_CLIENT_SECRET', 'abcd efgh'],
    ['ZOOM_WEBHOOK_SECRET', 'abcd efgh'],
    ['GOTO_CLIENT_SECRET', 'abcd efgh'],
    ['GOTO_TOKEN', 'abcd efgh'],
    ['FIREBASE_API_KEY', 'abcd efgh'],
  ])('%s, without repeating a value that may be a secret', (name, value) => {
    expect(problemOf({ [name]: value }).message).not.toContain('abcd')
  })

  function problemOf(environment: NodeJS.ProcessEnv) {
    try {
      readConfig(environment)
    } catch (problem) {
      return problem as Error
    }
    throw new Error('It was taken.')
  }
})

test('.env is read if it exists, and the environment overrides it', async () => {
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
    for (const name of Object.keys(process.env)) if (!(name in known)) delete process.env[name]
    Object.assign(process.env, known)
    await rm(folder, { recursive: true })
  }
})
