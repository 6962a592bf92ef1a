import { encodeQR } from 'qr'
import { rgb } from './notation.ts'

/** A QR code's top left corner, and its side without the quiet zone, in points. */
export interface QrPlace {
  x: number
  y: number
  side: number
  color: string
}

/** Returns the operators that draw a QR code. Refuses a text of more than about 2,300 bytes. */
export function qrOperators(text: string, { x, y, side, color }: QrPlace): string {
  // All eight masks can be read. Trying all of them takes three times as long as the rest.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', mask: 2, border: 1 })
  const size = modules.length - 2
  const isDark = (row: number, column: number) => modules[row + 1]?.[column + 1]
  const bars: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column
      while (column < size && isDark(row, column)) column++
      if (column > start) bars.push(`${start} ${row} ${column - start} 1 re`)
    }
  }
  const scale = side / size
  return `q ${rgb(color)} rg ${scale} 0 0 ${scale} ${x} ${y} cm ${bars.join(' ')} f Q`
}
