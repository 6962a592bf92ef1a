import QRCode from 'qrcode'

/** The dark modules of a QR code as runs along its rows, in modules from the top left. */
export interface QrPattern {
  size: number
  bars: { x: number; y: number; width: number }[]
}

export function qrPattern(text: string): QrPattern {
  // Any of the eight masks reads well; trying them all for the prettiest costs three times the rest, and
  // so does looking for stretches of digits worth a segment of their own.
  const segments = [{ data: Buffer.from(text), mode: 'byte' as const }]
  const { modules } = QRCode.create(segments, { errorCorrectionLevel: 'M', maskPattern: 2 })
  const { size, data } = modules
  const bars: QrPattern['bars'] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) bars.push({ x: start, y, width: x - start })
    }
  }
  return { size, bars }
}
