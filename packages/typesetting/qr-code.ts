import QRCode from 'qrcode'
import { rgb } from './notation.ts'

/** The place of a QR code: its top left corner and its side without quiet zone, in points. */
export interface QrPlace {
  x: number
  y: number
  side: number
  color: string
}

/** A QR code as the operators that draw it. Refuses a text that no code can hold, of some 2,300 bytes. */
export function qrOperators(text: string, { x, y, side, color }: QrPlace): string {
  // Any of the eight masks reads well; trying them all for the prettiest costs three times the rest, and
  // so does looking for stretches of digits worth a segment of their own.
  const segments = [{ data: Buffer.from(text), mode: 'byte' as const }]
  const { size, data } = QRCode.create(segments, { errorCorrectionLevel: 'M', maskPattern: 2 }).modules
  const bars: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column
      while (column < size && data[row * size + column]) column++
      if (column > start) bars.push(`${start} ${row} ${column - start} 1 re`)
    }
  }
  const scale = side / size
  return `q ${rgb(color)} rg ${scale} 0 0 ${scale} ${x} ${y} cm ${bars.join(' ')} f Q`
}
