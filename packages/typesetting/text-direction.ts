import type { Bidi } from 'bidi-js'
import bidiFactory from 'bidi-js'

export type TextDirection = 'ltr' | 'rtl'

/** Returns a paragraph's direction: that of its first letter with a direction. */
export function directionOf(text: string): TextDirection {
  if (!rightToLeft.test(text)) return 'ltr'
  return (bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level ?? 0) % 2 ? 'rtl' : 'ltr'
}

/** Returns each UTF-16 unit's embedding level, odd for right to left; undefined if all text is left to right. */
export function levelsOf(text: string, direction: TextDirection): Uint8Array | undefined {
  if (direction === 'ltr' && !rightToLeft.test(text)) return undefined
  return bidi.getEmbeddingLevels(text, direction).levels
}

/** Reorders stretches of one level each by rule L2 of the Unicode bidirectional algorithm. */
export function visualOrder<Leveled extends { level: number }>(stretches: Leveled[]): Leveled[] {
  const order = [...stretches]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return order
}

const bidi = (bidiFactory as unknown as () => Bidi)()
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
