import { crc32, deflateRawSync } from 'node:zlib'

/** A cell: a text, a number, or the XML of one. */
type GivenCell = string | number | { xml: string }

interface GivenPart {
  name: string
  content: string | Buffer
  /** The unpacked size that the file declares, if it lies. */
  declared?: number
}

/** Returns the bytes of a workbook with these sheets, each with the same merged cells. */
export function workbookOf(
  sheets: Record<string, GivenCell[][]>,
  { properties = '', more = [] as GivenPart[], merged = [] as string[] } = {},
): Buffer {
  const names = Object.keys(sheets)
  const strings: string[] = []
  const parts = names.map((name, place) => ({
    name: `xl/worksheets/sheet${place + 1}.xml`,
    content: sheetOf(sheets[name] ?? [], strings, merged),
  }))
  const list = names.map((name, place) => `<sheet name="${name}" sheetId="${place + 1}" r:id="rId${place}"/>`)
  const links = parts.map(({ name }, place) => `<Relationship Id="rId${place}" Target="${name.slice(3)}"/>`)
  return zipOf([
    {
      name: 'xl/workbook.xml',
      content: `<workbook>${properties}<sheets>${list.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${links.join('')}</Relationships>` },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    },
    ...parts,
    ...more,
  ])
}

/** Returns the bytes of a zip file. A later part replaces an earlier one of the same name. */
export function zipOf(given: GivenPart[]): Buffer {
  const parts = [...new Map(given.map((part) => [part.name, part])).values()]
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, declared } of parts) {
    const bytes = Buffer.from(content as string)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declared ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), fields, end, Buffer.from(name)]))
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(entries)
  const last = Buffer.alloc(18)
  last.writeUInt16LE(parts.length, 4)
  last.writeUInt16LE(parts.length, 6)
  last.writeUInt32LE(directory.length, 8)
  last.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, directory, Buffer.from('PK\u0005\u0006'), last])
}

function sheetOf(rows: GivenCell[][], strings: string[], merged: string[]): string {
  const cellOf = (cell: GivenCell, place: number, line: number) => {
    const address = `r="${String.fromCharCode(65 + place)}${line}"`
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c ${address}`)
    if (typeof cell === 'number') return `<c ${address} s="1"><v>${cell}</v></c>`
    return cell === '' ? '' : `<c ${address} t="s"><v>${strings.push(cell) - 1}</v></c>`
  }
  const xml = rows.map((cells, index) => {
    const line = index + 1
    return `<row r="${line}">${cells.map((cell, place) => cellOf(cell, place, line)).join('')}</row>`
  })
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `<worksheet><sheetData>${xml.join('')}</sheetData><mergeCells>${cells}</mergeCells></worksheet>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
