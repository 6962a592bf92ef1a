import { endedStream } from './ended-stream.ts'
import { rounded } from './notation.ts'

/** A picture in a document: pixels from the top left, compressed. */
export interface Picture {
  /** A name for its content. Pages with the same name share one picture. */
  key: string
  width: number
  height: number
  /** The bytes of red, green and blue, deflated. */
  colors: Uint8Array
  /** The opacity, one byte per pixel, deflated; null if the picture is opaque. */
  opacity: Uint8Array | null
}

/** A box in points, from the top left. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the operators to draw the picture of this name as large as fits, at the bottom left of the box. */
export function pictureOperators(name: string, { width, height }: Picture, box: Box): string {
  const scale = Math.min(box.width / width, box.height / height)
  const [wide, high] = [rounded(width * scale), rounded(height * scale)]
  // The page's y axis points down, a picture's points up.
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
