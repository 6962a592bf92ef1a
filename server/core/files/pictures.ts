import type Sharp from 'sharp'
import { Refusal } from '#server/core/http/refusal.ts'

export interface Picture {
  contentType: 'image/webp'
  bytes: Buffer
  /** The narrow copy; undefined if the picture is narrow already. */
  smallerBytes: Buffer | undefined
}

interface Widths {
  whole: number
  narrow: number
}

/** Each takes six bytes while a progressive JPEG is decoded, fewer in other formats. */
const mostPixels = 25_000_000

const secondsToDraw = 10

/** The width of icons, in pixels. */
const iconWidth = 192

/** The greatest height per width; a longer picture becomes narrower. */
const heightPerWidth = 2

/**
 * Redraws a picture as WebP in two widths, upright and in sRGB, so that only pixels are stored. Of an
 * animation, keeps the first frame. Refuses all but PNG, JPEG, WebP and GIF, damaged pictures, and too many
 * pixels.
 */
export async function redrawPicture(bytes: Buffer, { whole, narrow }: Widths): Promise<Picture> {
  if (!isKnown(bytes)) throw new Refusal('PICTURE_REFUSED')
  const sharp = await drawingProgram()
  await refuseTooManyPixels(sharp, bytes)
  const drawing = await readable(
    sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true })
      .resize(within(whole))
      .toColourspace('srgb')
      .timeout({ seconds: secondsToDraw })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = drawing.info
  const isNarrow = width <= narrow && height <= narrow * heightPerWidth
  return {
    contentType: 'image/webp',
    bytes: await encode(sharp, drawing, whole),
    smallerBytes: isNarrow ? undefined : await encode(sharp, drawing, narrow),
  }
}

/** Redraws a stored picture as PNG: as it is, or as an icon, in the middle of a white square. */
export async function redrawAsPng(bytes: Buffer, isIcon: boolean): Promise<Buffer> {
  const sharp = await drawingProgram()
  const drawn = sharp(bytes, { limitInputPixels: mostPixels }).timeout({ seconds: secondsToDraw })
  const size = { width: iconWidth, height: iconWidth, fit: 'contain', background: 'white' } as const
  return (isIcon ? drawn.resize(size).flatten({ background: 'white' }) : drawn).png().toBuffer()
}

/** Refuses too many pixels by the header, before decoding: a large picture may be a small file. */
async function refuseTooManyPixels(sharp: typeof Sharp, bytes: Buffer) {
  const { width, height } = await readable(sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > mostPixels) throw new Refusal('PICTURE_TOO_MANY_PIXELS')
}

interface Drawing {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Returns the smaller encoding: lossless suits drawings, invisible loss suits photographs. */
async function encode(sharp: typeof Sharp, { data, info }: Drawing, width: number) {
  const drawn = sharp(data, { raw: info }).resize(within(width))
  const lossless = await drawn.clone().webp({ lossless: true }).toBuffer()
  const lossy = await drawn.webp({ quality: 85, smartSubsample: true }).toBuffer()
  return lossless.length <= lossy.length ? lossless : lossy
}

function within(width: number) {
  return { width, height: width * heightPerWidth, fit: 'inside', withoutEnlargement: true } as const
}

function isKnown(bytes: Buffer) {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
  return (
    begins('\x89PNG\r\n\x1a\n') ||
    begins('\xff\xd8\xff') ||
    begins('GIF8') ||
    (begins('RIFF') && begins('WEBP', 8))
  )
}

async function readable<Result>(drawn: Promise<Result>): Promise<Result> {
  return drawn.catch(() => {
    throw new Refusal('PICTURE_UNREADABLE')
  })
}

let program: Promise<typeof Sharp> | undefined

/**
 * Loads sharp with the first picture: it costs time and memory, and a machine without a build of it can run
 * the rest.
 */
function drawingProgram(): Promise<typeof Sharp> {
  program ??= import('sharp').then(({ default: sharp }) => {
    // Disables the other formats of libvips: SVG, PDF and some thirty more.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    // A picture is redrawn once, so caching is useless.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return program
}
