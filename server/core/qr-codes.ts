import { encodeQR } from 'qr'
import sharp from 'sharp'

/** Returns a QR code as an SVG on white, with this many modules of quiet zone. */
export function qrSvg(text: string, border: number): string {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border })
  return svg.replace('<path', '<rect width="100%" height="100%" fill="#fff"/><path')
}

/** Returns a QR code as a PNG, with `scale` pixels for each module and four modules of quiet zone. */
export function qrPng(text: string, scale: number): Promise<Buffer> {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4, scale })
  const side = modules.length
  const pixels = Buffer.from(modules.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))))
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png({ palette: true })
    .toBuffer()
}
