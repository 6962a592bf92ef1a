import { hex } from './notation.ts'

/** Returns the CMap that maps the codes of a font back to text. */
export function unicodeMap(texts: [code: number, text: string][]): string {
  const lines = texts.map(([code, text]) => `<${hex(code)}> <${utf16(text)}>`)
  const blocks: string[] = []
  // The format allows a hundred entries per block.
  for (let from = 0; from < lines.length; from += 100) {
    const block = lines.slice(from, from + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`)
  }
  return head + blocks.join('') + foot
}

const head = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`
const foot = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')
}
