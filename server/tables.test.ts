import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import type { Database } from './core/db/database.ts'
import { openDatabase } from './core/db/database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database<object>
beforeAll(async () => {
  database = await cloneDatabase(inject('cluster'))
  opened = openDatabase(database.connection)
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

/** These are only used by their own machinery, not through the typed queries. */
const untyped = ['limits', 'mail_turns', 'migrations']

test('the tables in TypeScript are the tables of the database: columns, nulls and defaults', async () => {
  const { rows } = await opened.pool.query(`
    select table_name, column_name, is_nullable = 'YES' as "isNullable",
      (column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as "hasDefault"
    from information_schema.columns where table_schema = 'public'`)
  const columns = rows
    .filter((row) => !untyped.includes(row.table_name))
    .map((row) =>
      line(ourSpelling(row.table_name), ourSpelling(row.column_name), row.isNullable, row.hasDefault),
    )
  expect(await declaredColumns()).toEqual(columns.sort())
})

/** Reads the files as they are written: one property a line, or all of a short table's on one line. */
async function declaredColumns(): Promise<string[]> {
  const files = [
    'tables.ts',
    'event-tables.ts',
    'identity-tables.ts',
    'history-tables.ts',
    'webinar-tables.ts',
    'attendance-tables.ts',
    'factor-tables.ts',
  ].map((file) => join(import.meta.dirname, file))
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  const source = text.replace(/^ *\/\*\*.*?\*\/\n/gms, '')
  const bodies = new Map(
    [...source.matchAll(/^(?:export )?interface (\w+) \{\n(.*?)^\}/gms)].map(([, name, body]) => [
      name,
      body,
    ]),
  )
  const tables = [...(bodies.get('Tables') ?? '').matchAll(/^ {2}(\w+): (?:(\w+)$|\{(.*?)\}$)/gms)]
  expect(tables.length).toBeGreaterThan(15)
  return tables
    .flatMap(([, table = '', named, inline]) =>
      [...(inline ?? bodies.get(named as string) ?? '').matchAll(/(\w+): ([^;\n]+)/g)].map(
        ([, column = '', type = '']) => {
          const isNullable = /\| null\b/.test(type)
          // What is never inserted has a default, or is null until the database itself sets it.
          const hasDefault = /^Generated|, [\w |]*undefined, never>/.test(type)
          const isKept = /, never, never>/.test(type) && !isNullable
          return line(table, column, isNullable, hasDefault || isKept)
        },
      ),
    )
    .sort()
}

/** As Kysely spells a name of the database: `start_on` is `startOn`. */
function ourSpelling(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function line(table: string, column: string, isNullable: boolean, hasDefault: boolean): string {
  return `${table}.${column}${isNullable ? ' null' : ''}${hasDefault ? ' default' : ''}`
}
