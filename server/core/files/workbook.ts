import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { mostSheetRows } from '#contract/core/list-files.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { Cell } from './list-cells.ts'
import { shownCell } from './list-cells.ts'

/** The styles of `styles.xml`. A text cell stays text when edited. */
const styles = { number: 0, text: 1, header: 2 } as const

/** The widest column, in characters. */
const widest = 40

/**
 * Writes an Excel sheet: a fixed bold header, columns as wide as their first rows, numbers as numbers. All
 * else is text, so that ZIP codes keep their zeros and nothing is a formula. Fails if a sheet can't have so
 * many rows.
 */
export async function* sheetXml(
  columns: readonly string[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  let line = 1
  for await (const rows of batches) {
    if (rows.length === 0) continue
    if (line + rows.length > mostSheetRows)
      throw new Error(`An Excel sheet has at most ${mostSheetRows} rows.`)
    let xml = line === 1 ? beginning(columns, rows) : ''
    for (const cells of rows) xml += rowOf(++line, cells, styles.text)
    yield xml
  }
  if (line === 1) yield beginning(columns, [])
  // Without this, Excel marks every ZIP code as 'number stored as text'.
  const all = `A1:${letters(columns.length - 1)}${line}`
  yield `</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

function beginning(columns: readonly string[], rows: readonly Cell[][]): string {
  const cols = columns.map((name, place) => {
    const widths = rows.map((cells) => shownCell(cells[place]).length)
    const width = Math.min(widest, Math.max(name.length, ...widths)) + 2
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`
  })
  return `${declaration}<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${rowOf(1, columns, styles.header)}`
}

function rowOf(line: number, cells: readonly Cell[], style: number): string {
  const xml = cells.map((cell, place) => cellOf(`${letters(place)}${line}`, cell, style))
  return `<row r="${line}">${xml.join('')}</row>`
}

function cellOf(address: string, cell: Cell, style: number): string {
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`
  const text = sheetText(shownCell(cell))
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/**
 * Returns text for a cell. Control characters become spaces, as in CSV; what looks like Excel's escape
 * `_x0041_` is escaped.
 */
function sheetText(text: string): string {
  return escapeHtml(text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))
}

/** Returns a column's letters, from 0: 'A', 'Z' for 25, 'AA' for 26. */
function letters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last
}

/** Streams a workbook of one sheet. Ending the stream early ends the sheet. */
export function packedSheet(sheet: Readable): Readable {
  const zip = new ZipFile()
  const workbook = zip.outputStream as Readable
  zip.on('error', (problem: Error) => workbook.destroy(problem))
  workbook.on('close', () => sheet.destroy())
  for (const [path, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(declaration + xml), path)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return workbook
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schemas = 'http://schemas.openxmlformats.org'
const main = `${schemas}/spreadsheetml/2006/main`
const kinds = `${schemas}/officeDocument/2006/relationships`
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook's parts besides its sheet. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${kinds}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${kinds}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}
