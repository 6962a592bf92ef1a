import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { answerRefusal } from './failures.ts'
import { encodingOf } from './kept-answer.ts'
import { Refusal } from './refusal.ts'

/** Enough for several builds of the web. */
const mostBytes = 64 * 1024 * 1024

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
}

/** Headers useless for scripts and stylesheets; they would add a kilobyte to the first page. */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-frame-options',
]

interface BuiltFile {
  plain: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/**
 * Serves every build's files in `folder`, cached by browsers forever. Files never change, so each is read
 * once. A missing file is looked up each time: another process may have been upgraded, and its pages come
 * here, too.
 */
export function serveBuiltFiles(app: FastifyInstance, folder: string) {
  const kept = new LRUCache<string, BuiltFile>({
    maxSize: mostBytes,
    sizeCalculation: ({ plain, br, gzip }) => 1 + plain.length + (br?.length ?? 0) + (gzip?.length ?? 0),
  })
  app.get<{ Params: { build: string; file: string } }>(
    '/assets/:build/:file',
    { schema: { hide: true }, compress: false },
    async (request, reply) => {
      const { build, file } = request.params
      const type = types[/^[\w.~-]+\.(\w+)$/.exec(file)?.[1] ?? '']
      const name = `${build}/${file}`
      const found =
        kept.get(name) ??
        (type && /^[\da-f]+$/.test(build) ? await readBuilt(join(folder, build, file)) : undefined)
      if (!found || !type) return answerRefusal(request, reply, new Refusal('NOT_FOUND'))
      kept.set(name, found)
      if (/^text\//.test(type)) for (const header of ofDocuments) reply.removeHeader(header)
      const encoding = encodingOf(request.headers['accept-encoding'])
      const bytes = encoding && found[encoding]
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept-encoding')
      if (bytes) reply.header('content-encoding', encoding)
      return reply.type(type).send(bytes ?? found.plain)
    },
  )
}

async function readBuilt(path: string): Promise<BuiltFile | undefined> {
  const read = (ending: string) => readFile(path + ending).catch(() => undefined)
  const [plain, br, gzip] = await Promise.all(['', '.br', '.gz'].map(read))
  return plain && { plain, br, gzip }
}
