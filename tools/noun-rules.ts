import { isGuest, isIntegration, nounOf } from './import-rules.ts'
import type { SourceFile } from './source-files.ts'
import { isGenerated, isTest } from './source-files.ts'

/** Triggers that write another noun's table, and why the database does it instead of a verb. */
export const triggersAcrossNouns: Record<string, string> = {
  'activities → webhook_deliveries':
    'Webhooks get what happened in the same transaction, whichever verb wrote it.',
  'credits → registrations':
    'Lists sort by hours, and every credit has to count at once, also in a bulk insert.',
  'registrations → platform_identities':
    'Whoever deletes their account leaves no email at a webinar platform, whichever verb takes the registration from them.',
  'registrations → activities': 'The history says in the same transaction that a wait ended.',
  'registrations → waitlist_entries':
    'Whoever is registered for a slot waits no longer, whichever verb registers, moves, restores or hands over.',
}

/**
 * Returns a sentence per table written by two nouns, and per undeclared trigger that writes another noun's
 * table. Also one per circle of nouns, and per wire name in a noun.
 */
export function nounProblems(files: SourceFile[]): string[] {
  const product = files.filter(({ path }) => !isTest(path) && !isGuest(path) && !isGenerated(path))
  const schema = files.find(({ path }) => path === 'server/schema.sql')?.text ?? ''
  const writers = writersOf(product)
  return [
    ...tableProblems(writers),
    ...triggerProblems(schema, writers),
    ...circlesOfNouns(product),
    ...product.flatMap(spellingProblems),
  ]
}

const writesInSql = [
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+([a-z_]+)\s*(?:\(|as\b|select\b|where\b|using\b|values\b)/g,
  /\bupdate\s+([a-z_]+)(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/g,
]
const writes = [/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'/g, ...writesInSql]

/** The rooms that write each table, with a file of each. */
type Writers = Map<string, Map<string, string>>

function writersOf(files: SourceFile[]): Writers {
  const writers: Writers = new Map()
  for (const { path, text } of files.filter((file) => /^server\/.+\.ts$/.test(file.path))) {
    const room = nounOf(path) ?? 'core'
    for (const [, name = ''] of writes.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const table = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const rooms = writers.get(table) ?? new Map<string, string>()
      writers.set(table, rooms.set(room, rooms.get(room) ?? path))
    }
  }
  return writers
}

function tableProblems(writers: Writers): string[] {
  return [...writers]
    .filter(([, rooms]) => rooms.size > 1)
    .map(
      ([table, rooms]) =>
        `${[...rooms.values()].join(', ')}: all write ${table}; let one noun write it, and the others call its verbs.`,
    )
}

function triggerProblems(schema: string, writers: Writers): string[] {
  return triggerWrites(schema)
    .filter(({ table, written }) => {
      const [owner] = writers.get(table)?.keys() ?? []
      // A table that only triggers write belongs to the noun of their table.
      const rooms = writers.get(written) ?? new Map([[owner, '']])
      return !rooms.has(owner as string) && !(`${table} → ${written}` in triggersAcrossNouns)
    })
    .map(
      ({ trigger, table, written }) =>
        `server/schema.sql: the trigger ${trigger} of ${table} writes ${written}, a table of another noun; let a verb do it, or declare '${table} → ${written}' with its reason in tools/noun-rules.ts.`,
    )
}

/** The tables that triggers write, besides their own. */
export function triggerWrites(schema: string) {
  const bodies = new Map(
    [...schema.matchAll(/^create function (\w+)\([^;]*? as \$\$(.*?)\$\$;$/gms)].map(([, name, body]) => [
      name,
      body,
    ]),
  )
  const triggers = schema.matchAll(/^create trigger (\w+) .*? on (\w+)\b[^;]*execute function (\w+)\(/gm)
  return [...triggers].flatMap(([, trigger = '', table = '', name]) => {
    const body = bodies.get(name) ?? ''
    const tables = writesInSql.flatMap((pattern) => [...body.matchAll(pattern)].map(([, each = '']) => each))
    return [...new Set(tables)]
      .filter((written) => written !== table)
      .map((written) => ({ trigger, table, written }))
  })
}

function circlesOfNouns(files: SourceFile[]): string[] {
  return ['contract', 'server', 'web'].flatMap((room) => {
    const known = new Map<string, Map<string, string>>()
    for (const { path, imports } of files.filter((file) => file.path.startsWith(`${room}/`))) {
      const noun = nounOf(path)
      for (const target of imports) {
        const other = target.startsWith(`${room}/`) ? nounOf(target) : undefined
        if (!noun || !other || other === noun) continue
        const others = known.get(noun) ?? new Map<string, string>()
        known.set(noun, others.set(other, others.get(other) ?? path))
      }
    }
    return circlesIn(known).map((circle) => {
      const where = circle.slice(1).map((noun, index) => known.get(circle[index] ?? '')?.get(noun))
      return `${where.join(', ')}: nouns of ${room}/ know one another in a circle, ${circle.join(' → ')}; let one of them not know the other.`
    })
  })
}

/** Returns each circle once, from its first noun back to itself. */
function circlesIn(known: Map<string, Map<string, string>>): string[][] {
  const found = new Map<string, string[]>()
  const visit = (noun: string, trail: string[]) => {
    const start = trail.indexOf(noun)
    if (start >= 0) {
      const circle = trail.slice(start)
      const members = circle.toSorted().join()
      if (!found.has(members)) found.set(members, [...circle, noun])
      return
    }
    for (const other of known.get(noun)?.keys() ?? []) visit(other, [...trail, noun])
  }
  for (const noun of known.keys()) visit(noun, [])
  return [...found.values()]
}

/** Finds the wire's and the database's names in code. SQL and other texts may contain them; an integration has its service's names. */
function spellingProblems({ path, text }: SourceFile): string[] {
  if (path.startsWith('contract/') || !nounOf(path) || isIntegration(path) || !/\.tsx?$/.test(path)) return []
  const code = text.replaceAll(
    /\/\*.*?\*\/|\/\/[^\n]*|`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gs,
    "''",
  )
  const names = new Set(code.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g))
  return [...names].map(
    (name) =>
      `${path}: '${name}' is the wire's or the database's spelling; it stops at contract/ and the generated tables.`,
  )
}
