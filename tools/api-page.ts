/** The parts of an OpenAPI description in a page of calls. */
interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Operation {
  parameters?: { name?: string }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

interface NamedCall {
  method: string
  path: string
  /** The parameters, in words. */
  takes: string
}

const methodNames = /\b(?:GET|POST|PUT|PATCH|DELETE)\b/g

/**
 * Returns a sentence per call in a page's tables that the description lacks. Also one per named field that
 * its call does not take. A row begins with its call: 'POST /private/sign-out', 'POST · PUT /private/events',
 * 'POST /private/add-speaker, edit-speaker'.
 */
export function apiDifferences(page: string, description: Description): string[] {
  const operations = new Map(
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [keyOf(method, path), operation] as const),
    ),
  )
  return callsOf(page).flatMap(({ method, path, takes }) => {
    const operation = operations.get(keyOf(method, path))
    if (!operation) return [`${method} ${path}: the portal has no such call.`]
    const taken = fieldsOf(operation, description)
    return fieldsIn(takes)
      .filter((field) => !taken.has(field))
      .map((field) => `${method} ${path}: takes no '${field}'.`)
  })
}

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/^\/api(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}')}`
}

function callsOf(page: string): NamedCall[] {
  return page.split('\n').flatMap((line) => {
    const [, call = '', takes = ''] = line.startsWith('|') ? line.split(/(?<!\\)\|/) : []
    const methods = call.match(methodNames) ?? []
    const paths = pathsOf(call.replaceAll(methodNames, '').replaceAll('·', ' '))
    const calls = methods.flatMap((method) => paths.map((path) => ({ method, path })))
    const parts = takes.split(' · ')
    return calls.map((each, place) => ({
      ...each,
      takes: (parts.length === calls.length ? parts[place] : parts[0]) ?? '',
    }))
  })
}

/** Reads '/private/add-speaker, edit-speaker': a name without a slash replaces the last one of the path before it. */
function pathsOf(text: string): string[] {
  const paths: string[] = []
  for (const name of text.split(',').map((part) => part.trim())) {
    if (name === '') continue
    paths.push(name.startsWith('/') ? name : (paths.at(-1) ?? '').replace(/[^/]*$/, name))
  }
  return paths
}

/** Returns the fields in words: '`?year`', '`{registrationId, hours}`', '`page, limit (100, 500)`'. */
function fieldsIn(takes: string): string[] {
  const codes = [...takes.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code)
  return codes
    .filter((code) => /^[{?]|, /.test(code))
    .flatMap((code) => code.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '').split(','))
    .flatMap((part) => /^[\s{?]*(\w+)\??\s*(?:[:}|\\].*)?$/.exec(part)?.[1] ?? [])
}

function fieldsOf({ parameters = [], requestBody }: Operation, description: Description): Set<string> {
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  return new Set([
    ...parameters.flatMap(({ name }) => name ?? []),
    ...bodies.flatMap((schema) => propertiesOf(schema, description)),
  ])
}

function propertiesOf(schema: Schema | undefined, description: Description): string[] {
  if (!schema) return []
  const named = schema.$ref && description.components?.schemas?.[schema.$ref.replace(/.*\//, '')]
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((several) => several ?? [])
  return [
    ...Object.keys(schema.properties ?? {}),
    ...[...parts, ...(named ? [named] : [])].flatMap((part) => propertiesOf(part, description)),
  ]
}
