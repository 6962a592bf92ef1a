import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { checkInWorkerPath } from '#contract/core/paths.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import { serveBuiltFiles } from './built-files.ts'
import { answerRefusal } from './failures.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { keptBytes, sendKept } from './kept-answer.ts'
import { Refusal } from './refusal.ts'

/** The folder of the builds, filled by `npm start`. */
export const webFolder = join(import.meta.dirname, '../../../dist/web')

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
 * page of the current build: the path's pre-rendered one, else the one that renders itself. The build stays
 * the same while the process runs.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { isHidden, metasOf, sitemapUrl }: PageOptions,
): Promise<void> {
  const pages = await readCurrentPages(folder)
  if (pages) {
    serveBuiltFiles(app, folder)
    app.get('/robots.txt', { schema: { hide: true } }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${pages.robots.trimEnd()}\nSitemap: ${sitemapUrl}\n`),
    )
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
    const { html, answers } = pages.drawn.get(path) ?? pages.other
    const metas = await metasOf(path)
    const known = answers.get(metas)
    const answer = known ?? keptBytes(Buffer.from(withMetas(html, metas)))
    if (!known) answers.set(metas, answer)
    return sendKept(await answer, request, reply, 'text/html; charset=utf-8')
  })
}

interface Page {
  html: string
  /** The page with its meta elements, by the object that names them. */
  answers: WeakMap<object, Promise<KeptAnswer>>
}

function pageOf(html: string): Page {
  return { html, answers: new WeakMap() }
}

function withMetas(page: string, metas: Record<string, string>): string {
  const elements = Object.entries(metas).map(([name, content]) => {
    // Open Graph, the format of link previews, uses `property`.
    const key = name.startsWith('og:') ? 'property' : 'name'
    return `<meta ${key}="${name}" content="${escapeHtml(content)}">`
  })
  return page.replace('</head>', () => `${elements.join('')}</head>`)
}

/** Reads a file of the current build; undefined if it was not built. */
export async function readBuilt(file: string, folder = webFolder): Promise<string | undefined> {
  const build = await readFile(join(folder, 'current'), 'utf8').catch(() => '')
  return readFile(join(folder, build, file), 'utf8').catch(() => undefined)
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
  const [other = '', robots = '', worker = ''] = await Promise.all(
    ['index.html', 'robots.txt', 'check-in-worker.js'].map((file) =>
      readFile(join(folder, build, file), 'utf8'),
    ),
  )
  return { drawn: new Map<string, Page>(drawn), other: pageOf(other), robots, worker }
}
