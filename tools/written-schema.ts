import type { Pool } from 'pg'

const header = `-- The database as all migrations leave it: tables with their indexes and triggers, then functions.
-- Written by \`npm run schema\`. To change it, add a migration; comments are \`comment on …\` in a migration, too.
`

interface Table {
  name: string
  comment: string | null
  isUnlogged: boolean
  options: string[] | null
  /** The key by which its partitions divide it. Their names depend on the month and are not shown. */
  partitionKey: string | null
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
  columns: string[] | null
  definition: string
}

/** An index or trigger of a table, or a function. */
interface Thing {
  table: string
  comment: string | null
  definition: string
}

const ofPublic = "relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition"

const queries = {
  extensions: `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`,
  tables: `
    select relname as name, obj_description(oid, 'pg_class') as comment, relpersistence = 'u' as "isUnlogged", reloptions as options,
      pg_get_partkeydef(oid) as "partitionKey"
    from pg_class where ${ofPublic} order by relname`,
  columns: `
    select relname as "table", attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
      case when attidentity <> '' then 'identity' when attgenerated <> '' then 'stored' end as kept,
      pg_get_expr(adbin, adrelid, true) as expression, col_description(attrelid, attnum) as comment
    from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${ofPublic} and attnum > 0 and not attisdropped order by relname, attnum`,
  constraints: `
    select relname as "table", contype as kind, pg_get_constraintdef(pg_constraint.oid, true) as definition,
      (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where ${ofPublic} and contype in ('p', 'u', 'c', 'f')
    order by relname, array_position('{p,u,c,f}', contype::text), definition`,
  indexes: `
    select indrelid::regclass::text as "table", pg_get_indexdef(indexrelid, 0, true) as definition,
      obj_description(indexrelid, 'pg_class') as comment
    from pg_index join pg_class on pg_class.oid = indrelid
    where ${ofPublic} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by indexrelid::regclass::text`,
  triggers: `
    select tgrelid::regclass::text as "table", pg_get_triggerdef(pg_trigger.oid, true) as definition,
      obj_description(pg_trigger.oid, 'pg_trigger') as comment
    from pg_trigger join pg_class on pg_class.oid = tgrelid where ${ofPublic} and not tgisinternal order by tgname`,
  revokes: `
    select relname as "table", null as comment, 'revoke truncate on ' || relname || ' from current_user' as definition
    from pg_class where ${ofPublic} and relacl is not null and not exists (
      select from aclexplode(relacl) where grantee = relowner and privilege_type = 'TRUNCATE'
    )`,
  functions: `
    select '' as "table", pg_get_functiondef(oid) as definition, obj_description(oid, 'pg_proc') as comment
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by proname`,
}

/** Returns the schema of a database as SQL for people, in the order of the names. */
export async function writtenSchema(pool: Pool): Promise<string> {
  const read = async <Row>(query: keyof typeof queries): Promise<Row[]> =>
    (await pool.query(queries[query])).rows
  const columns = await read<Column>('columns')
  const constraints = await read<Constraint>('constraints')
  const things = [
    ...(await read<Thing>('indexes')),
    ...(await read<Thing>('triggers')),
    ...(await read<Thing>('revokes')),
  ]
  const of = <Part extends { table: string }>({ name }: Table, parts: Part[]) =>
    parts.filter(({ table }) => table === name)
  return [
    header,
    ...(await read<{ name: string }>('extensions')).map(({ name }) => `create extension ${name};\n`),
    ...(await read<Table>('tables')).map((table) =>
      [
        tableOf(table, of(table, columns), of(table, constraints)),
        ...of(table, things).map(
          ({ comment, definition }) =>
            `${noted(comment)}${plain(definition).replace(' for each', '\n  for each')};\n`,
        ),
      ].join(''),
    ),
    ...(await read<Thing>('functions')).map(
      ({ comment, definition }) => `${noted(comment)}${functionOf(definition)};\n`,
    ),
  ].join('\n')
}

function tableOf(table: Table, columns: Column[], constraints: Constraint[]): string {
  const isOfOne = ({ columns }: Constraint) => columns?.length === 1
  const lines = columns.map((column) => {
    const own = constraints.filter((each) => isOfOne(each) && each.columns?.[0] === column.name)
    return { comment: column.comment, text: columnOf(column, own) }
  })
  const rest = constraints
    .filter((each) => !isOfOne(each))
    .map(({ definition }) => ({ comment: null, text: plain(definition) }))
  const all = [...lines, ...rest]
  const body = all.map(
    ({ comment, text }, place) => `${noted(comment, '  ')}  ${text}${place < all.length - 1 ? ',' : ''}\n`,
  )
  const options = table.options ? ` with (${table.options.join(', ')})` : ''
  const partitions = table.partitionKey ? ` partition by ${plain(table.partitionKey)}` : ''
  const kind = table.isUnlogged ? 'unlogged table' : 'table'
  return `${noted(table.comment)}create ${kind} ${table.name} (\n${body.join('')})${options}${partitions};\n`
}

function columnOf({ name, type, isRequired, kept, expression }: Column, constraints: Constraint[]): string {
  const value = plain(expression ?? '')
  const made = {
    identity: ' generated always as identity',
    stored: ` generated always as (${value}) stored`,
    none: expression ? ` default ${value}` : '',
  }[kept ?? 'none']
  const isKey = constraints.some(({ kind }) => kind === 'p')
  const words = constraints.map(({ kind, definition }) =>
    kind === 'p'
      ? ' primary key'
      : kind === 'u'
        ? ' unique'
        : ` ${plain(definition).replace(/^foreign key \(\w+\) (references \w+)\(\w+\)/, '$1')}`,
  )
  return `${name} ${plain(type)}${isRequired && !isKey && kept !== 'identity' ? ' not null' : ''}${made}${words.join('')}`
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

/** PostgreSQL's spelling in ours: small letters, no casts of literals, no `public.`, `in` for a choice. */
function plain(definition: string): string {
  return definition
    .replaceAll(/('(?:[^']|'')*')::(?:text|jsonb)\b|'(?:[^']|'')*'|\b[A-Z]+\b/g, (found, literal) =>
      found.startsWith("'") ? (literal ?? found) : found.toLowerCase(),
    )
    .replaceAll(/\bpublic\.| using btree\b|(?<= on) only\b/g, '')
    .replaceAll(/\btimestamp with time zone\b/g, 'timestamptz')
    .replaceAll(/\btime without time zone\b/g, 'time')
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(/^check \(\((.*)\)\)$/, 'check ($1)')
}
