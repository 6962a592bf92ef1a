import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { remember } from '#server/core/remember.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { keptBytes, sendKept } from './kept-answer.ts'
import type { Described } from './open-api.ts'
import { openApi } from './open-api.ts'
import { Refusal } from './refusal.ts'

/** Serves the calls' description at /api/openapi.json and as a page at /api/docs, each generated once. */
export function documentApi(app: FastifyInstance, described: Described) {
  const kept = new Map<string, Promise<KeptAnswer>>()
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
  const files = new Set(readdirSync(folder).filter((name) => extname(name) in assetTypes))
  const route = { method: 'GET', schema: { hide: true }, compress: false } as const

  app.route({
    ...route,
    url: '/api/openapi.json',
    handler: async (request, reply) => {
      const make = () => keptBytes(Buffer.from(JSON.stringify(openApi(described))))
      return sendKept(await remember(kept, '', make), request, reply)
    },
  })
  app.route({
    ...route,
    url: '/api/docs',
    handler: (_request, reply) => reply.type('text/html; charset=utf-8').send(page),
  })
  app.route<{ Params: { '*': string } }>({
    ...route,
    url: '/api/docs/static/*',
    handler: async (request, reply) => {
      const name = request.params['*']
      if (name !== startFile && !files.has(name)) throw new Refusal('NOT_FOUND')
      const read = () =>
        name === startFile ? Promise.resolve(Buffer.from(start)) : readFile(join(folder, name))
      const file = await remember(kept, name, () => read().then(keptBytes))
      return sendKept(file, request, reply, assetTypes[extname(name)])
    },
  })
}

const startFile = 'start.js'
const assetTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API of the IA renewal portal</title>
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/static/index.css">
<link rel="icon" type="image/png" href="/api/docs/static/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/static/start.js"></script>
</body>
</html>
`

const start = `SwaggerUIBundle({ dom_id: '#swagger-ui', url: '/api/openapi.json', deepLinking: true, validatorUrl: null })
`
