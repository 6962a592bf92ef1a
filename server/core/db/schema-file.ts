import { readFile } from 'node:fs/promises'

/** The file that an empty database loads, written by `npm run schema`. */
export interface SchemaFile {
  sql: string
  /** The migrations in the schema, with their checksums, in order. */
  migrations: Map<string, string>
}

/** Reads a schema file. A missing one counts as empty: an empty database then runs all migrations. */
export async function readSchemaFile(path: string): Promise<SchemaFile> {
  const text = await readFile(path, 'utf8').catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return ''
    throw problem
  })
  const [, rows = ''] = /^insert into migrations \(name, checksum\) values\n([^;]*);/m.exec(text) ?? []
  const migrations = [...rows.matchAll(/\('([^']+)', '([^']+)'\)/g)].map(
    ([, name = '', checksum = '']) => [name, checksum] as const,
  )
  return { sql: `${text}\n${commentsOf(text)}`, migrations: new Map(migrations) }
}

const commented = {
  table: /^create (?:unlogged )?table (\w+)/,
  function: /^create function (\w+)/,
  index: /^create (?:unique )?index (\w+)/,
  trigger: /^create trigger (\w+ .*)/,
}

/** Returns a `comment on` for each comment line, about the statement below it. */
function commentsOf(text: string) {
  const statements: string[] = []
  let words: string | undefined
  let table: string | undefined
  for (const line of text.split('\n')) {
    const column = table && /^ {2}(\w+) /.exec(line)?.[1]
    for (const [kind, pattern] of Object.entries(commented)) {
      const name = pattern.exec(line)?.[1]
      if (kind === 'table' && name) table = name
      if (words && name) statements.push(commentOn(`${kind} ${name.replace(/ .* (on \w+).*/, ' $1')}`, words))
    }
    if (words && column) statements.push(commentOn(`column ${table}.${column}`, words))
    if (line.startsWith(')')) table = undefined
    words = /^ *-- (.*)$/.exec(line)?.[1]
  }
  return statements.join('\n')
}

function commentOn(thing: string, words: string) {
  return `comment on ${thing} is '${words.replaceAll("'", "''")}';`
}
