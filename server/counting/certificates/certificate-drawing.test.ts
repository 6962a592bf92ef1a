import { inflateSync } from 'node:zlib'
import type { Picture } from '@portal/typesetting/picture'
import { preparePicture } from '@portal/typesetting/prepared-picture'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { picturesOf } from '#test/certificates.ts'
import drawCertificate from './certificate-drawing.ts'
import type { CertificateContent, FiledRow, RenewalFile } from './certificate-pdf.ts'

const content: CertificateContent = {
  serial: 'IA-2026-000123',
  personName: 'Avery Example',
  eventName: 'Turbine IA Renewal Series 2026',
  focusName: 'Turbine',
  dates: '14 Jan 2026 – 15 Jan 2026',
  byDay: null,
  hours: 8,
  format: 'Live webinar',
  providerName: 'Example Aviation Training',
  contact: 'events@example.com',
  signatoryName: 'Sam Sample',
  signatoryTitle: 'Director of Training',
  issuedOn: '16 Jan 2026',
  verifyUrl: 'https://portal.example.com/verify?certificate=Zk3vQ9xW2mNfT7bYc1LdHg',
}

test('a certificate says everything an inspector looks for', async () => {
  const { text } = await read(await drawCertificate({ ...content, courseNumber: 'C-IND-IM-240101' }))
  for (const words of [
    'Certificate of Completion',
    'Avery Example',
    'has completed 8 hours of Inspection Authorization refresher training',
    '14 CFR 65.93(a)(4)',
    'Turbine IA Renewal Series 2026',
    '14 Jan 2026 – 15 Jan 2026',
    'Live webinar',
    'Example Aviation Training',
    'events@example.com',
    'IA-2026-000123',
    '16 Jan 2026',
    'Sam Sample',
    'Director of Training',
    'C-IND-IM-240101',
  ]) {
    expect(text).toContain(words)
  }
  expect(text.replaceAll(/\s/g, '')).toContain(content.verifyUrl)
})

describe('the days of a certificate', () => {
  test('are printed with their hours, instead of the dates', async () => {
    const byDay = [day('2026-01-14', 4), day('2026-01-15', 3)]
    const { text } = await read(await drawCertificate({ ...content, byDay }))
    for (const words of ['Wed 14 Jan 2026: 4 hours', 'Thu 15 Jan 2026: 3 hours'])
      expect(text).toContain(words)
    expect(text).not.toContain(content.dates)
    expect(text).not.toContain('renewal year')
  })

  test('have their renewal years beside them where two are touched', async () => {
    const byDay = [day('2026-03-31', 4), day('2026-04-01', 4)]
    const { text } = await read(await drawCertificate({ ...content, byDay }))
    expect(text).toContain('Tue 31 Mar 2026: 4 hours (renewal year 2025-2026)')
    expect(text).toContain('Wed 01 Apr 2026: 4 hours (renewal year 2026-2027)')
  })

  test('fit the page when they are eight in two renewal years, with a course number', async () => {
    const march = ['01', '08', '15', '22', '29'].map((on) => day(`2026-03-${on}` as PlainDate, 1))
    const april = ['05', '12', '19'].map((on) => day(`2026-04-${on}` as PlainDate, 1))
    const byDay = [...march, ...april]
    const bytes = await drawCertificate({ ...content, byDay, courseNumber: 'C-IND-IM-240101' })
    // The reader detaches its buffer.
    const { text, pages, right, lowest } = await read(bytes.slice())
    expect(pages).toBe(1)
    expect(text).toContain('Sun 01 Mar 2026: 1 hour (renewal year 2025-2026)')
    expect(text).toContain('Sun 19 Apr 2026: 1 hour (renewal year 2026-2027)')
    expect(text).not.toContain('…')
    expect(right).toBeLessThan(752)
    // The frame's inner line is at 31.
    expect(lowest).toBeGreaterThan(40)
    const qr = rasterQr(bytes)
    expect(decodeQR({ data: qr.pixels, width: qr.side, height: qr.side })).toBe(content.verifyUrl)
  })
})

test('one hour is written in the singular', async () => {
  const { text } = await read(await drawCertificate({ ...content, hours: 1 }))
  expect(text).toContain('has completed 1 hour of Inspection')
})

test('the document names its title, author, language and day of issue', async () => {
  const pdf = await getDocumentProxy(await drawCertificate(content))
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({
    Title: 'Certificate of Completion – Avery Example',
    Author: 'Example Aviation Training',
    Language: 'en-US',
    CreationDate: 'D:20260116120000Z',
  })
})

const names: [what: string, name: string, printed?: string][] = [
  ['an apostrophe', "O'Brien"],
  ['markup', '<b>x</b> & "y"'],
  ['Polish letters', 'Łukasz Żółć'],
  ['Vietnamese letters', 'Nguyễn Thị Ánh Ngọc'],
  ['accents as separate characters', 'Jose\u0301 Nu\u0301n\u0303ez', 'José Núñez'],
  ['Cyrillic letters', 'Александра Примерова'],
  ['Greek letters', 'Αλέξανδρος Παπαδόπουλος'],
  ['Hebrew letters', 'דוד כהן'],
  ['Arabic letters', 'محمد عبد الرحمن الأحمد'],
  ['Armenian and Georgian letters', 'Հայկ გიორგი'],
  ['Devanagari letters', 'राहुल शर्मा'],
  ['Thai letters', 'สมชาย'],
  ['Chinese characters', '張偉 王小明'],
  ['Japanese characters', '山田 たろう'],
  ['Korean characters', '김민수'],
  ['emoji', '😀 👩‍✈️ 🇺🇸'],
  ['all of them at once', "Иван O'Brien-Łukaszewski 張偉 김 🚀"],
]

test.each(names)('a name with %s is printed as typed', async (_, personName, printed = personName) => {
  const { text, pages } = await read(await drawCertificate({ ...content, personName }))
  expect(pages).toBe(1)
  expect(text).toContain(printed)
  expect(text).not.toContain('\uFFFD')
})

test.each([
  ['Latin', 'A', '👩‍🔧', 'B'],
  ['Hebrew', 'ד', '🚀', 'ב'],
  ['Arabic', 'د', '🚀', 'و'],
  ['Thai', 'ส', '🚀', 'จ'],
  ['Chinese', '張', '🚀', '偉'],
])('an emoji between %s letters is printed between them', async (_, before, emoji, after) => {
  const joined = await nameWidth(`${before}${emoji}${after}`)
  const gapBefore = (await nameWidth(`${before} ${emoji}${after}`)) - joined
  expect((await nameWidth(`${before}${emoji} ${after}`)) - joined).toBeCloseTo(gapBefore, 1)
})

test('a gap is as wide after an emoji at the start as before one at the end', async () => {
  expect(await nameWidth('🚀 د')).toBeCloseTo(await nameWidth('د 🚀'), 1)
})

test('a gap between two emoji is as wide as one beside a Latin letter', async () => {
  const gap = (await nameWidth('A 🚀')) - (await nameWidth('A🚀'))
  expect((await nameWidth('🚀 😀')) - (await nameWidth('🚀😀'))).toBeCloseTo(gap, 1)
})

test.each([
  ['a letter that no font has', 'Ann ᚠ Lee'],
  ['a NUL', 'Ann\u0000Lee'],
  ['a control character', 'Ann\u0007Lee'],
  ['half of a surrogate pair', 'Ann\uD800Lee'],
])('a name with %s shows a replacement character in its place', async (_, personName) => {
  const { text, pages } = await read(await drawCertificate({ ...content, personName }))
  expect(pages).toBe(1)
  expect(text).toMatch(/Ann ?\uFFFD ?Lee/)
})

const long: [what: string, name: string, end: string][] = [
  ['of many words', `${'Maximiliana Alexandrina '.repeat(8)}Example`, 'Example'],
  ['without a space', 'W'.repeat(200), '…'],
  ['of wide characters', '張'.repeat(200), '…'],
  ['in right-to-left letters', 'محمد عبد الرحمن '.repeat(13), 'محمد'],
  ['of piled-up accents', `Z${'\u0335\u0300\u0328'.repeat(66)}`, 'Z'],
  ['of a megabyte', 'Avery '.repeat(170_000), '…'],
]

test.each(long)('a long name %s stays on one page and inside the frame', async (_, personName, end) => {
  const { text, pages, left, right } = await read(await drawCertificate({ ...content, personName }))
  expect(pages).toBe(1)
  expect(text).toContain(end)
  expect(left).toBeGreaterThan(40)
  expect(right).toBeLessThan(752)
})

test('a name of a megabyte is cut to a thousand letters, in the title as well', async () => {
  for (const part of ['Avery ', '😀', 'محمد ']) {
    const name = part.repeat(1_000_000 / part.length)
    const bytes = await drawCertificate({ ...content, personName: `x${name}`, eventName: name, serial: name })
    expect(bytes.length).toBeLessThan(100_000)
    const { info } = await (await getDocumentProxy(bytes)).getMetadata()
    const { Title } = info as { Title: string }
    expect(Title).toMatch(/^Certificate of Completion – x.{900,1000}…$/)
    expect(Title).not.toContain('\uFFFD')
  }
})

test('every other field may also be long', async () => {
  const words = 'Very Long Words of an Administrator '.repeat(8)
  const { pages, left, right } = await read(
    await drawCertificate({
      ...content,
      serial: words,
      eventName: words,
      focusName: words,
      dates: words,
      format: words,
      providerName: words,
      contact: words,
      signatoryName: words,
      signatoryTitle: words,
      courseNumber: words,
      verifyUrl: `${content.verifyUrl}${'x'.repeat(300)}`,
    }),
  )
  expect(pages).toBe(1)
  expect(left).toBeGreaterThan(40)
  expect(right).toBeLessThan(752)
})

test('an empty name still draws a page', async () => {
  expect((await read(await drawCertificate({ ...content, personName: '' }))).pages).toBe(1)
})

test('the QR code on the page contains the verification link', async () => {
  const qr = rasterQr(await drawCertificate(content))
  expect(decodeQR({ data: qr.pixels, width: qr.side, height: qr.side })).toBe(content.verifyUrl)
})

test('equal content gives equal bytes, whatever was drawn before', async () => {
  const mixed = { ...content, personName: 'محمد Żółć 張偉 🚀' }
  const first = await drawCertificate(mixed)
  for (const [, personName] of names) await drawCertificate({ ...content, personName })
  expect(Buffer.compare(await drawCertificate(mixed), first)).toBe(0)
  expect(Buffer.compare(await drawCertificate({ ...mixed, hours: 7 }), first)).not.toBe(0)
})

describe('a signature', () => {
  test.each([
    ['wide', 1200, 100, '178 0 0 -14.833 72 500'],
    ['high', 100, 200, '22 0 0 -44 72 500'],
    ['small', 10, 10, '44 0 0 -44 72 500'],
  ])('that is %s is drawn on its line, as large as fits', async (_, width, height, place) => {
    const signature = await pictureOf(width, height)
    const bytes = await drawCertificate({ ...content, signature })
    expect(pageContent(bytes)).toContain(`q ${place} cm /P1 Do Q`)
    expect(Buffer.compare(await drawCertificate({ ...content, signature }), bytes)).toBe(0)
    expect(Buffer.compare(await drawCertificate(content), bytes)).not.toBe(0)
  })

  test('lets the page show through its transparent parts', async () => {
    expect((await pictureOf(20, 10, 0.5)).opacity).not.toBeNull()
    const bytes = Buffer.from(await drawCertificate({ ...content, signature: await pictureOf(20, 10, 0.5) }))
    expect(bytes.includes('/SMask')).toBe(true)
    expect((await pictureOf(20, 10)).opacity).toBeNull()
  })

  test('that several pages share is in the document once, and another page has its own', async () => {
    const [one, other] = [await pictureOf(400, 100), await pictureOf(300, 100)]
    const bytes = await drawCertificate(
      fileOf([
        { ...content, signature: one },
        { ...content, signature: { ...one } },
        content,
        { ...content, signature: other },
      ]),
    )
    expect(picturesOf(bytes)).toEqual([
      [400, 100],
      [300, 100],
    ])
    expect((await read(bytes)).pages).toBe(5)
  })

  async function pictureOf(width: number, height: number, alpha = 1): Promise<Picture> {
    const background = { r: 11, g: 37, b: 69, alpha }
    const file = await sharp({ create: { width, height, channels: 4, background } })
      .webp()
      .toBuffer()
    return preparePicture(file, { width: 1200, height: 400 })
  }
})

describe('a renewal file', () => {
  test('begins with the hours of both years, each certificate with its days', async () => {
    const across = { ...content, serial: 'IA-2026-000124' }
    const march = rowOf(across, 3, 'Tue 31 Mar 2026: 3 hours')
    const april = rowOf(across, 8, 'Wed 01 Apr 2026: 4 hours', 'Thu 02 Apr 2026: 4 hours')
    const file = fileOf([content, across], [rowOf(content, 4, content.dates), march], [april])
    const { text, pages } = await read(await drawCertificate(file))
    expect(pages).toBe(3)
    const [list = ''] = text.split('Certificate of Completion')
    for (const words of [
      'IA Renewal File 2025-2027',
      'Avery Example',
      'For the renewal in March 2027, 14 CFR 65.93(a) asks for an activity in each of two years.',
      '8 hours of refresher training',
    ]) {
      expect(list).toContain(words)
    }
    const [first, second] = list.split('Second year')
    expect(first).toContain('First year 2025-2026, by 31 Mar 2026: 7 of 8 hours')
    expect(first).toContain('Tue 31 Mar 2026: 3 hours')
    expect(second).toContain(' 2026-2027, by 31 Mar 2027: 8 of 8 hours')
    expect(second).toContain('Thu 02 Apr 2026: 4 hours')
    expect([first, second].map((year) => year?.includes('IA-2026-000123'))).toEqual([true, false])
    expect([first, second].map((year) => year?.includes('IA-2026-000124'))).toEqual([true, true])
  })

  test('names a year without hours, too', async () => {
    const file = fileOf([content], [], [rowOf(content, 8, content.dates)])
    const { text } = await read(await drawCertificate(file))
    expect(text).toContain('First year 2025-2026, by 31 Mar 2026: 0 of 8 hours')
    expect(text).toContain('No hours yet.')
  })

  test.each([
    [9, 1, 1],
    [30, 1, 3],
    [59, 8, 20],
  ])('of %i certificates with %i days each has its list on %i pages', async (certificates, days, pages) => {
    const row = rowOf(content, 8, ...Array<string>(days).fill('Tue 31 Mar 2026: 1 hour'))
    const { pages: all, lowest } = await read(
      await drawCertificate(fileOf([content], Array(certificates).fill(row))),
    )
    expect(all).toBe(pages + 1)
    expect(lowest).toBeGreaterThan(31)
  })

  test('stays on the page with long words', async () => {
    const long = 'Wide words of an unusual length '.repeat(30)
    const odd = {
      ...content,
      personName: long,
      eventName: long,
      providerName: long,
      serial: long,
      format: long,
    }
    const row = rowOf(odd, 8, long)
    const { left, right } = await read(await drawCertificate(fileOf([odd], [row], [row])))
    expect(left).toBeGreaterThan(31)
    expect(right).toBeLessThan(792 - 31)
  })
})

function fileOf(
  certificates: CertificateContent[],
  first: FiledRow[] = [],
  second: FiledRow[] = [],
): RenewalFile {
  return {
    period: '2025-2027',
    renewedIn: 'March 2027',
    madeOn: '31 Mar 2027',
    hoursNeeded: 8,
    years: [
      { renewalYear: '2025-2026', deadline: '31 Mar 2026', rows: first },
      { renewalYear: '2026-2027', deadline: '31 Mar 2027', rows: second },
    ],
    certificates: certificates as [CertificateContent],
  }
}

function rowOf(
  { eventName, format, serial }: CertificateContent,
  hours: number,
  ...days: string[]
): FiledRow {
  return { eventName, format, serial, hours, days }
}

function day(on: PlainDate, hours: number): DayHours {
  return { on, hours }
}

/** Returns a PDF's text as a reader extracts it, and the ends of its first page in points; `lowest`: from below. */
async function read(
  bytes: Uint8Array,
): Promise<{ text: string; pages: number; left: number; right: number; lowest: number }> {
  const pdf = await getDocumentProxy(bytes)
  const { text } = await extractText(pdf, { mergePages: true })
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const spans = items.flatMap((item) =>
    'width' in item && item.str.trim()
      ? [{ x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
      : [],
  )
  return {
    text,
    pages: pdf.numPages,
    left: Math.min(...spans.map(({ x }) => x)),
    right: Math.max(...spans.map(({ x, width }) => x + width)),
    lowest: Math.min(...spans.map(({ y }) => y)),
  }
}

/** Returns the printed width of a certificate's name, in points. The name is centered. */
async function nameWidth(personName: string) {
  const pdf = await getDocumentProxy(await drawCertificate({ ...content, personName }))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const starts = items.flatMap((item) =>
    'width' in item && Math.round(item.height) === 38 ? [Number(item.transform[4])] : [],
  )
  return 2 * (792 / 2 - Math.min(...starts))
}

/** Draws the page's QR code from its operators, four pixels per module, with the quiet zone. */
function rasterQr(bytes: Uint8Array): { pixels: Uint8ClampedArray; side: number } {
  const [, scale, bars = ''] =
    /q [\d. ]+ rg ([\d.]+) 0 0 \1 [\d. ]+ cm ((?:\d+ \d+ \d+ 1 re ?)+)f Q/.exec(pageContent(bytes)) ?? []
  const modules = Math.round(104 / Number(scale))
  const side = (modules + 8) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of bars.matchAll(/(\d+) (\d+) (\d+) 1 re/g)) {
    for (let row = (Number(y) + 4) * 4; row < (Number(y) + 5) * 4; row++) {
      const start = row * side + (Number(x) + 4) * 4
      for (let at = start; at < start + Number(width) * 4; at++) pixels.set([0, 0, 0], at * 4)
    }
  }
  return { pixels, side }
}

function pageContent(bytes: Uint8Array) {
  const file = Buffer.from(bytes)
  const streams: string[] = []
  for (let at = file.indexOf('\nstream\n'); at >= 0; at = file.indexOf('\nstream\n', at + 1)) {
    const start = at + '\nstream\n'.length
    if (file[start] === 0x78) streams.push(inflateSync(file.subarray(start)).toString('latin1'))
  }
  return streams.find((stream) => stream.includes(' Tf')) ?? ''
}
