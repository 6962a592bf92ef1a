import type Sharp from 'sharp'
import { Refusal } from '#server/core/http/refusal.ts'

/** A picture as it is kept: pixels and nothing else. */
export interface Picture {
  contentType: 'image/webp'
  bytes: Buffer
  /** The same, narrower; undefined where it is narrow already. */
  smallerBytes: Buffer | undefined
}

interface Widths {
  whole: number
  narrow: number
}

/** Each takes six bytes while a progressive JPEG is drawn, and fewer in any other. */
const mostPixels = 25_000_000

const secondsToDraw = 10

/** How many times as high as wide a picture may be: a long one gets narrower. */
const heightPerWidth = 2

/**
 * Draws a picture anew, upright and in sRGB, as WebP in two widths, so that nothing of the given bytes is kept but what is seen:
 * of an animation its first picture. Refuses what is no PNG, JPEG, WebP or GIF by its content, is damaged, or has too many pixels.
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

/** A large picture may be a small file: its head says how many pixels it would take, before any is drawn. */
async function refuseTooManyPixels(sharp: typeof Sharp, bytes: Buffer): Promise<void> {
  const { width, height } = await readable(sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > mostPixels) throw new Refusal('PICTURE_TOO_MANY_PIXELS')
}

interface Drawing {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Drawings are smaller without any loss, photographs with some that nobody sees: the smaller one is kept. */
async function encode(sharp: typeof Sharp, { data, info }: Drawing, width: number): Promise<Buffer> {
  const drawn = sharp(data, { raw: info }).resize(within(width))
  const lossless = await drawn.clone().webp({ lossless: true }).toBuffer()
  const lossy = await drawn.webp({ quality: 85, smartSubsample: true }).toBuffer()
  return lossless.length <= lossy.length ? lossless : lossy
}

function within(width: number) {
  return { width, height: width * heightPerWidth, fit: 'inside', withoutEnlargement: true } as const
}

function isKnown(bytes: Buffer): boolean {
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

/** Loaded with the first picture: it takes its time and memory, and where it has no build, the rest of the portal runs. */
function drawingProgram(): Promise<typeof Sharp> {
  program ??= import('sharp').then(({ default: sharp }) => {
    // Whatever else libvips could read stays shut, however it is named: SVG, PDF and some thirty more.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    // A picture is drawn once: what is kept in memory for the next time would only stay there.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return program
}
