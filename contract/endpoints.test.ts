import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredCalls } from '#test/declared-calls.ts'
import type { Endpoint } from './core/endpoint.ts'
import { mostJsonBytes } from './core/endpoint.ts'
import { refusals } from './core/refusals.ts'
import { wireFields } from './core/wire.ts'

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  maxLength?: number
  pattern?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

const named = declaredCalls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const privateElsewhere = ['/identity/send-verification', '/upload']
const megabytes = ['x', ' ', '1', '+', '\u0000', '👩', 'a@b.'].map((text) => text.repeat(1 << 20))
const wrongTypes = [null, 1.5, true, 'wrong\u0000', [['nested']], { nested: {} }]

/** Returns every field that a caller can send, in the path, query and body, with its schema. */
function fieldsOf(endpoint: Endpoint): [string, z.ZodMiniType][] {
  return [endpoint.params, endpoint.query, endpoint.body].flatMap((part) => Object.entries(wireFields(part)))
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
}

/** Returns the strings and numbers of a schema that have no limit. */
function unlimitedIn(schema: JsonSchema, at: string): string[] {
  const within = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      unlimitedIn(field, `${at}.${name}`),
    ),
    ...(schema.items ? unlimitedIn(schema.items, `${at}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((choice) => unlimitedIn(choice, at)),
  ]
  const types = [schema.type].flat()
  const chosen = schema.enum !== undefined || schema.const !== undefined
  const text = schema.maxLength ?? schema.pattern ?? schema.format
  const lowest = schema.minimum ?? schema.exclusiveMinimum
  const bounded = lowest !== undefined && schema.maximum !== undefined
  if (types.includes('string') && !chosen && text === undefined) within.push(at)
  if ((types.includes('number') || types.includes('integer')) && !chosen && !bounded) within.push(at)
  return within
}

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  options?: z.ZodMiniType[]
}

/** Returns the texts that a schema reads, also in lists and objects, by their path. */
function textsIn(schema: z.ZodMiniType, at: string): [string, z.ZodMiniType][] {
  const { type, shape = {}, element, innerType, in: wire, options = [] } = schema._zod.def as Def
  if (type === 'string') return [[at, schema]]
  return [
    ...Object.entries(shape).flatMap(([name, field]) => textsIn(field, `${at}.${name}`)),
    ...(element ? textsIn(element, `${at}[]`) : []),
    ...[innerType, wire, ...options].flatMap((inner) => (inner ? textsIn(inner, at) : [])),
  ]
}

/** Texts that are only compared, and networks, which their list checks. */
const checkedElsewhere = /\.(authToken|code|password|data\[\]\.email|networks\[\])$/

test('no text of a body, also in a list, takes characters that cannot be stored', () => {
  const texts = named.flatMap(([call, { body }]) => (body ? textsIn(body, call) : []))
  const takes = texts.filter(
    ([at, text]) =>
      !checkedElsewhere.test(at) && ['a\u0000b', 'a\ud800b'].some((bad) => z.safeParse(text, bad).success),
  )
  expect(texts.length).toBeGreaterThan(100)
  expect(takes.map(([at]) => at)).toEqual([])
})

test('no two endpoints share a method and a path', () => {
  const calls = named.map(([call]) => call.replaceAll(/:\w+/g, ':'))
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([])
})

describe.each(named)('%s', (_call, endpoint) => {
  test('has a path below /api whose parameters are declared', () => {
    expect(endpoint.path).toMatch(/^(\/(:[a-z]\w*|[a-z0-9-]+))+$/i)
    const parameters = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(wireFields(endpoint.params))).toEqual(parameters)
  })

  test('has a summary of one sentence', () => {
    expect(endpoint.summary).toMatch(/^[A-Z].{9,}\.$/)
  })

  test('returns either data or a file', () => {
    expect(Boolean(endpoint.data)).toBe(endpoint.file === undefined)
  })

  test('is public or private as its path says', () => {
    const isPrivate = endpoint.path.startsWith('/private/') || privateElsewhere.includes(endpoint.path)
    expect(endpoint.access === 'public').toBe(!isPrivate)
  })

  test('has no body if the method is GET', () => {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
  })

  test('says why a body may be larger than 64 kB, and limits such bodies for each person', () => {
    if (!endpoint.large) return
    expect(endpoint.large.why).toMatch(/^[A-Z].{19,}\.$/)
    expect(endpoint.large.mostBytes).toBeGreaterThan(mostJsonBytes)
    expect(endpoint.large.perPerson === undefined).toBe(endpoint.access === 'public')
    expect(endpoint.large.perPerson ?? 0).toBeLessThanOrEqual(100)
  })

  test('limits every field it takes', () => {
    expect(fieldsOf(endpoint).flatMap(([name, field]) => unlimitedIn(jsonSchemaOf(field), name))).toEqual([])
  })

  test('refuses a megabyte in any field', () => {
    const taken = fieldsOf(endpoint).filter(([, field]) =>
      megabytes.some((text) => z.safeParse(field, text).success),
    )
    expect(taken.map(([name]) => name)).toEqual([])
  })

  test('explains what is wrong with any field', () => {
    for (const [name, field] of fieldsOf(endpoint)) {
      const issues = [undefined, ...wrongTypes].flatMap(
        (value) => z.safeParse(field, value).error?.issues ?? [],
      )
      const dumb = issues.filter(
        (issue) => !/^[A-Za-z].* .+/.test(issue.message) || issue.message === 'Invalid input',
      )
      expect({ [name]: dumb.map((issue) => issue.message) }).toEqual({ [name]: [] })
    }
  })

  test('names only existing refusals', () => {
    expect((endpoint.refusals ?? []).filter((code) => !(code in refusals))).toEqual([])
  })
})

const unlimitedCalls = ['/health', '/ready', '/metrics', '/mailbox']

test.each(named.filter(([, { access, path }]) => access === 'public' && !unlimitedCalls.includes(path)))(
  '%s is public and has a limit for each address, and for each email if it takes one',
  (_call, endpoint) => {
    expect(endpoint.limit?.perAddress).toBeGreaterThan(0)
    const takesEmail = fieldsOf(endpoint).some(([name]) => name === 'email')
    expect(endpoint.limit?.perEmail !== undefined).toBe(takesEmail)
  },
)
