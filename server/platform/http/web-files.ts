import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerRefusal } from './failures.ts'
import { Refusal } from './refusal.ts'

/**
 * Serves the built web: the files of every build in `folder`, for good, and at every path that isn't the API's the one
 * page, of the build that is current now. It stays that one while the process runs. `isHidden` names pages that don't
 * exist for a caller; `season` is told to the pages, since a setting may have fixed it.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  isHidden: (path: string) => boolean,
  season: () => number,
): Promise<void> {
  const page = await readCurrentPage(folder)
  if (page) {
    // Asked of the disk each time: another process may have been upgraded since, and its pages come here, too.
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/assets/',
      allowedPath: (path) => /^\/?[\da-f]+\/[^/]+\.\w+(?<!\.html)$/.test(path),
      preCompressed: true,
      index: false,
      immutable: true,
      maxAge: '1y',
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path)
    if (!wantsPage || !page || isHidden(path)) return answerRefusal(request, reply, new Refusal('NOT_FOUND'))
    const told = page.replace('</head>', `<meta name="season" content="${season()}"></head>`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(told)
  })
}

/** Undefined where nothing has been built, as beside Vite's own server. */
async function readCurrentPage(folder: string): Promise<string | undefined> {
  const build = await readFile(join(folder, 'current'), 'utf8').catch(() => undefined)
  return build === undefined ? undefined : readFile(join(folder, build, 'index.html'), 'utf8')
}
