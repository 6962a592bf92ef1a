import type { Pool } from 'pg'
import { writtenRows } from './written-rows.ts'

const header = (
  migration: string,
) => `-- The database, as all migrations up to ${migration} leave it. A new database loads this file.
-- Functions, tables with their indexes and triggers, functions that read tables, views, and the rows of a new database. A table
-- follows those that it refers to.
-- Written by \`npm run schema\`. To change it, add a migration; comments are \`comment on …\` in a migration, too.
`

interface Table {
  name: string
  comment: string | null
  isUnlogged: boolean
  options: string[] | null
}

interface Column {
  table: string
  name: string
  type: string
  comment: string | null
  isRequired: boolean
  /** 'identity', 'stored' or nothing. */
  kept: 'identity' | 'stored' | null
  expression: string | null
}

interface Constraint {
  table: string
  kind: 'p' | 'u' | 'c' | 'f'
  /** null: PostgreSQL's default name. */
  name: string | null
  columns: string[] | null
  /** For a foreign key. */
  refersTo: string | null
  definition: string
}

/** An index, trigger, or further statement of a table. */
interface Thing {
  table: string
  comment: string | null
  definition: string
}

interface Made {
  name: string
  comment: string | null
  definition: string
  readsTables: boolean
  /** The functions that it calls. */
  calls: string[]
}

const isOfPublic = "relnamespace = 'public'::regnamespace and relkind = 'r'"

const columnNames = `(select array_agg(attname::text order by array_position(conkey, attnum)) from pg_attribute
  where attrelid = conrelid and attnum = any(conkey))`

const queries = {
  extensions: `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`,
  tables: `
    select relname as name, obj_description(oid, 'pg_class') as comment, relpersistence = 'u' as "isUnlogged", reloptions as options
    from pg_class where ${isOfPublic} order by relname`,
  columns: `
    select relname as "table", attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
      case when attidentity <> '' then 'identity' when attgenerated <> '' then 'stored' end as kept,
      pg_get_expr(adbin, adrelid, true) as expression, col_description(attrelid, attnum) as comment
    from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${isOfPublic} and attnum > 0 and not attisdropped order by relname, attnum`,
  constraints: `
    select relname as "table", contype as kind, pg_get_constraintdef(pg_constraint.oid, true) as definition, columns,
      nullif(confrelid, 0)::regclass::text as "refersTo",
      case when conname <> concat_ws('_', relname, case
        when contype in ('u', 'f') or cardinality(columns) = 1 and contype = 'c' then array_to_string(columns, '_')
      end, case contype when 'p' then 'pkey' when 'u' then 'key' when 'f' then 'fkey' else 'check' end) then conname end as name
    from pg_constraint join pg_class on pg_class.oid = conrelid cross join lateral ${columnNames} as named (columns)
    where ${isOfPublic} and contype in ('p', 'u', 'c', 'f') and conparentid = 0
    order by relname, array_position('{p,u,c,f}', contype::text), definition`,
  indexes: `
    select indrelid::regclass::text as "table", pg_get_indexdef(indexrelid, 0, true) as definition,
      obj_description(indexrelid, 'pg_class') as comment
    from pg_index join pg_class on pg_class.oid = indrelid
    where ${isOfPublic} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by indexrelid::regclass::text`,
  triggers: `
    select tgrelid::regclass::text as "table", pg_get_triggerdef(pg_trigger.oid, true) as definition,
      obj_description(pg_trigger.oid, 'pg_trigger') as comment
    from pg_trigger join pg_class on pg_class.oid = tgrelid where ${isOfPublic} and not tgisinternal order by tgname`,
  storage: `
    select relname as "table", null as comment, format('alter table %I alter column %I set storage external', relname, attname) as definition
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${isOfPublic} and attnum > 0 and not attisdropped and attstorage = 'e' order by relname, attnum`,
  revokes: `
    select relname as "table", null as comment, format('revoke truncate on %I from current_user', relname) as definition
    from pg_class where ${isOfPublic} and relacl is not null and not exists (
      select from aclexplode(relacl) where grantee = relowner and privilege_type = 'TRUNCATE'
    )`,
  functions: `
    select proname as name, pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment,
      exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and refclassid = 'pg_class'::regclass) as "readsTables",
      array(select other.proname::text from pg_depend join pg_proc other on other.oid = refobjid
        where classid = 'pg_proc'::regclass and objid = p.oid and refclassid = 'pg_proc'::regclass order by 1) as calls
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by proname`,
  views: `
    select format('create view %s as%s', oid::regclass, E'\n' || trim(trailing ';' from pg_get_viewdef(oid, true))) as definition
    from pg_class where relnamespace = to_regnamespace('warehouse') and relkind = 'v' order by relname`,
}

/**
 * Returns a migrated database's schema without data as SQL, for people and for empty databases. `migrations`:
 * the files' names.
 */
export async function writtenSchema(pool: Pool, migrations: string[]): Promise<string> {
  const read = async <Row>(query: keyof typeof queries): Promise<Row[]> =>
    (await pool.query(queries[query])).rows
  const columns = await read<Column>('columns')
  const constraints = await read<Constraint>('constraints')
  const things: Thing[] = []
  for (const kind of ['indexes', 'triggers', 'storage', 'revokes'] as const)
    things.push(...(await read<Thing>(kind)))
  const functions = await read<Made>('functions')
  const tables = await read<Table>('tables')
  const keys = constraints.filter(({ kind }) => kind === 'f')
  const { order, isLater } = inOrder(
    tables.map(({ name }) => name),
    (name) => keys.flatMap(({ table, refersTo }) => (table === name && refersTo ? [refersTo] : [])),
  )
  const added = keys.filter(({ table, refersTo }) => isLater(table, refersTo as string))
  const of = <Part extends { table: string }>(name: string, parts: Part[]) =>
    parts.filter(({ table }) => table === name)
  const calls = (name: string) => functions.find((each) => each.name === name)?.calls ?? []
  const inCalls = inOrder(
    functions.map(({ name }) => name),
    calls,
  ).order
  const readers = new Set<string>()
  for (const name of inCalls) {
    const readsTables = functions.find((each) => each.name === name)?.readsTables
    if (readsTables || calls(name).some((called) => readers.has(called))) readers.add(name)
  }
  const functionsOf = (names: string[]) =>
    names.map((name) => {
      const { comment, definition } = functions.find((each) => each.name === name) as Made
      return `${noted(comment)}${functionOf(definition)};\n`
    })
  const newest = await pool.query<{ name: string }>('select max(name) as name from migrations')
  return [
    header(newest.rows[0]?.name ?? ''),
    ...(await read<{ name: string }>('extensions')).map(
      ({ name }) => `create extension if not exists ${name};\n`,
    ),
    ...functionsOf(inCalls.filter((name) => !readers.has(name))),
    ...order.map((name) =>
      [
        tableOf(
          tables.find((table) => table.name === name) as Table,
          of(name, columns),
          of(name, constraints).filter((each) => !added.includes(each)),
        ),
        ...added
          .filter(({ refersTo }) => refersTo === name)
          .map((each) => `alter table ${each.table} add ${named(each)}${plain(each.definition)};\n`),
        ...of(name, things).map(
          ({ comment, definition }) =>
            `${noted(comment)}${plain(definition).replace(' for each', '\n  for each')};\n`,
        ),
      ].join(''),
    ),
    ...functionsOf(inCalls.filter((name) => readers.has(name))),
    '-- For a read-only role: docs/warehouse.md.\ncreate schema warehouse;\n',
    ...(await read<{ definition: string }>('views')).map(({ definition }) => `${plain(definition)};\n`),
    ...(await writtenRows(pool, order, migrations)),
  ].join('\n')
}

/**
 * Returns names so that each follows those that it needs, otherwise in alphabetical order. Of two that need
 * each other, the alphabetically first one is placed without the other (`isLater`).
 */
function inOrder(names: string[], needs: (name: string) => string[]) {
  const reached = (from: string, found = new Set<string>()): Set<string> => {
    for (const need of needs(from)) if (!found.has(need)) reached(need, found.add(need))
    return found
  }
  const isLater = (name: string, need: string) => name < need && reached(need).has(name)
  const order: string[] = []
  const place = (name: string) => {
    if (order.includes(name)) return
    for (const need of needs(name)) if (need !== name && !isLater(name, need)) place(need)
    order.push(name)
  }
  names.forEach(place)
  return { order, isLater }
}

function tableOf(table: Table, columns: Column[], constraints: Constraint[]): string {
  const isOfOne = ({ columns }: Constraint) => columns?.length === 1
  const lines = columns.map((column) => {
    const own = constraints.filter((each) => isOfOne(each) && each.columns?.[0] === column.name)
    return { comment: column.comment, text: columnOf(column, own) }
  })
  const rest = constraints
    .filter((each) => !isOfOne(each))
    .map((each) => ({ comment: null, text: `${named(each)}${plain(each.definition)}` }))
  const all = [...lines, ...rest]
  const body = all.map(
    ({ comment, text }, place) => `${noted(comment, '  ')}  ${text}${place < all.length - 1 ? ',' : ''}\n`,
  )
  const options = table.options ? ` with (${table.options.join(', ')})` : ''
  const kind = table.isUnlogged ? 'unlogged table' : 'table'
  return `${noted(table.comment)}create ${kind} ${table.name} (\n${body.join('')})${options};\n`
}

function columnOf({ name, type, isRequired, kept, expression }: Column, constraints: Constraint[]): string {
  const value = plain(expression ?? '')
  const made = {
    identity: ' generated always as identity',
    stored: ` generated always as (${value}) stored`,
    none: expression ? ` default ${value}` : '',
  }[kept ?? 'none']
  const isKey = constraints.some(({ kind }) => kind === 'p')
  const words = constraints.map((each) => {
    const definition = {
      p: 'primary key',
      u: 'unique',
      c: plain(each.definition),
      f: plain(each.definition).replace(/^foreign key \(\w+\) (references \w+)\(\w+\)/, '$1'),
    }[each.kind]
    return ` ${named(each)}${definition}`
  })
  return `${name} ${plain(type)}${isRequired && !isKey && kept !== 'identity' ? ' not null' : ''}${made}${words.join('')}`
}

function named({ name }: Constraint): string {
  return name === null ? '' : `constraint ${name} `
}

/** PostgreSQL's own header, and the body as the migration wrote it. */
function functionOf(definition: string): string {
  const [head = '', body] = definition.trim().split(/\s*AS \$function\$/)
  const written = plain(head)
    .replace('create or replace', 'create')
    .replaceAll(/\s*\n\s*/g, ' ')
  return body === undefined ? written : `${written} as $$${body.replace(/\$function\$$/, '$$$$')}`
}

function noted(comment: string | null, indent = ''): string {
  return comment ? `${indent}-- ${comment}\n` : ''
}

/** PostgreSQL's spelling in ours: lower case, no casts of literals, no `public.`, `in` for a choice. */
function plain(definition: string): string {
  return definition
    .replaceAll(/('(?:[^']|'')*')::(?:text|jsonb)\b(?!\[)|'(?:[^']|'')*'|\b[A-Z]+\b/g, (found, literal) =>
      found.startsWith("'") ? (literal ?? found) : found.toLowerCase(),
    )
    .replaceAll(/\bpublic\.| using btree\b|(?<= on) only\b/g, '')
    .replaceAll(/\btimestamp with time zone\b/g, 'timestamptz')
    .replaceAll(/\btime without time zone\b/g, 'time')
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(/^check \(\((.*)\)\)$/, (found, inner) => (isWhole(inner) ? `check (${inner})` : found))
}

/** Returns true if no parenthesis in an expression belongs to one outside. */
function isWhole(expression: string): boolean {
  let depth = 0
  return [...expression].every((letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    return depth >= 0
  })
}
