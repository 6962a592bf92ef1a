import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerRefusal } from './failures.ts'
import { Refusal } from './refusal.ts'

/**
 * Serves the built web: hashed files for good, and the one page at every path that isn't the API's. `isHidden` names
 * pages that don't exist for a caller; `season` is told to the pages, since a setting may have fixed it.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  isHidden: (path: string) => boolean,
  season: () => number,
): Promise<void> {
  const hasWeb = existsSync(join(folder, 'index.html'))
  const page = hasWeb ? await readFile(join(folder, 'index.html'), 'utf8') : undefined
  if (hasWeb) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      setHeaders: keepHashed,
      globIgnore: ['**/*.br', '**/*.gz'],
      wildcard: false,
    } as never)
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

function keepHashed(reply: FastifyReply, path: string): void {
  const isHashed = path.includes('/assets/')
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
