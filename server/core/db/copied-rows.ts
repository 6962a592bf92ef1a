import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Cell } from '#server/core/files/list-cells.ts'

/**
 * Streams a query's rows, a few hundred at a time. `cellsOf` gets a row's columns as text. Occupies a
 * connection until the stream ends. Ending the stream early ends the query.
 */
export async function copiedRows(
  pool: pg.Pool,
  query: CopiedQuery,
  cellsOf: (columns: string[]) => Cell[] = (columns) => columns,
): Promise<Readable> {
  const client = await pool.connect()
  const copy = client.query(copyTo(copyOf(query)))
  const rows = rowsFromCopy(cellsOf)
  copy.on('error', (problem) => rows.destroy(problem))
  // After an early end the connection is inside the COPY, so it is discarded.
  rows.on('close', () => client.release(!copy.readableEnded))
  return copy.pipe(rows)
}

type CopiedQuery = Pick<CompiledQuery, 'sql' | 'parameters'>

/** COPY takes no parameters, so they are written into its text as PostgreSQL's own literals. */
export function copyOf({ sql, parameters }: CopiedQuery): string {
  const query = sql.replace(/\$(\d+)/g, (_, position) => {
    const value = parameters[Number(position) - 1]
    if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(arrayElement).join(',')}}`)
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
  })
  return `copy (${query}) to stdout (null '')`
}

/** Quotes an element of a PostgreSQL array literal, so that its braces, commas and quotes are text. */
function arrayElement(value: unknown) {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}

/**
 * Parses COPY's text into rows: lines of columns between tabs, empty for null, special characters as `\\t`,
 * `\\n`, `\\\\`.
 */
export function rowsFromCopy(cellsOf: (columns: string[]) => Cell[]): Transform {
  const decoder = new StringDecoder()
  let rest = ''
  return new Transform({
    readableObjectMode: true,
    readableHighWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      done(
        null,
        lines.map((line) => cellsOf(columnsIn(line))),
      )
    },
  })
}

const written: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function columnsIn(line: string) {
  const columns = line.split('\t')
  return line.includes('\\') ? columns.map(unescaped) : columns
}

function unescaped(text: string) {
  return text.replace(/\\(.)/g, (_, letter: string) => written[letter] ?? letter)
}
