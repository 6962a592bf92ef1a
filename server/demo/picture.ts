import { crc32, deflateSync } from 'node:zlib'
import type { Shape } from './shapes.ts'

/** A shape in a colour, `#RRGGBB` or `#RRGGBBAA`. */
export type Layer = readonly [color: string, shape: Shape]

const width = 320
const height = 160

/** Paints layers, the first at the bottom, on a transparent picture of 320 × 160 and gives its PNG. */
export function drawPng(layers: readonly Layer[]): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  for (const [color, shape] of layers) paint(pixels, shape, channelsOf(color))
  return png(pixels)
}

// A distance never changes faster than the place does, so a tile whose middle is far from the edge is painted or left
// as a whole.
const tile = 16
const tileReach = Math.SQRT1_2 * tile

function paint(pixels: Buffer, shape: Shape, color: Color): void {
  const coverage = (column: number, row: number) => {
    const half = height / 2
    return -shape((column - width / 2) / half, (row - half) / half) * half
  }
  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      const depth = coverage(left + tile / 2, top + tile / 2)
      if (depth < -tileReach - 1) continue
      const isCovered = depth > tileReach + 1
      for (let row = top; row < top + tile; row++) {
        for (let column = left; column < left + tile; column++) {
          const share = isCovered ? 1 : Math.min(1, Math.max(0, coverage(column + 0.5, row + 0.5) + 0.5))
          if (share > 0) blend(pixels, (row * width + column) * 4, color, share)
        }
      }
    }
  }
}

interface Color {
  channels: readonly number[]
  alpha: number
}

function channelsOf(color: string): Color {
  const [red = 0, green = 0, blue = 0, alpha = 255] = Buffer.from(color.slice(1), 'hex')
  return { channels: [red, green, blue], alpha: alpha / 255 }
}

/** Lays a colour over what is there; PNG keeps colours apart from their alpha. */
function blend(pixels: Buffer, at: number, { channels, alpha }: Color, share: number): void {
  const above = alpha * share
  const below = ((pixels[at + 3] ?? 0) / 255) * (1 - above)
  for (let index = 0; index < 3; index++) {
    const channel = (channels[index] ?? 0) * above + (pixels[at + index] ?? 0) * below
    pixels[at + index] = Math.round(channel / (above + below))
  }
  pixels[at + 3] = Math.round((above + below) * 255)
}

/** A PNG of 8-bit RGBA; https://www.w3.org/TR/png-3/. */
function png(pixels: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const stride = width * 4
  // Each row begins with its filter: 0, none.
  const rows = Buffer.alloc((stride + 1) * height)
  for (let row = 0; row < height; row++) {
    pixels.copy(rows, row * (stride + 1) + 1, row * stride, (row + 1) * stride)
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
