import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * What a query finds as CSV in UTF-8, with a byte order mark and a header; PostgreSQL makes the text, row by row, on a
 * connection that is held until the stream ends. Ending the stream early ends the query.
 */
export async function copiedCsv(
  pool: pg.Pool,
  query: CopiedQuery,
  header: readonly string[],
): Promise<Readable> {
  const client = await pool.connect()
  const rows = client.query(copyTo(copyOf(query)))
  const csv = csvFromCopy()
  rows.on('error', (problem) => csv.destroy(problem))
  // Ended early, the connection is still in the middle of the COPY: it is thrown away.
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
  return `copy (${query}) to stdout`
}

/** An element of a PostgreSQL array literal: quoted, so that braces, commas and quotes in it are text. */
function arrayElement(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
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
  semicolon: 0x3b,
  n: 0x4e,
  backslash: 0x5c,
} as const
const startsFormula = tableOf(...Buffer.from('=+-@'))
const startsWideFormula = tableOf(...Buffer.from('＝＋－＠').filter((_, place) => place % 3 === 2))
/** Bytes that are not copied as they are. */
const isSpecial = tableOf(byte.tab, byte.lineFeed, byte.backslash, byte.quote, byte.comma, byte.semicolon)

/** 1 for each of these bytes; asking it takes half as long as comparing with each. */
function tableOf(...bytes: number[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const each of bytes) table[each] = 1
  return table
}

/** COPY comes in small chunks; so many bytes are converted and sent together, and so many may wait on either side. */
const portion = 128 * 1024

/**
 * The chunks of so many portions may wait to be freed. Their bytes lie outside of V8's heap, which is why it sees little
 * reason to collect: the process grew by 100 MiB. Collecting what is young takes less than a millisecond.
 */
const portionsKept = 8

setFlagsFromString('--expose-gc')
const collectYoung = runInNewContext('gc') as (options: { type: 'minor' }) => void

/**
 * Turns COPY's text into CSV; what is not a whole row yet waits for the next portion. COPY's own `format csv` would leave
 * it to SQL to make cells inert: tried, the export took 1.5 times as long as the yardstick of `npm run bench -- csv`, not 1.0. Works in two
 * buffers that it keeps.
 */
export function csvFromCopy(): Transform {
  let rows = Buffer.allocUnsafe(2 * portion)
  let written = Buffer.allocUnsafe(0)
  let size = 0
  let portions = 0
  function convert(): Buffer {
    if (++portions % portionsKept === 0) collectYoung({ type: 'minor' })
    const end = rows.lastIndexOf(byte.lineFeed, size - 1) + 1
    if (written.length < end * 3) written = Buffer.allocUnsafe(rows.length * 3)
    const length = writeCsv(rows.subarray(0, end), written)
    rows.copyWithin(0, end, size)
    size -= end
    return Buffer.from(written.subarray(0, length))
  }
  return new Transform({
    highWaterMark: portion,
    transform(chunk: Buffer, _encoding, done) {
      if (size + chunk.length > rows.length) rows = Buffer.concat([rows, chunk], 2 * (size + chunk.length))
      chunk.copy(rows, size)
      size += chunk.length
      if (size < portion) done()
      else done(null, convert())
    },
    flush(done) {
      done(null, size > 0 ? convert() : undefined)
    },
  })
}

/**
 * Whole rows of COPY's text (tab between cells, `\\N` for null, control characters written as `\\t`, `\\n`, `\\\\`) as CSV:
 * commas and control characters become spaces, null and nothing become `--`, a cell that a spreadsheet would run begins
 * with an apostrophe, one with quotes is quoted. Works on bytes: no cell is made a string. Gives how many it wrote; the worst
 * cell, a single quote and its tab, becomes five bytes, so `out` has to have room for three times as many.
 */
function writeCsv(rows: Buffer, out: Buffer): number {
  let index = 0
  let at = 0
  let start = 0
  let hasQuote = false
  while (index < rows.length) {
    let next = rows[index] as number
    if (at === start && isFormulaAt(rows, index)) out[at++] = byte.apostrophe
    // Nearly all bytes go this way: the loop is kept as small as it can be.
    while (isSpecial[next] === 0) {
      out[at++] = next
      next = rows[++index] as number
    }
    index++
    if (next === byte.tab || next === byte.lineFeed) {
      at = endCell(out, start, at, hasQuote)
      if (next === byte.lineFeed) out[at++] = byte.carriageReturn
      out[at++] = next === byte.tab ? byte.comma : byte.lineFeed
      start = at
      hasQuote = false
      continue
    }
    if (next === byte.backslash) {
      next = rows[index++] as number
      if (next === byte.n) continue
      if (next !== byte.backslash) next = byte.space
    }
    if (next === byte.quote) {
      hasQuote = true
      out[at++] = byte.quote
    }
    out[at++] = next === byte.comma ? byte.space : next
    // Where a spreadsheet separates cells by semicolons, a cell begins here.
    if (next === byte.semicolon && isFormulaAt(rows, index)) out[at++] = byte.apostrophe
  }
  return at
}

/** Whether a spreadsheet would run what begins here. Some take the full-width signs, too: EF BC and one of four bytes. */
function isFormulaAt(rows: Buffer, index: number): boolean {
  const first = rows[index] as number
  if (startsFormula[first] === 1) return true
  return first === 0xef && rows[index + 1] === 0xbc && startsWideFormula[rows[index + 2] ?? 0] === 1
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
