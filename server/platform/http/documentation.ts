import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refusals } from '#contract/refusals.ts'
import { envelope } from './envelope.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { keptBytes, sendKept } from './kept-answer.ts'
import { Refusal } from './refusal.ts'

/** The API's own description, made from the endpoints as they are registered: /api/openapi.json, readable at /api/docs. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'IA renewal portal',
        version: '1',
        description:
          'Every call of the portal. Success: `{error: false, data}`; failure: `{error: true, code, message, fields?, requestId}`.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { response: _, ...asked } = route.schema ?? {}
      const { schema, url } = jsonSchemaTransform({ ...route, schema: asked })
      const { endpoint } = route.route.config ?? {}
      return {
        url,
        schema: endpoint ? { ...schema, ...formOf(endpoint), response: answersOf(endpoint) } : schema,
      }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(async (docs) => {
    docs.addHook('onRoute', sendAssetsKept())
    await docs.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '' })
  })
}

const assetTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** The page's own files are two megabytes: each is compressed when it is first asked for, and never again. */
function sendAssetsKept(): (route: RouteOptions) => void {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
  const kept = new Map<string, Promise<KeptAnswer>>()
  const names = new Set(readdirSync(folder))
  const find = (name: string) => {
    if (!names.has(name) || !(extname(name) in assetTypes)) throw new Refusal('NOT_FOUND')
    const asset = kept.get(name) ?? readFile(join(folder, name)).then(keptBytes)
    kept.set(name, asset)
    return asset
  }
  return (route) => {
    if (!route.url.endsWith('/static/*')) return
    route.compress = false
    route.handler = async (request, reply) => {
      const { '*': name } = request.params as { '*': string }
      return sendKept(await find(name), request, reply, assetTypes[extname(name)])
    }
  }
}

function formOf({ fileField }: Endpoint): object | undefined {
  if (fileField === undefined) return undefined
  const properties = { [fileField]: { type: 'string', format: 'binary' } }
  return { consumes: ['multipart/form-data'], body: { type: 'object', required: [fileField], properties } }
}

/** What succeeds, and every failure that the call can end in. */
function answersOf(endpoint: Endpoint): Record<string, object> {
  // What travels is what the codecs take in.
  const success = endpoint.data && { 200: z.toJSONSchema(envelope(endpoint.data), { io: 'input' }) }
  const file = endpoint.file && {
    200: { description: 'The file', content: { [endpoint.file]: { schema: { type: 'string' } } } },
  }
  const failures = Object.groupBy(refusalsOf(endpoint), (code) => String(refusals[code].status))
  const described = Object.entries(failures).map(([status, codes = []]) => [
    status,
    { ...failure, description: codes.map((code) => `${code}: ${refusals[code].message}`).join('\n\n') },
  ])
  return { ...success, ...file, ...Object.fromEntries(described) }
}

function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, params, query, body, fileField, limit, refusals = [] } = endpoint
  const always: [RefusalCode, unknown][] = [
    ['SIGNED_OUT', access !== 'public'],
    ['NOT_ADMINISTRATOR', access === 'admin'],
    ['MALFORMED', body ?? fileField],
    ['TOO_LARGE', body],
    ['WRONG_MEDIA_TYPE', body],
    ['INVALID_FIELDS', params ?? query ?? body ?? fileField],
    ['TOO_MANY', limit],
  ]
  return [...always.filter(([, applies]) => applies).map(([code]) => code), ...refusals]
}

const failure = {
  type: 'object',
  required: ['error', 'code', 'message', 'requestId'],
  properties: {
    error: { type: 'boolean', const: true },
    code: { type: 'string' },
    message: { type: 'string', description: 'For a person' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'By field' },
    requestId: { type: 'string' },
  },
}
