import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isForPeopleOnly } from '#contract/core/permissions.ts'
import { User } from '#contract/people/users/user.ts'
import { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { shapes } from '#server/endpoints.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import { preparedApp } from '#test/given.ts'

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  type?: string
}
interface Operation {
  operationId?: string
  summary?: string
  description?: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}

let description: {
  openapi: string
  servers: object[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const app = preparedApp({ works: false })
beforeAll(async () => {
  description = (await app.request({ url: '/api/openapi.json' })).json()
})

const all = declaredCalls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test('the API description is OpenAPI 3.1', () => {
  expect(description.openapi).toMatch(/^3\.1\./)
  expect(description.components).toMatchObject({
    securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
  })
})

test('the API description has exactly the calls of the contract', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(all.map(([name]) => wireName(name)).sort())
})

test('each call that the page on integrations names is in the API description', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/integrations.md'), 'utf8')
  const named = [...page.matchAll(/curl PORTAL(\/api\/[\w/-]+)/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(2)
  const described = Object.keys(description.paths).map((path) => path.replace(/\{\w+\}/, 'CODE'))
  expect(named.filter((path) => !described.includes(path))).toEqual([])
})

describe('the API description lists the inputs and outputs of', () => {
  test.each(all)('%s', (name, endpoint) => {
    const operation = operationOf(name)
    expect(operation.summary).toBe(endpoint.summary)
    const { access } = endpoint
    const takesKeys = access !== 'public' && !isForPeopleOnly(endpoint)
    const needed = access.includes(':') ? [access] : []
    const ways = [{ session: [] }, ...(takesKeys ? [{ apiKey: needed }] : [])]
    expect(operation.security).toEqual(access === 'public' ? [] : ways)
    if (takesKeys && access !== 'user') expect(operation.description).toContain(`\`${access}\``)

    const inQuery = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? []
    expect(inQuery.map((parameter) => parameter.name).sort()).toEqual(fieldsOf(endpoint.query))
    const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(inPath.map((parameter) => parameter.name).sort()).toEqual(fieldsOf(endpoint.params))

    const body = resolved(operation.requestBody?.content['application/json']?.schema)
    expect(Object.keys(body?.properties ?? {}).sort()).toEqual(fieldsOf(endpoint.body))

    const content = operation.responses[200]?.content ?? {}
    if (endpoint.file) {
      expect(Object.keys(content)).toEqual([endpoint.file].flat())
    } else {
      const { properties } = content['application/json']?.schema ?? {}
      expect(Object.keys(resolved(properties?.data)?.properties ?? {}).sort()).toEqual(
        fieldsOf(endpoint.data),
      )
    }
  })
})

test.each([
  ['GET /private/get-profile', 'userData', User],
  ['GET /private/get-registered-events', 'registeredEvents', RegisteredEvent],
  ['GET /private/v2/get-all-registered-users', 'registrations', RegistrationRow],
] as const)('%s describes its %s in the wire format', (name, field, shape) => {
  const { schema } = operationOf(name).responses[200]?.content?.['application/json'] ?? {}
  const described = schema?.properties?.data?.properties?.[field]
  expect(Object.keys(resolved(described?.items ?? described)?.properties ?? {}).sort()).toEqual(
    fieldsOf(shape),
  )
})

test('a call that takes a file describes its upload form', () => {
  const { requestBody, responses } = operationOf('POST /upload')
  expect(requestBody?.content).toEqual({
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  })
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '413', '415', '422', '503']))
})

test('each call lists its possible failures in the error envelope', () => {
  const { responses } = operationOf('POST /private/event-registration')
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '409', '422']))
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '500', '503']))
  const failure = resolved(responses[409]?.content?.['application/json']?.schema)
  expect(Object.keys(failure?.properties ?? {}).sort()).toEqual([
    'code',
    'error',
    'fields',
    'message',
    'requestId',
  ])
})

test('a generated client has a name for every call and for the shapes that calls share', () => {
  const calls = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  const names = calls.map(({ operationId }) => operationId)
  expect(names).toContain('registerForEvent')
  expect([...new Set(names)]).toHaveLength(calls.length)
  expect(description.servers).toEqual([{ url: '/' }])
  expect(Object.keys(description.components.schemas)).toEqual(
    expect.arrayContaining(['User', 'RegistrationRow', 'EventSlot', 'AdminEvent', 'Failure']),
  )
})

test('no two shapes share a name', () => {
  const names = new Map(shapes.map(([name, shape]) => [shape, name]))
  expect([...new Set(names.values())]).toHaveLength(names.size)
})

test('numbers in the query and in answers are integers', () => {
  const { parameters } = operationOf('GET /private/v2/get-all-registered-users')
  expect(parameters?.find(({ name }) => name === 'eventSlotId')?.schema.type).toBe('integer')
  // A list of hours may say 2.5, refused row by row. A season's figures may be fractions: half an hour's
  // value, 0.9 of the minutes.
  const numbers = JSON.stringify(description).match(/"\w+":{"type":"number"/g) ?? []
  const fractions = [
    'hours',
    'periodMinutes',
    'teachingMinutes',
    'taughtMinutes',
    'neededMinutes',
    'neededShare',
    'leastHoursADay',
    'hourMinutes',
    // As a file states it.
    'totalMinutes',
  ]
  expect(new Set(numbers.map((found) => found.split('"')[1]))).toEqual(
    new Set([...fractions, 'value', 'additionalProperties']),
  )
})

test('the API description is built once, and cached by its ETag', async () => {
  const first = await app.request({ url: '/api/openapi.json' })
  const known = await app.request({
    url: '/api/openapi.json',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  for (const url of ['/api/docs/json', '/api/docs/yaml']) {
    expect((await app.request({ url })).statusCode).toBe(404)
  }
})

test('the documentation page and all its files are served to a browser', async () => {
  const page = await app.request({ url: '/api/docs' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  const asked = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(asked.length).toBeGreaterThan(3)
  for (const path of asked) {
    const { statusCode } = await app.request({ url: new URL(path, 'http://portal/api/docs').pathname })
    expect([path, statusCode]).toEqual([path, 200])
  }
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
})

function operationOf(name: string): Operation {
  const [method = '', path = ''] = wireName(name).split(' ')
  return description.paths[path]?.[method.toLowerCase()] as Operation
}

/** Returns a schema, or the named one that it refers to. */
function resolved(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref ? description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
}

function wireName(name: string) {
  return name.replace(' ', ' /api').replace(/:(\w+)/g, '{$1}')
}

/** Returns the field names of a shape in the wire format. */
function fieldsOf(schema: z.ZodMiniType | undefined) {
  const wire = schema instanceof z.ZodMiniCodec ? schema.def.in : schema
  return Object.keys((wire as z.ZodMiniObject | undefined)?.shape ?? {}).sort()
}

test("the documentation's files are compressed once and cached by ETag, and nothing else in their folder is served", async () => {
  const url = '/api/docs/static/swagger-ui-bundle.js'
  const [first, second] = await Promise.all(
    [1, 2].map(() => app.request({ url, headers: { 'accept-encoding': 'br' } })),
  )
  expect([first?.statusCode, first?.headers['content-encoding']]).toEqual([200, 'br'])
  expect(first?.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(second?.rawPayload).toEqual(first?.rawPayload)
  const plain = await app.request({ url })
  expect(brotliDecompressSync(first?.rawPayload as Buffer)).toEqual(plain.rawPayload)
  const known = await app.request({ url, headers: { 'if-none-match': String(first?.headers.etag) } })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  for (const name of ['csp.json', '../index.js', '%2e%2e/index.js', 'constructor', '']) {
    expect((await app.request({ url: `/api/docs/static/${name}` })).statusCode).toBe(404)
  }
})
