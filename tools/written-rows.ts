import type { Pool } from 'pg'

/** Values that differ in each database. */
const madeAnew = /\b(?:now|gen_random_uuid)\(/

interface Column {
  name: string
  expression: string | null
  isIdentity: boolean
  isPlain: boolean
}

/**
 * Returns statements that insert an empty database's rows, and its applied migrations. Of migrations without
 * a file, only the last one is written: those before it are part of the baseline.
 */
export async function writtenRows(pool: Pool, tables: string[], migrations: string[]): Promise<string[]> {
  const written: string[] = []
  for (const table of tables) {
    const { rows: columns } = await pool.query<Column>(columnsOf, [table])
    const kept = columns.filter(({ expression }) => !madeAnew.test(expression ?? ''))
    const values = kept.map(({ name, isPlain }) =>
      isPlain ? `coalesce(${name}::text, 'null')` : `quote_nullable(${name}::text)`,
    )
    const { rows } = await pool.query<{ row: string }>(
      `select '  (' || concat_ws(', ', ${values.join(', ')}) || ')' as row from ${table}
       ${table === 'migrations' ? "where name >= coalesce((select max(name) from migrations where name <> all($1)), '')" : ''}
       order by ${kept[0]?.name}`,
      table === 'migrations' ? [migrations] : [],
    )
    if (rows.length === 0) continue
    const names = kept.map(({ name }) => name).join(', ')
    const identity = kept.find(({ isIdentity }) => isIdentity)?.name
    const lines = rows.map(({ row }) => row).join(',\n')
    written.push(
      `insert into ${table} (${names})${identity ? ' overriding system value' : ''} values\n${lines};\n`,
    )
    if (identity) {
      const { rows } = await pool.query<{ next: number }>(`select max(${identity}) + 1 as next from ${table}`)
      written.push(`alter table ${table} alter column ${identity} restart with ${rows[0]?.next};\n`)
    }
  }
  return written
}

const columnsOf = `
  select attname as name, pg_get_expr(adbin, adrelid) as expression, attidentity <> '' as "isIdentity", typcategory in ('N', 'B') as "isPlain"
  from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
