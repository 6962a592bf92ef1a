import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import type { Database } from './platform/db/database.ts'
import { openDatabase } from './platform/db/database.ts'

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
const untyped = ['limits', 'migrations']

test('the tables in TypeScript are the tables of the database: columns, nulls and defaults', async () => {
  const { rows } = await opened.pool.query(`
    select table_name, column_name, is_nullable = 'YES' as "isNullable",
      (column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as "hasDefault"
    from information_schema.columns where table_schema = 'public'`)
  const columns = rows
    .filter((row) => !untyped.includes(row.table_name))
    .map((row) => line(row.table_name, row.column_name, row.isNullable, row.hasDefault))
  expect(await declaredColumns()).toEqual(columns.sort())
})

/** Reads tables.ts as it is written: one property a line, or all of a short table's on one line. */
async function declaredColumns(): Promise<string[]> {
  const source = await readFile(join(import.meta.dirname, 'tables.ts'), 'utf8')
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
        ([, column = '', type = '']) =>
          line(
            table,
            column,
            /\| null\b/.test(type),
            /^Generated|, (never|[\w |]*undefined), never>/.test(type),
          ),
      ),
    )
    .sort()
}

function line(table: string, column: string, isNullable: boolean, hasDefault: boolean): string {
  return `${table}.${column}${isNullable ? ' null' : ''}${hasDefault ? ' default' : ''}`
}
