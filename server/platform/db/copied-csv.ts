import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * What a query finds as CSV in UTF-8, with a byte order mark and a header; PostgreSQL makes the text, row by row, on a
 * connection that is held until the stream ends. Ending the stream early ends the query.
 */
export async function copiedCsv(
  pool: pg.Pool,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  header: readonly string[],
): Promise<Readable> {
  const client = await pool.connect()
  const rows = client.query(copyTo(`copy (${withValues(sql, parameters)}) to stdout`))
  const csv = csvFromCopy()
  rows.on('error', (problem) => csv.destroy(problem))
  // Ended early, the connection is still in the middle of the COPY: it is thrown away.
  csv.on('close', () => client.release(!rows.readableEnded))
  csv.push(`\ufeff${header.join(',')}\r\n`)
  return rows.pipe(csv)
}

/** COPY takes no parameters: they are written into its text as PostgreSQL's own literals. */
function withValues(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, position) => {
    const value = parameters[Number(position) - 1]
    if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
  })
}

const byte = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  apostrophe: 0x27,
  comma: 0x2c,
  minus: 0x2d,
  n: 0x4e,
  backslash: 0x5c,
} as const
const formulaStarts = new Set(Buffer.from('=+-@'))

/** So much may wait on either side, in bytes: PostgreSQL goes on while the network takes its time. */
const highWaterMark = 1024 * 1024

/** COPY comes in small chunks; so many bytes are converted and sent together. */
const portion = 128 * 1024

/**
 * Turns COPY's text into CSV; what is not a whole row yet waits for the next portion. COPY's own `format csv` would leave
 * it to SQL to make cells inert: tried, the export took 1.5 times as long as the yardstick of `npm run bench -- csv`, not 1.0.
 */
export function csvFromCopy(): Transform {
  let waiting: Buffer[] = []
  let size = 0
  function convert(): Buffer {
    const bytes = Buffer.concat(waiting)
    const end = bytes.lastIndexOf(byte.lineFeed) + 1
    waiting = [bytes.subarray(end)]
    size = bytes.length - end
    return csvRows(bytes.subarray(0, end))
  }
  return new Transform({
    highWaterMark,
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      size += chunk.length
      if (size < portion) done()
      else done(null, convert())
    },
    flush(done) {
      done(null, convert())
    },
  })
}

/**
 * Whole rows of COPY's text (tab between cells, `\\N` for null, control characters written as `\\t`, `\\n`, `\\\\`) as CSV:
 * commas and control characters become spaces, null and nothing become `--`, a cell that a spreadsheet would run begins
 * with an apostrophe, one with quotes is quoted. Works on bytes: no cell is made a string.
 */
function csvRows(rows: Buffer): Buffer {
  // The worst cell, a single quote and its tab, becomes five bytes.
  const out = Buffer.allocUnsafe(rows.length * 3)
  let at = 0
  let start = 0
  let hasQuote = false
  for (let index = 0; index < rows.length; index++) {
    let next = rows[index] as number
    if (next === byte.tab || next === byte.lineFeed) {
      at = endCell(out, start, at, hasQuote)
      if (next === byte.lineFeed) out[at++] = byte.carriageReturn
      out[at++] = next === byte.tab ? byte.comma : byte.lineFeed
      start = at
      hasQuote = false
      continue
    }
    if (next === byte.backslash) {
      next = rows[++index] as number
      if (next === byte.n) continue
      if (next !== byte.backslash) next = byte.space
    }
    if (at === start && formulaStarts.has(next)) out[at++] = byte.apostrophe
    if (next === byte.quote) {
      hasQuote = true
      out[at++] = byte.quote
    }
    out[at++] = next === byte.comma ? byte.space : next
  }
  return out.subarray(0, at)
}

/** Finishes the cell that was written from `start` to `end`; gives where the next byte goes. */
function endCell(out: Buffer, start: number, end: number, hasQuote: boolean): number {
  if (start === end) {
    out[end] = byte.minus
    out[end + 1] = byte.minus
    return end + 2
  }
  if (!hasQuote) return end
  out.copyWithin(start + 1, start, end)
  out[start] = byte.quote
  out[end + 1] = byte.quote
  return end + 2
}
