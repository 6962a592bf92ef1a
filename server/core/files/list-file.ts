import type { Readable } from 'node:stream'
import { PassThrough, pipeline } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ListFormat } from '#contract/core/list-files.ts'
import { listTypes } from '#contract/core/list-files.ts'
import type { Cell } from './list-cells.ts'
import { csvLine } from './list-cells.ts'
import { packedSheet, sheetXml } from './workbook.ts'

/** An exported list: its header, and its rows in batches. */
export interface ListFile {
  columns: readonly string[]
  rows: Readable
}

/** Sends a list as a file, CSV by default: `name.csv` or `name.xlsx`. */
export function sendList(
  reply: FastifyReply,
  { name, format = 'csv' }: { name: string; format: ListFormat | undefined },
  list: ListFile,
): FastifyReply {
  return reply
    .type(format === 'csv' ? `${listTypes.csv}; charset=utf-8` : listTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(openList(list, format))
}

/** Streams a list. Ending the stream early ends the rows. */
export function openList({ columns, rows }: ListFile, format: ListFormat): Readable {
  const text = new PassThrough()
  const write = format === 'csv' ? csvText : sheetXml
  // A failure destroys both streams, and the reader gets the error.
  pipeline(
    rows,
    (batches: AsyncIterable<Cell[][]>) => write(columns, batches),
    text,
    () => {},
  )
  return format === 'csv' ? text : packedSheet(text)
}

/** Writes CSV: UTF-8 with byte order mark and header. */
async function* csvText(
  columns: readonly string[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  yield `\ufeff${csvLine(columns)}`
  for await (const rows of batches) yield rows.map(csvLine).join('')
}
