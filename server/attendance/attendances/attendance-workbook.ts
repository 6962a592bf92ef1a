import { Parser } from 'htmlparser2'
import type { Entry, ZipFile } from 'yauzl'
import { fromBufferPromise } from 'yauzl'
import type { Row } from '#contract/core/text-tables.ts'
import { plainCell } from '#contract/core/text-tables.ts'
import type { Unread } from './attendance-reading.ts'
import { readStruckStyles } from './attendance-workbook-styles.ts'
import type { Parts } from './attendance-workbook-text.ts'
import { collectText, readStrings } from './attendance-workbook-text.ts'

/** The most bytes of an unpacked workbook, and the most characters of its cells. */
const mostUnpacked = 256 * 1024 * 1024

/** The most columns of a row; a sheet may have 16,384. */
const mostColumns = 256

/** The most rows of a workbook including empty ones: as many as one sheet can have. */
const mostRowsWithEmpty = 1_048_576

/** The most tags of a workbook, and the most attributes of one: more than 20,000 rows of a report have. */
const mostTags = 2_000_000
const mostAttributes = 100

/** The days between a workbook's two possible starting dates. */
const daysBetweenStarts = 1462

interface Workbook {
  tables: Row[][]
  /** Some cells have comments. */
  hasComments: boolean
}

class Unreadable extends Error {}

/** Returns true if bytes begin like a zip file, which a workbook is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/**
 * Returns each sheet's rows, with formulas' stored values. Dates stay numbers, as stored. Refuses a file
 * whose declared or actual unpacked size is too large.
 */
export async function readWorkbook(bytes: Uint8Array, mostRows: number): Promise<Workbook | Unread> {
  let zip: ZipFile | undefined
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      autoClose: false,
    })
    return await readParts(zip, mostRows)
  } catch (problem) {
    if (problem instanceof Unreadable) return { refused: problem.message }
    return { refused: damaged }
  } finally {
    zip?.close()
  }
}

async function readParts(zip: ZipFile, mostRows: number): Promise<Workbook> {
  const parts = await openParts(zip)
  const { sheets, startsIn1904 } = await readContents(parts)
  const strings = await readStrings(parts)
  const struck = await readStruckStyles(parts)
  const tables: Row[][] = []
  const counts = { rows: 0, characters: 0 }
  // Sheets may name one part many times; it counts once.
  const seen = new Set<string>()
  for (const sheet of sheets) {
    if (seen.has(sheet.part)) continue
    seen.add(sheet.part)
    const rows: Row[] = []
    const merged = await readSheet(parts, sheet.part, { strings, struck, startsIn1904 }, (row) => {
      counts.rows++
      for (const cell of row.cells) counts.characters += cell.length
      if (counts.rows > mostRows) throw new Unreadable(tooMany(mostRows))
      if (counts.characters > mostUnpacked) throw new Unreadable(tooLarge)
      rows.push({ ...row, sheet: sheet.name, ...(sheet.isHidden && { isHidden: true }) })
    })
    fillMerged(rows, merged)
    tables.push(rows)
  }
  return { tables, hasComments: parts.names.some((name) => /comments?\d*\.xml$/i.test(name)) }
}

/** Says that a file has too many rows. */
export function tooMany(mostRows: number): string {
  return `This file has more than ${mostRows.toLocaleString('en-US')} rows. Please split it by time slot or by day, and upload each part.`
}

const damaged =
  'This workbook is damaged. Open it in your spreadsheet program, save it again, and upload the new file.'
const otherZip =
  'This seems to be a zip file or another document, such as .ods, and no Excel workbook: save it as .xlsx or CSV.'
const tooLarge = `This workbook unpacks to more than ${mostUnpacked / 1024 / 1024} MB. Please export it as CSV.`

async function openParts(zip: ZipFile): Promise<Parts> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  if (!entries.has('xl/workbook.xml')) {
    throw new Unreadable(otherZip)
  }
  let [unpacked, rows, tags] = [0, 0, 0]
  return {
    names: [...entries.keys()],
    async read(name, opened, text, closed) {
      const entry = entries.get(name)
      if (!entry) return
      if (unpacked + entry.uncompressedSize > mostUnpacked) throw new Unreadable(tooLarge)
      let attributesOfTag = 0
      const parser = new Parser(
        {
          onopentagname: (tag) => {
            attributesOfTag = 0
            if (bare(tag) === 'row') rows += 1
            if (++tags > mostTags || rows > mostRowsWithEmpty) throw new Unreadable(tooLarge)
          },
          onattribute: () => {
            if (++attributesOfTag > mostAttributes) throw new Unreadable(tooLarge)
          },
          onopentag: (tag, attributes) => opened(bare(tag), attributes),
          ontext: text,
          onclosetag: (tag) => closed(bare(tag)),
        },
        { xmlMode: true },
      )
      const decoder = new TextDecoder()
      // The stream fails as soon as more comes out than was declared.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += chunk.length
        parser.write(decoder.decode(chunk, { stream: true }))
      }
      parser.end()
    },
  }
}

async function readContents(parts: Parts) {
  const targets = new Map<string, string>()
  await parts.read(
    'xl/_rels/workbook.xml.rels',
    (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
    nothing,
    nothing,
  )
  const sheets: { name: string; part: string; isHidden: boolean }[] = []
  let startsIn1904 = false
  await parts.read(
    'xl/workbook.xml',
    (tag, attributes) => {
      if (tag === 'workbookPr') startsIn1904 = isTrue(attributes.date1904)
      if (tag !== 'sheet') return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
      const isHidden = /hidden/i.test(attributes.state ?? '')
      sheets.push({ name: attributes.name ?? '', part: targets.get(id) ?? '', isHidden })
    },
    nothing,
    nothing,
  )
  return { sheets, startsIn1904 }
}

interface Values {
  strings: string[]
  /** The styles that strike a cell's text out. */
  struck: ReadonlySet<number>
  startsIn1904: boolean
}

/** Merged cells: the place of their column and their first and last row. */
interface Merged {
  place: number
  first: number
  last: number
}

/** The most merged cells of a sheet, and the most rows that get their values. */
const mostMerged = 200_000

/** Copies the value of merged cells into each of their rows, because it belongs to all of them. */
function fillMerged(rows: readonly Row[], merged: readonly Merged[]) {
  const places = new Map(rows.map(({ line }, place) => [line, place]))
  let filled = 0
  for (const { place, first, last } of merged) {
    const start = places.get(first)
    const value = start === undefined ? undefined : rows[start]?.cells[place]
    if (start === undefined || !value) continue
    for (let next = start + 1; next < rows.length; next++) {
      const { line, cells } = rows[next] as Row
      if (line > last) break
      if (++filled > mostMerged) throw new Unreadable(tooLarge)
      while (cells.length < place) cells.push('')
      cells[place] ||= value
    }
  }
}

/** The text of a formula whose value its program has not stored. */
const unsaved = 'formula without a value'

/** Passes a sheet's rows on, and returns its merged cells, which follow them. */
async function readSheet(
  parts: Parts,
  part: string,
  values: Values,
  take: (row: Row) => void,
): Promise<Merged[]> {
  const merged: Merged[] = []
  const text = collectText((tag) => tag === 'v' || tag === 't')
  let line = 0
  let cells: string[] = []
  let marks: Pick<Row, 'isHidden' | 'isStruck' | 'hiddenPlaces'> = {}
  const hiddenPlaces = new Set<number>()
  let cell = { place: -1, type: '', isFormula: false, isStruck: false }
  await parts.read(
    part,
    (tag, attributes) => {
      text.opened(tag)
      if (tag === 'row') {
        line = Number(attributes.r ?? line + 1)
        cells = []
        marks = {
          ...(isTrue(attributes.hidden) && { isHidden: true }),
          ...(hiddenPlaces.size > 0 && { hiddenPlaces }),
        }
        cell = { place: -1, type: '', isFormula: false, isStruck: false }
      } else if (tag === 'col' && isTrue(attributes.hidden)) {
        const last = Math.min(Number(attributes.max), mostColumns)
        for (let place = Number(attributes.min); place <= last; place++) hiddenPlaces.add(place - 1)
      } else if (tag === 'mergeCell') {
        const [, from, first, last] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(attributes.ref ?? '') ?? []
        const place = placeOf(from)
        if (merged.length >= mostMerged) throw new Unreadable(tooLarge)
        if (place !== undefined) merged.push({ place, first: Number(first), last: Number(last) })
      } else if (tag === 'c') {
        const place = placeOf(attributes.r) ?? cell.place + 1
        const isStruck = values.struck.has(Number(attributes.s))
        cell = { place, type: attributes.t ?? 'n', isFormula: false, isStruck }
      } else if (tag === 'f') {
        cell.isFormula = true
      }
    },
    text.said,
    (tag) => {
      text.closed(tag)
      if (tag === 'c') {
        const written = text.take() || (cell.isFormula && cell.type !== 'str' ? unsaved : '')
        if (written === '' || cell.place >= mostColumns) return
        const value = plainCell(valueIn(written, cell.type, values))
        if (value === '') return
        while (cells.length < cell.place) cells.push('')
        cells[cell.place] = value
        if (cell.isStruck) marks.isStruck = true
      } else if (tag === 'row' && cells.length > 0) take({ line, cells, ...marks })
    },
  )
  return merged
}

function valueIn(text: string, type: string, { strings, startsIn1904 }: Values) {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type !== 'n' || text === '') return text
  const value = Number(text)
  const isDay = value > 30_000 && value < 75_000
  return Number.isNaN(value) ? text : String(startsIn1904 && isDay ? value + daysBetweenStarts : value)
}

/** Returns a cell's place, from 0: 27 for 'AB12'. */
function placeOf(address = ''): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0]
  if (!letters) return undefined
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function isTrue(attribute = '') {
  return /^(1|true)$/.test(attribute)
}

/** Returns a tag without its namespace. */
function bare(tag: string) {
  return tag.slice(tag.indexOf(':') + 1)
}

function nothing() {}
