import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { portalNamePlace } from '#contract/core/portal-name.ts'
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

test('data for search engines is a block that runs nothing and cannot be left', async () => {
  build('aaaa')
  const { body } = await (await process({ 'application/ld+json': '{"name":"</script><img>"}' })).inject('/')
  expect(body).toContain(
    '<script type="application/ld+json">{"name":"\\u003c/script>\\u003cimg>"}</script></head>',
  )
})

test("a portal's own name stands in words, and never in the data that a page reads", async () => {
  build('aaaa')
  const data = '{"name":"Of the IA Renewal Portal"}'
  writeFileSync(
    join(folder, 'aaaa/index.html'),
    `<head><title>${portalNamePlace}</title></head>Day of the IA Renewal Portal`,
  )
  const brand = JSON.stringify({ name: 'Acme "IA"', logo: '', icon: '', bandColor: '', styles: '' })
  const { body } = await (
    await process({ 'application/ld+json': data, 'og:site_name': 'IA Renewal Portal', brand })
  ).inject('/')
  expect(body).toContain(`<script type="application/ld+json">${data}</script>`)
  expect(body).toContain('<meta property="og:site_name" content="Acme &#34;IA&#34;">')
  expect(body).toContain('<title>Acme &#34;IA&#34;</title>')
  // Words that an administrator typed, such as the name of an event.
  expect(body).toContain('Day of the IA Renewal Portal')
  const own = await (await process()).inject('/')
  expect(own.body).toContain('<title>IA Renewal Portal</title>')
})

test('the manifest has the name and the icon of the portal, and without them those of the build', async () => {
  build('aaaa')
  const manifestOf = async (facts?: Record<string, string>) =>
    (await (await process(facts)).inject('/manifest.webmanifest')).json()
  expect(await manifestOf()).toEqual({
    name: 'Ours',
    short_name: 'Ours',
    theme_color: '#0b2545',
    icons: [{ src: '/assets/aaaa/icon-512.png' }],
  })
  const looks = { name: 'Acme', logo: '/logo', icon: '/icon', bandColor: '#3d0f1f', styles: '' }
  expect(await manifestOf({ brand: JSON.stringify(looks) })).toEqual({
    name: 'Acme',
    short_name: 'Acme',
    theme_color: '#3d0f1f',
    icons: [{ src: '/icon', type: 'image/png' }],
  })
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
function build(name: string) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'index.html'), `<head></head>page of ${name}`)
  writeFileSync(join(folder, name, 'start.js'), `start of ${name}`)
  writeFileSync(join(folder, name, 'robots.txt'), 'Disallow: /private')
  const manifest = {
    name: 'Ours',
    short_name: 'Ours',
    theme_color: '#0b2545',
    icons: [{ src: 'icon-512.png' }],
  }
  writeFileSync(join(folder, name, 'manifest.webmanifest'), JSON.stringify(manifest))
  writeFileSync(join(folder, name, 'check-in-worker.js'), `worker of ${name}`)
  mkdirSync(join(folder, name, 'pages/admin'), { recursive: true })
  writeFileSync(join(folder, name, 'pages/register.html'), `<head></head>registering, of ${name}`)
  writeFileSync(join(folder, name, 'pages/admin/login.html'), `<head></head>administrators, of ${name}`)
  writeFileSync(join(folder, 'current'), name)
}

async function process(facts?: Record<string, string>): Promise<FastifyInstance> {
  const app = Fastify()
  app.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', 'none'))
  apps.push(app)
  await serveWeb(app, folder, {
    isHidden: () => false,
    metasOf: async (path) =>
      facts ?? {
        season: '2027',
        ...(path === '/login' && { hostile: '"><script>' }),
        ...(path === '/events/1' && { 'og:title': 'Piston' }),
      },
    sitemapUrl: 'https://portal.example.com/sitemap.xml',
  })
  return app
}

describe('a page with data', () => {
  const pageData = JSON.stringify({ path: '/seminars', data: { title: '</script><img onerror>' }, at: '' })

  test('is drawn by the program of the build, and again only with other data', async () => {
    build('aaaa')
    drawing(
      'aaaa',
      'turns++; return { head: "<title>" + turns + "</title>", body: path + data.title.length }',
    )
    const app = await process({ 'page-data': pageData })
    const { body } = await app.inject('/events/7')
    expect(body).toContain('<title>1</title>')
    expect(body).toContain('<div id="root">/events/722</div>')
    expect(body).not.toContain('<img')
    expect((await app.inject('/events/7')).body).toBe(body)
  })

  test.each([
    ['fails', 'throw new Error("no")'],
    ['has no program', undefined],
  ])('renders itself if its drawing %s', async (_, program) => {
    build('aaaa')
    if (program) drawing('aaaa', program)
    const app = await process({ 'page-data': pageData })
    expect((await app.inject('/events/7')).body).toContain('page of aaaa')
  })

  test('is not served without data', async () => {
    build('aaaa')
    drawing('aaaa', 'return { head: "", body: "drawn" }')
    const app = await process()
    for (const path of ['/events/7', '/events/$eventId'])
      expect((await app.inject(path)).body).toContain('page of aaaa')
  })
})

/** Writes a build's template of a page with data, and its program that draws. */
function drawing(name: string, program: string) {
  mkdirSync(join(folder, name, 'pages/events'), { recursive: true })
  mkdirSync(join(folder, name, 'drawing'), { recursive: true })
  writeFileSync(
    join(folder, name, 'pages/events/$eventId.html'),
    '<head></head><div id="root"></div>with data',
  )
  writeFileSync(
    join(folder, name, 'drawing/pre-rendered.js'),
    `let turns = 0\nexport async function render(path, { data }) { ${program} }`,
  )
}
