import type { CertificateWords } from './page.ts'
import { pageColors, pageSize } from './page.ts'

/** The text styles of the page: display for names and headings, body and strong for the rest. */
type Style = 'display' | 'body' | 'strong'

/** Position and size of a text: points from the top left, y is its baseline. */
export interface MarkPlace {
  style: Style
  color: string
  /** The left edge, or the middle of centered text. */
  x: number
  y: number
  align?: 'center'
  width: number
  size: number
  minSize?: number
  /** Two lines around y if one would be smaller than minSize. */
  wrapped?: { size: number; minSize: number }
  /** The most full lines from y down, broken anywhere. */
  filled?: number
  leading?: number
  tracking?: number
}

/** One mark on the page. */
export type CertificateMark =
  | { kind: 'text'; text: string; place: MarkPlace }
  /** One centered line in several styles. */
  | {
      kind: 'row'
      parts: [text: string, style: Style][]
      place: Pick<MarkPlace, 'color' | 'x' | 'y' | 'size'>
    }
  | { kind: 'rule'; color: string; line: number; from: number; to: number; y: number }
  /** Vertical, in the color of the previous rule. */
  | { kind: 'divider'; x: number; top: number; bottom: number }
  /** The place of the signature, fitted to the bottom left. */
  | { kind: 'signature'; x: number; y: number; width: number; height: number }
  | { kind: 'qr'; text: string; x: number; y: number; side: number; color: string }

/** Returns all marks of a certificate except its frame, in drawing order. */
export function certificateMarks(words: CertificateWords): CertificateMark[] {
  return [
    ...headingMarks(words),
    ...statementMarks(words),
    ...detailMarks(words),
    ...signatureMarks(words),
    ...recordMarks(words),
    ...verificationMarks(words),
  ]
}

const { navy, blue, ink, muted, border } = pageColors
const left = 72
const right = pageSize.width - 72
const middle = pageSize.width / 2
const centered = { x: middle, align: 'center' } as const

function headingMarks({ provider }: CertificateWords): CertificateMark[] {
  const small = { ...centered, style: 'strong', tracking: 0.7 } as const
  const subject = 'INSPECTION AUTHORIZATION REFRESHER TRAINING'
  return [
    text(provider.name.toUpperCase(), { ...small, color: blue, y: 77, width: 520, size: 9.5, minSize: 6.5 }),
    text('Certificate of Completion', {
      ...centered,
      style: 'display',
      color: navy,
      y: 126,
      width: 600,
      size: 40,
    }),
    text(subject, { ...small, color: muted, y: 150, width: 600, size: 8.5 }),
  ]
}

function statementMarks({ personName, hours, eventName }: CertificateWords): CertificateMark[] {
  const plain = { ...centered, style: 'body', color: muted, width: 600, size: 12 } as const
  const display = { ...centered, style: 'display', width: 600 } as const
  return [
    text('This certifies that', { ...plain, y: 189 }),
    text(personName, {
      ...display,
      color: ink,
      y: 232,
      size: 38,
      minSize: 24,
      wrapped: { size: 24, minSize: 13 },
    }),
    rule(middle - 210, middle + 210, 251),
    {
      kind: 'row',
      parts: [
        ['has completed ', 'body'],
        [`${hours} ${hours === 1 ? 'hour' : 'hours'}`, 'strong'],
        [' of Inspection Authorization refresher training', 'body'],
      ],
      place: { color: ink, x: middle, y: 276, size: 13 },
    },
    text('under 14 CFR 65.93(a)(4), attending', { ...plain, y: 295 }),
    text(eventName, {
      ...display,
      color: blue,
      y: 328,
      size: 21,
      minSize: 15,
      wrapped: { size: 15, minSize: 9 },
    }),
  ]
}

function detailMarks({ focusName, dates, format, hours, courseNumber }: CertificateWords): CertificateMark[] {
  const cells: [label: string, value: string, share: number][] = [
    ['FOCUS', focusName, 0.22],
    ['DATES', dates, 0.3],
    ['FORMAT', format, 0.29],
    ['HOURS CREDITED', `${hours}`, 0.19],
  ]
  if (courseNumber) cells.push(['FAA COURSE NUMBER', courseNumber, 0.25])
  const total = cells.reduce((sum, [, , share]) => sum + share, 0)
  const [top, bottom, inset] = [352, 398, 14]
  let x = left
  return [
    rule(left, right, top),
    rule(left, right, bottom),
    ...cells.flatMap(([label, value, share]): CertificateMark[] => {
      const width = ((right - left) * share) / total
      const isFirst = x === left
      const start = isFirst ? x : x + inset
      const divider = { kind: 'divider', x, top: top + 9, bottom: bottom - 9 } as const
      const marks = labeled(label, value, { x: start, y: top + 18, width: x + width - start - 8 })
      x += width
      return isFirst ? marks : [divider, ...marks]
    }),
  ]
}

function signatureMarks({ signatory }: CertificateWords): CertificateMark[] {
  const width = 178
  const place = { x: left, width, minSize: 7 }
  return [
    { kind: 'signature', x: left, y: 456, width, height: 44 },
    { kind: 'rule', color: muted, line: 0.7, from: left, to: left + width, y: 503 },
    text(signatory.name, { ...place, style: 'strong', color: ink, y: 518, size: 10.5 }),
    text(signatory.title, { ...place, style: 'body', color: muted, y: 532, size: 9 }),
  ]
}

function recordMarks({ serial, issuedOn, provider }: CertificateWords): CertificateMark[] {
  const [x, width] = [290, 184]
  // Two lines stand close together, clear of the line below.
  const close = { wrapped: { size: 7.5, minSize: 6 }, leading: 8.6 }
  return [
    ...labeled('CERTIFICATE NUMBER', serial, { x, y: 434, width }),
    ...labeled('ISSUED', issuedOn, { x, y: 469, width }),
    ...labeled('TRAINING PROVIDER', provider.name, { x, y: 504, width }, close),
    text(provider.contact, { style: 'body', color: muted, x, y: 532, width, size: 9, minSize: 7 }),
  ]
}

function verificationMarks({ verifyUrl }: CertificateWords): CertificateMark[] {
  const side = 104
  const [x, y] = [right - side, 429]
  const place = { x: 506, width: x - 506 - 10 }
  const address = { ...place, style: 'body', color: blue, y: 461, size: 6.5, filled: 8, leading: 9 } as const
  return [
    { kind: 'qr', text: verifyUrl, x, y, side, color: ink },
    label('VERIFY', { ...place, y: 434 }),
    text('Scan the code or open', { ...place, style: 'body', color: muted, y: 449, size: 8 }),
    text(verifyUrl, address),
  ]
}

type Corner = Pick<MarkPlace, 'x' | 'y' | 'width'>

function labeled(
  name: string,
  value: string,
  corner: Corner,
  lines: Pick<MarkPlace, 'wrapped' | 'leading'> = { wrapped: { size: 8.5, minSize: 6 } },
): CertificateMark[] {
  const place = { ...corner, y: corner.y + 15, size: 11, minSize: 8.5, ...lines }
  return [label(name, corner), text(value, { ...place, style: 'strong', color: ink })]
}

function label(name: string, corner: Corner): CertificateMark {
  return text(name, { ...corner, style: 'strong', color: muted, size: 6.8, tracking: 0.5 })
}

function text(said: string, place: MarkPlace): CertificateMark {
  return { kind: 'text', text: said, place }
}

function rule(from: number, to: number, y: number): CertificateMark {
  return { kind: 'rule', color: border, line: 0.8, from, to, y }
}
