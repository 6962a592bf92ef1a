import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageData } from '#contract/core/page-data.ts'
import { pageDataMeta } from '#contract/core/page-data.ts'
import { checkInWorkerPath } from '#contract/core/paths.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { PageBrand } from './branded-page.ts'
import { brandedManifest, brandedPage, brandMeta, manifestPath } from './branded-page.ts'
import { serveBuiltFiles } from './built-files.ts'
import type { Drawn } from './drawn-pages.ts'
import { openDrawing } from './drawn-pages.ts'
import { answerRefusal } from './failures.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { keptBytes, sendKept } from './kept-answer.ts'
import { Refusal } from './refusal.ts'

/** The folder of the builds, filled by `npm start`. */
export const webFolder = join(import.meta.dirname, '../../../dist/web')

/** The name among meta elements of JSON-LD, which pages have in a script element that runs nothing. */
export const structuredDataMeta = 'application/ld+json'

/** Returns a page's meta elements, name to text. Answers are cached by this object's identity. */
export type MetasOf = (path: string) => Promise<Record<string, string>>

interface PageOptions {
  /** Returns true if a page does not exist for a caller. */
  isHidden: (path: string) => boolean
  metasOf: MetasOf
  sitemapUrl: string
}

/**
 * Serves the built web. Every build's files in `folder` are cached forever. Every path outside the API gets a
 * page of the current build: the path's pre-rendered one, drawn now if it has data, else the one that renders itself. The
 * build stays the same while the process runs.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { isHidden, metasOf, sitemapUrl }: PageOptions,
) {
  const pages = await readCurrentPages(folder)
  const draw = openDrawing(pages?.build ?? folder, (error) => app.log.error(error, 'A page was not drawn'))
  if (pages) {
    serveBuiltFiles(app, folder)
    app.get('/robots.txt', { schema: { hide: true } }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${pages.robots.trimEnd()}\nSitemap: ${sitemapUrl}\n`),
    )
    app.get(manifestPath, { schema: { hide: true } }, async (_, reply) => {
      const brand = brandIn(await metasOf(manifestPath))
      const folder = `/assets/${basename(pages.build)}`
      return reply
        .type('application/manifest+json')
        .header('cache-control', 'no-cache')
        .send(brandedManifest(pages.manifest, folder, brand))
    })
    // A service worker's address decides which pages it may serve, so it is outside the build's folder.
    app.get(checkInWorkerPath, { schema: { hide: true } }, (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(pages.worker),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path)
    if (!wantsPage || !pages || isHidden(path)) return answerRefusal(request, reply, new Refusal('NOT_FOUND'))
    const metas = await metasOf(path)
    const drawn = await drawnWithData(path, metas)
    const { html, answers } = drawn ?? pages.drawn.get(path) ?? pages.other
    const known = answers.get(metas)
    const answer = known ?? keptBytes(Buffer.from(withMetas(html, metas)))
    if (!known) answers.set(metas, answer)
    return sendKept(await answer, request, reply, 'text/html; charset=utf-8')
  })

  /** Returns the page that this data fills; undefined if none, or if it could not be drawn. */
  function drawnWithData(path: string, metas: Record<string, string>): Promise<Page | undefined> | undefined {
    const data = metas[pageDataMeta]
    const template = data && pages?.templates.find(({ of }) => of.test(path))
    if (!template) return undefined
    const known = template.pages.get(metas)
    if (known) return known
    const drawing = draw(path, JSON.parse(data) as PageData).then((drawn) => {
      if (drawn) return pageOf(filled(template.html, drawn))
      template.pages.delete(metas)
      return undefined
    })
    template.pages.set(metas, drawing)
    return drawing
  }
}

function filled(template: string, { head, body }: Drawn) {
  return template.replace('</head>', () => `${head}</head>`).replace('<div id="root">', (root) => root + body)
}

interface Page {
  html: string
  /** The page with its meta elements, by the object that names them. */
  answers: WeakMap<object, Promise<KeptAnswer>>
}

function pageOf(html: string): Page {
  return { html, answers: new WeakMap() }
}

function brandIn({ [brandMeta]: looks }: Record<string, string>): PageBrand | undefined {
  return looks === undefined ? undefined : (JSON.parse(looks) as PageBrand)
}

function withMetas(page: string, metas: Record<string, string>) {
  const { [brandMeta]: _, ...others } = metas
  const brand = brandIn(metas)
  // The name goes only into words, never into data that the page reads.
  if (brand?.name && others['og:site_name']) others['og:site_name'] = brand.name
  const elements = Object.entries(others).map(([name, content]) => {
    if (name === structuredDataMeta) {
      return `<script type="${name}">${content.replaceAll('<', '\\u003c')}</script>`
    }
    // Open Graph, the format of link previews, uses `property`.
    const key = name.startsWith('og:') ? 'property' : 'name'
    return `<meta ${key}="${name}" content="${escapeHtml(content)}">`
  })
  return brandedPage(page, brand).replace('</head>', () => `${elements.join('')}</head>`)
}

/** Reads a file of the current build; undefined if it was not built. */
export async function readBuilt(file: string): Promise<string | undefined> {
  const build = await readFile(join(webFolder, 'current'), 'utf8').catch(() => '')
  return readFile(join(webFolder, build, file), 'utf8').catch(() => undefined)
}

/** Returns undefined without a build, as beside Vite's own server. */
async function readCurrentPages(folder: string) {
  const build = await readFile(join(folder, 'current'), 'utf8').catch(() => undefined)
  if (build === undefined) return undefined
  const home = join(folder, build, 'pages')
  const files = (await readdir(home, { recursive: true })).filter((file) => file.endsWith('.html'))
  const drawn = await Promise.all(
    files.map(
      async (file) =>
        [`/${file.replace('.html', '')}`, pageOf(await readFile(join(home, file), 'utf8'))] as const,
    ),
  )
  const [other = '', robots = '', worker = '', manifest = '{}'] = await Promise.all(
    ['index.html', 'robots.txt', 'check-in-worker.js', 'manifest.webmanifest'].map((file) =>
      readFile(join(folder, build, file), 'utf8'),
    ),
  )
  return {
    build: join(folder, build),
    drawn: new Map<string, Page>(drawn.filter(([path]) => !path.includes('$'))),
    templates: drawn
      .filter(([path]) => path.includes('$'))
      .map(([path, { html }]) => ({
        of: new RegExp(`^${path.replace(/\$\w+/, '[^/]+')}$`),
        html,
        pages: new WeakMap<object, Promise<Page | undefined>>(),
      })),
    other: pageOf(other),
    robots,
    worker,
    manifest,
  }
}
