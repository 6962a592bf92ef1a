import Papa from 'papaparse'

/** A row of a file or sheet, and its first line, counted from 1 as in editors. */
export interface Row {
  line: number
  /** Trimmed. */
  cells: string[]
  /** The sheet's name in a workbook. */
  sheet?: string
  /** A workbook shows it to nobody, perhaps because of a filter. */
  isHidden?: boolean
  /** A workbook strikes out some of its text. */
  isStruck?: boolean
  /** The places of the columns that a workbook hides. */
  hiddenPlaces?: ReadonlySet<number>
  /** Quotation marks don't match, so later cells may be wrong. */
  isBroken?: boolean
}

/** The cell separators. Excel writes ';' if ',' is the decimal sign, and TAB as 'Unicode Text'. */
export const separators = [',', ';', '\t', '|']

/** The characters at the start in which to look for a line of column names. */
const searched = 256 * 1024

/**
 * Returns a file's text and encoding: UTF-8 or UTF-16, with or without byte order mark, else Windows-1252.
 * Drops NUL characters, which the database refuses.
 */
export function textOf(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = encodingOf(bytes)
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll('\0', ''), encoding }
}

/** Returns the first rows of a text. */
export function firstRows(text: string, separator: string): Row[] {
  return rowsOf(text.slice(0, searched), separator, searched)
}

/** Returns the separator whose first rows weigh most. */
export function separatorOf(text: string, weigh: (rows: Row[]) => number): string {
  const weights = separators.map((separator) => ({ separator, weight: weigh(firstRows(text, separator)) }))
  return weights.reduce((best, each) => (each.weight > best.weight ? each : best)).separator
}

/**
 * Returns a text's rows, without empty ones. A quoted cell may hold line breaks. An unclosed quotation mark
 * would swallow the rows below, so there each line is a row. Stops after `mostRows`.
 */
export function rowsOf(text: string, separator: string, mostRows: number): Row[] {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  const rows: Row[] = []
  let line = 1
  let start = 0
  parse(lines, separator, (cells, isBroken, end) => {
    const written = lines.slice(start, end)
    const height = isBroken || cells.some((cell) => cell.includes('\n')) ? heightOf(written) : 1
    if (isBroken && height > 1) addSingly(rows, written, { separator, line, mostRows })
    else add(rows, { line, cells, ...(isBroken && { isBroken }) }, separator)
    line += height
    start = end
    return rows.length <= mostRows
  })
  return rows
}

interface Singly {
  separator: string
  line: number
  mostRows: number
}

function addSingly(rows: Row[], written: string, { separator, line: first, mostRows }: Singly): void {
  for (const [place, text] of written.split('\n').entries()) {
    if (rows.length > mostRows) return
    const line = first + place
    parse(text, separator, (cells, isBroken) => {
      if (isBroken) add(rows, { line, cells: text.replaceAll('"', '').split(separator), isBroken }, separator)
      else add(rows, { line, cells }, separator)
      return true
    })
  }
}

/** Returns a cell's text without Excel's marks for text: `="08:00"`, `'08:00`. */
export function plainCell(cell: string): string {
  const text = cell.trim()
  const [, quoted] = /^="(.*)"$/s.exec(text) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim()
  return text.replace(/^'(?=[=+@\d-])/, '')
}

/** Joins the pieces of a cell such as `="Nov 17, 2026"` that lacks quotation marks around it. */
function joined(cells: readonly string[], separator: string): string[] {
  const whole: string[] = []
  for (let place = 0; place < cells.length; place++) {
    const isOpen = /^\s*="[^"]*$/.test(cells[place] ?? '')
    const end = isOpen ? cells.findIndex((cell, later) => later > place && /^[^"]*"\s*$/.test(cell)) : -1
    const last = end < 0 ? place : end
    whole.push(cells.slice(place, last + 1).join(separator))
    place = last
  }
  return whole
}

function add(rows: Row[], { cells, ...row }: Row, separator: string): void {
  const whole = cells.some((cell) => cell.includes('="')) ? joined(cells, separator) : cells
  const trimmed = whole.map(plainCell)
  if (trimmed.some((cell) => cell !== '')) rows.push({ ...row, cells: trimmed })
}

function heightOf(written: string): number {
  return written.replace(/\n$/, '').split('\n').length
}

/** Returns true if it wants more rows. */
type TakeRow = (cells: string[], isBroken: boolean, end: number) => boolean

function parse(text: string, separator: string, take: TakeRow): void {
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step: ({ data, errors, meta }, parser) => {
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      if (!take(data, isBroken, meta.cursor)) parser.abort()
    },
  })
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return wideEncodingOf(bytes.subarray(0, 4096)) ?? narrowEncodingOf(bytes)
}

/** Recognizes UTF-16 without its mark: every other byte of English text is zero. */
function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  bytes.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros.map((count) => count / (bytes.length / 2))
  if (odd > 0.4 && even < 0.1) return 'utf-16le'
  return even > 0.4 && odd < 0.1 ? 'utf-16be' : undefined
}

/** Returns the narrow encoding. One broken character in otherwise valid UTF-8 does not mean Windows-1252. */
function narrowEncodingOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  const broken = text.split('\ufffd').length - 1
  if (broken === 0) return 'utf-8'
  // All non-ASCII characters.
  const proper = (text.match(/[^ -~\s\ufffd]/g) ?? []).length
  return proper > broken ? 'utf-8' : 'windows-1252'
}
