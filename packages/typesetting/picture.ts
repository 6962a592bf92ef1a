import { endedStream } from './ended-stream.ts'
import { rounded } from './notation.ts'

/** A picture as a document carries it: pixels from the top left, compressed. */
export interface Picture {
  /** Names its content: pages with the same one share it. */
  key: string
  width: number
  height: number
  /** Deflated bytes of red, green and blue. */
  colors: Uint8Array
  /** A deflated byte a pixel; null: nothing shines through. */
  opacity: Uint8Array | null
}

/** A box in points, from the top left. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the operators that draw the page's picture of this name as large as fits, at the bottom left of the box. */
export function pictureOperators(name: string, { width, height }: Picture, box: Box): string {
  const scale = Math.min(box.width / width, box.height / height)
  const [wide, high] = [rounded(width * scale), rounded(height * scale)]
  // The page counts y downwards, a picture upwards.
  return `q ${wide} 0 0 -${high} ${box.x} ${rounded(box.y + box.height)} cm /${name} Do Q`
}

/** Writes a picture's objects. */
export function embedPicture(
  doc: PDFKit.PDFDocument,
  { width, height, colors, opacity }: Picture,
): PDFKit.PDFKitReference {
  const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  const mask = opacity && endedStream(doc, { ...image, ColorSpace: 'DeviceGray' }, opacity)
  return endedStream(doc, { ...image, ColorSpace: 'DeviceRGB', ...(mask && { SMask: mask }) }, colors)
}
