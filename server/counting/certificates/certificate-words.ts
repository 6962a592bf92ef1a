import { rgb } from '@portal/typesetting/notation'
import { qrOperators } from '@portal/typesetting/qr-code'
import type { Sheet, TextPlace } from '@portal/typesetting/sheet'
import { shownDayHours } from '#contract/events/slots/hours-by-day.ts'
import { pageColors, pageSize } from './certificate-frame.ts'
import type { CertificateContent } from './certificate-pdf.ts'

/** Writes a certificate's words from top to bottom, the reading order for screen readers. */
export async function drawWords(sheet: Sheet, content: CertificateContent) {
  await writeHeading(sheet, content)
  await writeStatement(sheet, content)
  const end = await writeDetails(sheet, content)
  // Many days move the rest of the page down. There are at most eight, one per hour.
  const down = Math.max(0, Math.ceil(end - 412))
  await writeSignature(sheet, content, down)
  await writeRecord(sheet, content, down)
  await writeVerification(sheet, content, down)
}

const { navy, blue, ink, muted, border } = pageColors
const left = 72
const right = pageSize.width - 72
const middle = pageSize.width / 2
const centered = { x: middle, align: 'center' } as const

async function writeHeading(sheet: Sheet, { providerName }: CertificateContent) {
  const small = { ...centered, style: 'strong', tracking: 0.7 } as const
  const named = { ...small, color: blue, y: 77, width: 520, size: 9.5, minSize: 7 }
  await sheet.write(providerName.toUpperCase(), named)
  const title = {
    ...centered,
    style: 'display',
    color: navy,
    y: 126,
    width: 600,
    size: 40,
    tag: 'H1',
  } as const
  await sheet.write('Certificate of Completion', title)
  const subject = { ...small, color: muted, y: 150, width: 600, size: 8.5 }
  await sheet.write('INSPECTION AUTHORIZATION REFRESHER TRAINING', subject)
}

async function writeStatement(sheet: Sheet, { personName, hours, eventName }: CertificateContent) {
  const plain = { ...centered, style: 'body', color: muted, width: 600, size: 12 } as const
  const display = { ...centered, style: 'display', width: 600 } as const
  await sheet.write('This certifies that', { ...plain, y: 189 })
  const personLines = { size: 38, minSize: 24, wrapped: { size: 24, minSize: 13 } }
  await sheet.write(personName, { ...display, color: ink, y: 232, ...personLines, tag: 'H2' })
  rule(sheet, middle - 210, middle + 210, 251)
  await sheet.writeRow(
    [
      ['has completed ', 'body'],
      [`${hours} ${hours === 1 ? 'hour' : 'hours'}`, 'strong'],
      [' of Inspection Authorization refresher training', 'body'],
    ],
    { color: ink, x: middle, y: 276, size: 13 },
  )
  await sheet.write('under 14 CFR 65.93(a)(4), attending', { ...plain, y: 295 })
  const eventLines = { size: 21, minSize: 15, wrapped: { size: 15, minSize: 9 } }
  await sheet.write(eventName, { ...display, color: blue, y: 328, ...eventLines })
}

/** Returns the y of its lower rule. */
async function writeDetails(
  sheet: Sheet,
  { focusName, dates, byDay, format, hours, courseNumber }: CertificateContent,
) {
  const days = shownDayHours(byDay ?? [])
  const cells: [label: string, value: string | readonly string[], share: number][] = [
    ['CATEGORY', focusName, 0.22],
    ['DATES', days.length > 0 ? days : dates, days.some((day) => day.length > 30) ? 0.5 : 0.3],
    ['FORMAT', format, 0.29],
    ['HOURS CREDITED', `${hours}`, 0.23],
  ]
  if (courseNumber) cells.push(['FAA COURSE NUMBER', courseNumber, 0.25])
  const total = cells.reduce((sum, [, , share]) => sum + share, 0)
  const [top, inset] = [352, 14]
  const bottom = Math.max(398, top + 38 + (days.length - 1) * linesOf(days).leading)
  rule(sheet, left, right, top)
  rule(sheet, left, right, bottom)
  let x = left
  for (const [label, value, share] of cells) {
    const end = x + ((right - left) * share) / total
    const start = x === left ? x : x + inset
    // The line has the color of the rule above.
    if (x !== left) sheet.operate(`${x} ${top + 9} m ${x} ${bottom - 9} l S`)
    const corner = { x: start, y: top + 18, width: end - start - 8 }
    if (typeof value === 'string') await writeLabeled(sheet, label, value, corner)
    else await writeLines(sheet, label, value, corner)
    x = end
  }
  return bottom
}

/** Writes one line per day. */
async function writeLines(sheet: Sheet, label: string, lines: readonly string[], corner: Corner) {
  await writeLabel(sheet, label, corner)
  const { size, leading } = linesOf(lines)
  for (const [index, line] of lines.entries()) {
    const y = corner.y + (lines.length === 1 ? 15 : 11) + index * leading
    await sheet.write(line, { ...corner, y, style: 'strong', color: ink, size, minSize: 5.5 })
  }
}

/** Returns the size and distance of lines: smaller for many. */
function linesOf({ length }: readonly string[]): { size: number; leading: number } {
  if (length <= 2) return { size: 9.5, leading: 12 }
  return length <= 4 ? { size: 8.5, leading: 10.5 } : { size: 7.5, leading: 8.6 }
}

async function writeSignature(
  sheet: Sheet,
  { signatoryName, signatoryTitle, signature }: CertificateContent,
  down: number,
) {
  const width = 178
  const place = { x: left, width, minSize: 7 }
  if (signature) {
    sheet.picture(signature, { x: left, y: 456 + down, width, height: 44 }, `Signature of ${signatoryName}`)
  }
  // Without a picture, the line stands in the middle of its third, with room to sign above.
  const y = down + (signature ? 503 : 486)
  rule(sheet, left, left + width, y, { color: muted, line: 0.7 })
  await sheet.write(signatoryName, { ...place, style: 'strong', color: ink, y: y + 15, size: 10.5 })
  await sheet.write(signatoryTitle, { ...place, style: 'body', color: muted, y: y + 29, size: 9 })
}

async function writeRecord(
  sheet: Sheet,
  { serial, issuedOn, providerName, contact }: CertificateContent,
  down: number,
) {
  const [x, width] = [290, 184]
  await writeLabeled(sheet, 'CERTIFICATE NUMBER', serial, { x, y: 434 + down, width })
  await writeLabeled(sheet, 'ISSUED', issuedOn, { x, y: 469 + down, width })
  // Two lines close together, clear of the line below.
  const close = { wrapped: { size: 7.5, minSize: 7 }, leading: 8.6 }
  await writeLabeled(sheet, 'TRAINING PROVIDER', providerName, { x, y: 504 + down, width }, close)
  await sheet.write(contact, { style: 'body', color: muted, x, y: 532 + down, width, size: 9, minSize: 7 })
}

async function writeVerification(sheet: Sheet, { verifyUrl }: CertificateContent, down: number) {
  const side = 104
  const [x, y] = [right - side, 429 + down]
  const place = { x: 506, width: x - 506 - 10, style: 'body' } as const
  sheet.operate(qrOperators(verifyUrl, { x, y, side, color: ink }), 'QR code that verifies the certificate')
  sheet.link(x, y, side, side, verifyUrl)
  await writeLabel(sheet, 'VERIFY', { ...place, y: y + 5 })
  await sheet.write('Scan the code or open', { ...place, color: muted, y: y + 20, size: 8 })
  await sheet.write(verifyUrl, { ...place, color: blue, y: y + 32, size: 7, filled: 8, leading: 9 })
}

type Corner = Pick<TextPlace, 'x' | 'y' | 'width'>

async function writeLabeled(
  sheet: Sheet,
  label: string,
  value: string,
  corner: Corner,
  lines: Partial<Pick<TextPlace, 'wrapped' | 'leading'>> = { wrapped: { size: 8.5, minSize: 7 } },
) {
  await writeLabel(sheet, label, corner)
  const place = { ...corner, y: corner.y + 15, size: 11, minSize: 8.5, ...lines }
  await sheet.write(value, { ...place, style: 'strong', color: ink })
}

async function writeLabel(sheet: Sheet, label: string, corner: Corner) {
  await sheet.write(label, {
    ...corner,
    style: 'strong',
    color: muted,
    size: 7.2,
    minSize: 7,
    tracking: 0.4,
  })
}

function rule(
  sheet: Sheet,
  from: number,
  to: number,
  y: number,
  { color, line } = { color: border as string, line: 0.8 },
) {
  sheet.operate(`${rgb(color)} RG ${line} w ${from} ${y} m ${to} ${y} l S`)
}
