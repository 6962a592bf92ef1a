import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Cell } from './csv-cells.ts'
import { csvLine } from './csv-cells.ts'

/**
 * Streams the rows of a query as CSV in UTF-8, with a byte order mark and a header; `cellsOf` gets the columns of a row as text.
 * Holds a connection until the stream ends. Ending the stream early ends the query.
 */
export async function copiedCsv(
  pool: pg.Pool,
  query: CopiedQuery,
  header: readonly string[],
  cellsOf: (columns: Cell[]) => Cell[] = (columns) => columns,
): Promise<Readable> {
  const client = await pool.connect()
  const rows = client.query(copyTo(copyOf(query)))
  const csv = csvFromCopy(cellsOf)
  rows.on('error', (problem) => csv.destroy(problem))
  // After an early end the connection is in the middle of the COPY, so it is discarded.
  csv.on('close', () => client.release(!rows.readableEnded))
  csv.push(`\ufeff${header.join(',')}\r\n`)
  return rows.pipe(csv)
}

type CopiedQuery = Pick<CompiledQuery, 'sql' | 'parameters'>

/** COPY takes no parameters: they are written into its text as PostgreSQL's own literals. */
export function copyOf({ sql, parameters }: CopiedQuery): string {
  const query = sql.replace(/\$(\d+)/g, (_, position) => {
    const value = parameters[Number(position) - 1]
    if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(arrayElement).join(',')}}`)
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
  })
  return `copy (${query}) to stdout (null '')`
}

/** Quotes an element of a PostgreSQL array literal, so that its braces, commas and quotes are text. */
function arrayElement(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}

/** Turns COPY's text into CSV: lines of columns between tabs, empty for null, special characters written as `\\t`, `\\n`, `\\\\`. */
export function csvFromCopy(cellsOf: (columns: Cell[]) => Cell[]): Transform {
  const decoder = new StringDecoder()
  let rest = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      let csv = ''
      for (const line of lines) csv += csvLine(cellsOf(columnsIn(line)))
      done(null, csv)
    },
  })
}

const written: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function columnsIn(line: string): Cell[] {
  const columns = line.split('\t')
  return line.includes('\\') ? columns.map(unescaped) : columns
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => written[letter] ?? letter)
}
