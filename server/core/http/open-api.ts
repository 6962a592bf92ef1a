import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { isForPeopleOnly } from '#contract/core/permissions.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'
import { wireFields } from '#contract/core/wire.ts'
import { envelope } from './envelope.ts'

type JsonSchema = Record<string, unknown>
type Named<T> = readonly [name: string, value: T][]

/** Calls and shapes by their names in generated clients. */
export interface Described {
  calls: Named<Endpoint>
  shapes: Named<z.ZodMiniType>
}

/** Describes calls as OpenAPI 3.1. `shapes` become the named schemas. */
export function openApi({ calls, shapes }: Described): object {
  const schemas: Record<string, JsonSchema> = { Failure: failure }
  const names = z.registry<{ id: string }>()
  const named = new Set<z.ZodMiniType>()
  for (const [id, shape] of shapes) {
    if (!named.has(shape)) names.add(shape, { id })
    named.add(shape)
  }

  // A codec's input is the wire's side, in both directions.
  const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): JsonSchema => {
    const options = { io, metadata: names, unrepresentable: 'any', override: asInteger } as const
    const { $schema, $defs, ...made } = z.toJSONSchema(schema, options)
    const { defs, own } = JSON.parse(
      JSON.stringify({ defs: $defs ?? {}, own: made }).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as { defs: Record<string, JsonSchema>; own: JsonSchema }
    for (const [name, { id, ...shape }] of Object.entries(defs)) schemas[name] = shape
    return own
  }

  /** Describes a number in an address as a number, although its codec reads text. */
  const parameterOf = (schema: z.ZodMiniType): JsonSchema => {
    const parsed = schemaOf(schema, 'output')
    return parsed.type === 'integer' ? parsed : schemaOf(schema)
  }

  const parametersOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') =>
    Object.entries(wireFields(schema)).map(([name, field]) => ({
      name,
      in: place,
      schema: parameterOf(field),
      required: place === 'path' || !z.safeParse(field, undefined).success,
    }))

  const operationOf = ([operationId, endpoint]: Named<Endpoint>[number]) => {
    const { access, summary, params, query, body, fileField } = endpoint
    const takesKeys = access !== 'public' && !isForPeopleOnly(endpoint)
    const needed = access.includes(':') ? [access] : []
    const json = body && { 'application/json': { schema: schemaOf(body) } }
    const form = fileField && {
      'multipart/form-data': { schema: body ? schemaOf(body) : formOf(fileField, endpoint) },
    }
    const content = (json || form) && { ...json, ...form }
    const success = endpoint.data
      ? { 'application/json': { schema: schemaOf(envelope(endpoint.data)) } }
      : Object.fromEntries(
          [endpoint.file ?? 'application/octet-stream']
            .flat()
            .map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        )
    return {
      operationId,
      summary,
      ...(takesKeys && needed[0] && { description: `An API key needs the permission \`${needed[0]}\`.` }),
      tags: [access === 'public' || access === 'user' ? tags[access] : tags.admin],
      security: access === 'public' ? [] : [{ session: [] }, ...(takesKeys ? [{ apiKey: needed }] : [])],
      parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
      ...(content && { requestBody: { required: true, content } }),
      responses: { 200: { description: 'Success', content: success }, ...failuresOf(endpoint) },
    }
  }

  const paths: Record<string, JsonSchema> = {}
  for (const call of calls) {
    const { method, path } = call[1]
    const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'IA renewal portal',
      version: '1',
      description:
        'Every call of the portal. Success: `{error: false, data}`; failure: `{error: true, code, message, fields?, requestId}`.',
    },
    // Relative to the document's own address.
    servers: [{ url: '/' }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas },
  }
}

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'iap_…',
    description: 'An API key of an administrator. The call needs a permission that both have.',
  },
}

/** Describes a form of one file and the endpoint's texts. */
function formOf(fileField: string, { formFields = {} }: Endpoint): JsonSchema {
  const texts = Object.entries(formFields).map(([name, description]) => [
    name,
    { type: 'string', description },
  ])
  return {
    type: 'object',
    required: [fileField],
    properties: { [fileField]: { type: 'string', format: 'binary' }, ...Object.fromEntries(texts) },
  }
}

/** Marks an enum of whole numbers as an integer. */
function asInteger({ jsonSchema }: { jsonSchema: { type?: unknown; const?: unknown; enum?: unknown[] } }) {
  const values = jsonSchema.enum ?? [jsonSchema.const]
  if (values.every(Number.isInteger)) jsonSchema.type = 'integer'
}

const tags = { public: 'Public', user: 'Signed in', admin: 'Administrator' } as const

function failuresOf(endpoint: Endpoint): Record<string, object> {
  const byStatus = Object.groupBy(refusalsOf(endpoint), (code) => String(refusals[code].status))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${refusals[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

/** Returns the codes of a call's refusals: common ones and its endpoint's. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, params, query, body, fileField, limit, refusals = [] } = endpoint
  const always: [RefusalCode, unknown][] = [
    ['SIGNED_OUT', access !== 'public'],
    ['API_KEY_UNKNOWN', access !== 'public'],
    ['API_KEY_EXPIRED', access !== 'public'],
    ['API_KEY_ELSEWHERE', access !== 'public'],
    ['FOR_PEOPLE_ONLY', isForPeopleOnly(endpoint)],
    ['NOT_ADMINISTRATOR', access !== 'public' && access !== 'user'],
    ['NOT_PERMITTED', access.includes(':')],
    ['MALFORMED', body ?? fileField],
    ['TOO_LARGE', body ?? fileField],
    ['WRONG_MEDIA_TYPE', body ?? fileField],
    ['INVALID_FIELDS', params ?? query ?? body ?? fileField],
    ['TOO_MANY', limit ?? access !== 'public'],
    ['BUG', true],
    ['NOT_READY', true],
  ]
  return [...new Set([...always.filter(([, applies]) => applies).map(([code]) => code), ...refusals])]
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
