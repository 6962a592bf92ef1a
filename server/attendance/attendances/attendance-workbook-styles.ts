import type { Parts } from './attendance-workbook-text.ts'

/** Returns the numbers of a workbook's cell styles that strike text out. */
export async function readStruckStyles(parts: Parts): Promise<Set<number>> {
  const fonts: boolean[] = []
  const struck = new Set<number>()
  let [list, styles] = ['', 0]
  await parts.read(
    'xl/styles.xml',
    (tag, { fontId, val = '1' }) => {
      if (tag === 'fonts' || tag === 'cellXfs') list = tag
      else if (list === 'fonts' && tag === 'font') fonts.push(false)
      else if (list === 'fonts' && tag === 'strike') fonts[fonts.length - 1] = /^(1|true)$/.test(val)
      else if (list === 'cellXfs' && tag === 'xf') {
        if (fonts[Number(fontId)]) struck.add(styles)
        styles += 1
      }
    },
    () => {},
    (tag) => {
      if (tag === list) list = ''
    },
  )
  return struck
}
