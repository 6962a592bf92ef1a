import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/** Returns a QR code as an SVG on white; `border`: modules of quiet zone. */
export function qrSvg(text: string, border: number): string {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border })
  return svg.replace('<path', '<rect width="100%" height="100%" fill="#fff"/><path')
}

/**
 * Returns a QR code as a PNG with one bit for each pixel: seven pixels for each module, and four modules of quiet zone. A library
 * for pictures draws on other threads, and may wait there forever.
 */
export function qrPng(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4, scale: 7 })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(modules.length, 0)
  header.writeUInt32BE(modules.length, 4)
  header.writeUInt8(1, 8)
  const unfiltered = 0
  const rows = modules.flatMap((row) => [unfiltered, ...bytesOf(row)])
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = deflateSync(Buffer.from(rows), { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns eight pixels in a byte, the first in its highest bit; 1 is white, as is what fills the last byte. */
function bytesOf(row: boolean[]) {
  const bytes = Array.from({ length: Math.ceil(row.length / 8) }, () => 0xff)
  for (const [at, isDark] of row.entries())
    if (isDark) bytes[at >> 3] = (bytes[at >> 3] as number) & ~(0x80 >> (at & 7))
  return bytes
}

function chunk(name: string, data: Buffer) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
