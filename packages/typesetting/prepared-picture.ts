import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Picture } from './picture.ts'

/**
 * Converts a file to a picture for documents, with at most this width and height in pixels. Throws if it is
 * not a picture.
 */
export async function preparePicture(
  file: Uint8Array,
  atMost: { width: number; height: number },
): Promise<Picture> {
  const { data, info } = await sharp(file)
    .resize({ ...atMost, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { colors, opacity } = separate(data)
  return {
    key: createHash('sha256').update(file).digest('hex'),
    width: info.width,
    height: info.height,
    colors: deflateSync(colors, { level: 9 }),
    opacity: opacity.every((byte) => byte === 255) ? null : deflateSync(opacity, { level: 9 }),
  }
}

/** Returns the colors and the opacity of pixels of four bytes each. */
function separate(pixels: Uint8Array): { colors: Uint8Array; opacity: Uint8Array } {
  const count = pixels.length / 4
  const [colors, opacity] = [new Uint8Array(count * 3), new Uint8Array(count)]
  for (let pixel = 0; pixel < count; pixel++) {
    colors.set(pixels.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
    opacity[pixel] = pixels[pixel * 4 + 3] as number
  }
  return { colors, opacity }
}
