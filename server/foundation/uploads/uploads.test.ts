import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostPictureBytes, narrowPicture } from '#contract/foundation/uploads/calls.ts'
import { storeFile } from '#server/core/files/stored-files.ts'
import { atOnce, until } from '#test/app.ts'
import { givenAdministrator, preparedApp } from '#test/given.ts'
import { givenBomb, givenPhotograph, givenPicture } from '#test/pictures.ts'
import { rawClient } from '#test/raw-client.ts'

let address: { host: string; port: number }
let token: string
const app = preparedApp({ works: false })
beforeAll(async () => {
  address = await app.listen()
  token = (await givenAdministrator(app)).token
})

interface Kept {
  width: number
  height: number
  bytes: Buffer
}

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is re-encoded from %s, whatever its name',
    async (format) => {
      const bytes = await givenPicture(format, { width: 2000, height: 1000 })
      const answer = await upload(bytes, { name: '../../logo.svg', type: 'image/svg+xml' })
      expect(answer).toEqual({
        status: 200,
        data: { fileUrl: expect.stringMatching(/^\/api\/files\/[0-9a-f]{64}$/) },
      })
      const { fileUrl } = answer.data
      expect(await pictureAt(fileUrl)).toMatchObject({ width: 960, height: 480 })
      expect(await pictureAt(narrowPicture(fileUrl))).toMatchObject({ width: 320, height: 160 })
      expect(await pictureAt(`${fileUrl}?width=960`)).toMatchObject({ width: 960 })
      expect(await pictureAt(`${fileUrl}?width=wide`)).toMatchObject({ width: 960 })
    },
  )

  test('is never enlarged, and a narrow one is stored once', async () => {
    const { fileUrl } = (await upload(await givenPicture('png', { width: 60, height: 30, color: '#111111' })))
      .data
    const [whole, narrow] = [await pictureAt(fileUrl), await pictureAt(narrowPicture(fileUrl))]
    expect(whole).toMatchObject({ width: 60, height: 30 })
    expect(narrow).toEqual(whole)
  })

  test('is sent as PNG for mail programs, and as a square for icons', async () => {
    const { fileUrl } = (await upload(await givenPicture('png', { width: 600, height: 200 }))).data
    for (const [as, width, height] of [
      ['png', 320, 107],
      ['icon', 192, 192],
    ] as const) {
      const answer = await fetch(at(`${fileUrl}?as=${as}`))
      expect(answer.headers.get('content-type')).toBe('image/png')
      const { format, ...size } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([format, size.width, size.height]).toEqual(['png', width, height])
    }
    expect(await pictureAt(`${fileUrl}?as=svg`)).toMatchObject({ width: 600 })
  })

  test('that cannot be drawn is sent as it is, and asked for again', async () => {
    const { fileUrl } = (await upload(await givenPicture('png'))).data
    const broken = await storeFile(app.services.db, 'image/webp', Buffer.from('no picture'))
    const [png, other] = [await fetch(at(`${broken}?as=png`)), await fetch(at(`${fileUrl}?as=png`))]
    expect([png.headers.get('content-type'), png.headers.get('cache-control')]).toEqual([
      'image/webp',
      'no-store',
    ])
    expect(other.headers.get('cache-control')).toContain('immutable')
  })

  test('is stored as the same file, however often it is uploaded', async () => {
    const bytes = await givenPicture('png', { color: '#222222' })
    const first = await upload(bytes)
    const before = await countFiles()
    expect(await upload(bytes)).toEqual(first)
    expect(await countFiles()).toBe(before)
  })

  test('is stored upright and without metadata', async () => {
    const lying = await sharp(await givenPicture('jpeg', { width: 300, height: 100 }))
      .withMetadata({ orientation: 6, icc: 'p3', exif: { IFD0: { Artist: 'Somebody Private' } } })
      .toBuffer()
    expect(lying.includes('Somebody Private')).toBe(true)
    const { bytes, ...kept } = await pictureAt((await upload(lying)).data.fileUrl)
    expect(kept).toMatchObject({ width: 100, height: 300 })
    const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('loses what is hidden behind a %s', async (format) => {
    const hidden = '<html><script>alert(1)</script>PK\u0003\u0004'
    const picture = await givenPicture(format, { color: '#333333' })
    const { bytes } = await pictureAt(
      (await upload(Buffer.concat([picture, Buffer.from(hidden)]))).data.fileUrl,
    )
    expect(bytes.toString('latin1')).not.toMatch(/html|script|alert|PK/)
  })

  test('is stored small from a photograph, and without loss from a drawing', async () => {
    const photograph = await pictureAt((await upload(await givenPhotograph('jpeg', 900, 600))).data.fileUrl)
    expect(photograph.bytes.toString('latin1', 12, 16)).not.toBe('VP8L')
    const drawing = await pictureAt(
      (await upload(await givenPicture('png', { color: '#fe0102' }))).data.fileUrl,
    )
    const [red, green, blue] = await sharp(drawing.bytes).raw().toBuffer()
    expect([red, green, blue]).toEqual([0xfe, 1, 2])
  })

  test('may have exactly 2 MB', async () => {
    const picture = await givenPicture('png', { color: '#444444' })
    const full = Buffer.concat([picture, Buffer.alloc(mostPictureBytes - picture.length)])
    expect(await upload(full)).toMatchObject({ status: 200 })
  })
})

test('a stored picture cannot run scripts, is not a page, and never changes', async () => {
  const { fileUrl } = (await upload(await givenPicture('png'))).data
  const { headers } = await fetch(at(fileUrl))
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

describe('the portal refuses and does not store', () => {
  let before: number
  beforeEach(async () => {
    before = await countFiles()
  })
  afterEach(async () => expect(await countFiles()).toBe(before))

  const cut = async (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
    (await givenPhotograph(format, 200, 200)).subarray(0, 4000)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ['one byte more than 2 MB', () => Buffer.alloc(mostPictureBytes + 1), 413, 'PICTURE_TOO_LARGE'],
    ['a photograph of 12 MB', () => Buffer.alloc(12_000_000), 413, 'PICTURE_TOO_LARGE'],
    ['an empty file', () => Buffer.alloc(0), 415, 'PICTURE_REFUSED'],
    ['an SVG', () => Buffer.from(svg), 415, 'PICTURE_REFUSED'],
    ['an SVG after a space', () => Buffer.from(` ${svg}`), 415, 'PICTURE_REFUSED'],
    ['a page', () => Buffer.from('<!doctype html><h1>Hello</h1>'), 415, 'PICTURE_REFUSED'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%\n'), 415, 'PICTURE_REFUSED'],
    ['a TIFF', () => sharp(svgless).tiff().toBuffer(), 415, 'PICTURE_REFUSED'],
    ['an AVIF', () => sharp(svgless).avif().toBuffer(), 415, 'PICTURE_REFUSED'],
    ['a page that begins as a GIF', () => Buffer.from(`GIF89a${svg}`), 422, 'PICTURE_UNREADABLE'],
    ['half a PNG', () => cut('png'), 422, 'PICTURE_UNREADABLE'],
    ['half a JPEG', () => cut('jpeg'), 422, 'PICTURE_UNREADABLE'],
    ['half a WebP', () => cut('webp'), 422, 'PICTURE_UNREADABLE'],
    ['half a GIF', () => cut('gif'), 422, 'PICTURE_UNREADABLE'],
    ['a bomb of 900 million pixels', () => givenBomb(30_000, 30_000), 422, 'PICTURE_TOO_MANY_PIXELS'],
  ])('%s', async (_, given, status, code) => {
    expect(await upload(await given())).toMatchObject({ status, code })
  })

  const noFile = { file: 'Please send one file, in the field "file"' }
  const picture = () => givenPicture('png', { color: '#555555' })
  test.each<[string, (form: FormData, bytes: Blob) => void]>([
    ['a form without a field', () => {}],
    ['a form whose file is text', (form) => form.set('file', 'text')],
    ['a form with another field', (form, bytes) => form.set('picture', bytes)],
    ['a form with another file besides', (form, bytes) => append(form, bytes, ['file', 'picture'])],
    ['a form with two files', (form, bytes) => append(form, bytes, ['file', 'file'])],
    ['a form with three files', (form, bytes) => append(form, bytes, ['file', 'file', 'file'])],
  ])('%s', async (_, fill) => {
    const form = new FormData()
    fill(form, new Blob([new Uint8Array(await picture())]))
    expect(await send(form)).toEqual({ status: 422, code: 'INVALID_FIELDS', fields: noFile })
  })

  test.each<[string, string | undefined, string, number, string]>([
    ['JSON instead of a form', 'application/json', '{}', 415, 'FORM_EXPECTED'],
    ['an empty body', undefined, '', 415, 'FORM_EXPECTED'],
    ['another kind of form', 'application/x-www-form-urlencoded', 'file=1', 415, 'WRONG_MEDIA_TYPE'],
    ['the bytes without a form', 'image/png', '\x89PNG', 415, 'WRONG_MEDIA_TYPE'],
    ['a form without a boundary', 'multipart/form-data', '--x--', 400, 'MALFORMED'],
    [
      'a form that is cut off',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      400,
      'MALFORMED',
    ],
    [
      'a form with a field named __proto__',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
      400,
      'MALFORMED',
    ],
  ])('%s', async (_, type, body, status, code) => {
    expect(await send(body, type)).toMatchObject({ status, code })
  })

  test('an endless upload, while it still arrives', async () => {
    const client = await rawClient(address, headOf('Transfer-Encoding: chunked'))
    const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    client.socket.write(`${chunkOf(partHead)}${part.repeat(40)}`)
    expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 413 .*"PICTURE_TOO_LARGE"/s)
  })

  test('a picture that is too large, and answers the next call on the same connection', async () => {
    const form = `${partHead}${'x'.repeat(8_000_000)}\r\n--x--\r\n`
    const next = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const client = await rawClient(address, `${headOf(`Content-Length: ${form.length}`)}${form}${next}`)
    expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 413 .*"PICTURE_TOO_LARGE".*HTTP\/1\.1 200 /s)
  })

  test('a picture that is far too large, before it arrives', async () => {
    const client = await rawClient(address, headOf('Content-Length: 900000000'))
    expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 413 .*"PICTURE_TOO_LARGE"/s)
  })
})

test('an aborted upload leaves nothing behind, and frees its upload slot at once', async () => {
  const before = await countFiles()
  const picture = await givenPicture('png', { color: '#666666' })
  const half = `${headOf('Content-Length: 100000\r\nExpect: 100-continue')}${partHead}abc`
  const stalled = await atOnce(20, () => rawClient(address, half))
  await until(async () => stalled.every((client) => client.said().includes('100 Continue')))
  expect(await upload(picture)).toEqual({ status: 503, code: 'NOT_READY' })
  for (const { socket } of stalled) socket.destroy()
  await until(async () => (await upload(picture)).status === 200)
  expect(await countFiles()).toBe(before + 2)
})

test('six of the heaviest pictures are processed one after the other, in the memory of one', async () => {
  const heavy = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#777777' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await upload(heavy)
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const answers = await atOnce(6, () => upload(heavy))
  clearInterval(watch)
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect((most - before) / 1_000_000).toBeLessThan(400)
})

test('a caller without a session is refused before the picture arrives', async () => {
  const client = await rawClient(address, headOf('Content-Length: 900000000', 'nonsense-nonsense-nonsense'))
  expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 401 /)
})

const svgless = { create: { width: 40, height: 40, channels: 3, background: '#888888' } } as const
const partHead = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

function headOf(length: string, bearer = token) {
  return `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`
}

function chunkOf(text: string) {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

function append(form: FormData, bytes: Blob, names: string[]): void {
  for (const name of names) form.append(name, bytes, 'logo.png')
}

interface Answer {
  status: number
  code?: string
  fields?: Record<string, string>
  data: { fileUrl: string }
}

function upload(bytes: Buffer, { name = 'logo.png', type = 'image/png' } = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return send(form)
}

async function send(body: FormData | string, type?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
  const answer = await fetch(at('/api/upload'), { method: 'POST', headers, body: body === '' ? null : body })
  const { code, fields, data } = (await answer.json()) as Answer
  return {
    status: answer.status,
    ...(code && { code }),
    ...(fields && { fields }),
    ...(data && { data }),
  } as Answer
}

async function pictureAt(path: string): Promise<Kept> {
  const bytes = Buffer.from(await (await fetch(at(path))).arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  expect(format).toBe('webp')
  return { width, height, bytes }
}

function at(path: string) {
  return `http://${address.host}:${address.port}${path}`
}

async function countFiles() {
  const rows = await app.query('select count(*)::int as files from files')
  return rows[0].files
}
