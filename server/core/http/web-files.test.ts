import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveWeb } from './web-files.ts'

let folder: string
const apps: FastifyInstance[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built web '))
})

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await rm(folder, { recursive: true })
})

test('a page from before an upgrade still gets its files, even from the new process', async () => {
  build('aaaa')
  build('bbbb')
  const upgraded = await process()
  expect((await upgraded.inject('/login')).body).toContain('page of bbbb')
  for (const name of ['aaaa', 'bbbb']) {
    const { headers, body } = await upgraded.inject(`/assets/${name}/start.js`)
    expect(body).toBe(`start of ${name}`)
    expect(headers['cache-control']).toContain('immutable')
  }
})

test('a process serves the page that it started with, and also the files of newer builds', async () => {
  build('aaaa')
  const running = await process()
  build('bbbb')
  expect((await running.inject('/login')).body).toContain('page of aaaa')
  expect((await running.inject('/assets/aaaa/start.js')).body).toBe('start of aaaa')
  expect((await running.inject('/assets/bbbb/start.js')).body).toBe('start of bbbb')
})

test.each([
  ['/register', 'registering, of aaaa'],
  ['/register?from=mail', 'registering, of aaaa'],
  ['/admin/login', 'administrators, of aaaa'],
  ['/register/', 'page of aaaa'],
  ['/private/profile', 'page of aaaa'],
])('%s is answered with its prerendered page, or one that renders itself', async (path, expected) => {
  build('aaaa')
  const { body } = await (await process()).inject(path)
  expect(body).toBe(`<head><meta name="season" content="2027"></head>${expected}`)
})

test('metadata in a page is escaped', async () => {
  build('aaaa')
  const { body } = await (await process()).inject('/login')
  expect(body).toContain('<meta name="hostile" content="&#34;&#62;&#60;script&#62;">')
})

test('a page is sent compressed, and answered 304 to a browser that has it', async () => {
  build('aaaa')
  const app = await process()
  const first = await app.inject({ url: '/register', headers: { 'accept-encoding': 'br, gzip' } })
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('registering, of aaaa')
  const again = await app.inject({ url: '/register', headers: { 'if-none-match': first.headers.etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('link previews get their metadata as properties', async () => {
  build('aaaa')
  const { body } = await (await process()).inject('/events/1')
  expect(body).toContain('<meta property="og:title" content="Piston">')
})

test('robots.txt lists what robots must not visit, and the sitemap', async () => {
  build('aaaa')
  const { headers, body } = await (await process()).inject('/robots.txt')
  expect([headers['content-type'], body]).toEqual([
    'text/plain; charset=utf-8',
    'Disallow: /private\nSitemap: https://portal.example.com/sitemap.xml\n',
  ])
})

test('robots may fetch the pictures of link previews, and nothing else of the API', () => {
  const rules = readFileSync(join(import.meta.dirname, '../../../web/core/public/robots.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split(': '))
  // RFC 9309: the longest rule wins.
  const isAllowed = (path: string) =>
    rules
      .filter(([, prefix = '']) => prefix !== '*' && path.startsWith(prefix))
      .sort(([, one = ''], [, other = '']) => other.length - one.length)[0]?.[0] !== 'Disallow'
  expect(['/events/2', '/api/files/42', '/api/events', '/private/profile'].map(isAllowed)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('document headers are sent with documents only', async () => {
  build('aaaa')
  writeFileSync(join(folder, 'aaaa/mark.svg'), '<svg/>')
  const app = await process()
  const policyOf = async (path: string) => (await app.inject(path)).headers['content-security-policy']
  expect(await policyOf('/login')).toBe('none')
  expect(await policyOf('/assets/aaaa/mark.svg')).toBe('none')
  expect(await policyOf('/assets/aaaa/start.js')).toBeUndefined()
})

test('the service worker of the door is the one of the current build, and browsers ask for it again', async () => {
  build('aaaa')
  build('bbbb')
  const { headers, body } = await (await process()).inject('/check-in-worker.js')
  expect([headers['content-type'], headers['cache-control'], body]).toEqual([
    'text/javascript; charset=utf-8',
    'no-cache',
    'worker of bbbb',
  ])
})

test('precompressed files are sent as they are', async () => {
  build('aaaa')
  writeFileSync(join(folder, 'aaaa/start.js.br'), 'small')
  const { headers, body } = await (await process()).inject({
    url: '/assets/aaaa/start.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect([headers['content-encoding'], headers['content-type'], body]).toEqual([
    'br',
    expect.stringContaining('javascript'),
    'small',
  ])
})

test.each([
  'current',
  'aaaa',
  'aaaa/index.html',
  'aaaa/pages/register.html',
  'aaaa/gone.js',
  'aaaa/deeper/start.js',
  'zzzz/start.js',
])('/assets/%s is answered 404', async (path) => {
  build('aaaa')
  build('aaaa/deeper')
  writeFileSync(join(folder, 'current'), 'aaaa')
  expect((await (await process()).inject(`/assets/${path}`)).statusCode).toBe(404)
})

/** Writes a build like tools/build-web.ts. */
function build(name: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'index.html'), `<head></head>page of ${name}`)
  writeFileSync(join(folder, name, 'start.js'), `start of ${name}`)
  writeFileSync(join(folder, name, 'robots.txt'), 'Disallow: /private')
  writeFileSync(join(folder, name, 'check-in-worker.js'), `worker of ${name}`)
  mkdirSync(join(folder, name, 'pages/admin'), { recursive: true })
  writeFileSync(join(folder, name, 'pages/register.html'), `<head></head>registering, of ${name}`)
  writeFileSync(join(folder, name, 'pages/admin/login.html'), `<head></head>administrators, of ${name}`)
  writeFileSync(join(folder, 'current'), name)
}

async function process(): Promise<FastifyInstance> {
  const app = Fastify()
  app.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', 'none'))
  apps.push(app)
  await serveWeb(app, folder, {
    isHidden: () => false,
    metasOf: async (path) => ({
      season: '2027',
      ...(path === '/login' && { hostile: '"><script>' }),
      ...(path === '/events/1' && { 'og:title': 'Piston' }),
    }),
    sitemapUrl: 'https://portal.example.com/sitemap.xml',
  })
  return app
}
