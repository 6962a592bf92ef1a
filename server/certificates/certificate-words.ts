import { rgb } from '#server/platform/pdf/notation.ts'
import { qrOperators } from '#server/platform/pdf/qr-code.ts'
import type { Sheet, TextPlace } from '#server/platform/pdf/sheet.ts'
import { colors, pageWidth } from './certificate-frame.ts'
import type { CertificateContent } from './certificate-pdf.ts'

/** Everything a certificate says, from the heading down to the foot. */
export async function drawWords(sheet: Sheet, content: CertificateContent): Promise<void> {
  await drawHeading(sheet, content)
  await drawStatement(sheet, content)
  await drawDetails(sheet, content)
  await drawSignature(sheet, content)
  await drawRecord(sheet, content)
  await drawVerification(sheet, content)
}

const left = 72
const right = pageWidth - 72
const middle = pageWidth / 2

async function drawHeading(sheet: Sheet, { provider }: CertificateContent): Promise<void> {
  const centered = { x: middle, align: 'center' } as const
  const small = { ...centered, style: 'strong', tracking: 0.7 } as const
  await sheet.write(provider.name.toUpperCase(), {
    ...small,
    color: colors.blue,
    y: 77,
    width: 520,
    size: 9.5,
    minSize: 6.5,
  })
  await sheet.write('Certificate of Completion', {
    ...centered,
    style: 'display',
    color: colors.navy,
    y: 126,
    width: 600,
    size: 40,
  })
  const subject = 'INSPECTION AUTHORIZATION REFRESHER TRAINING'
  await sheet.write(subject, { ...small, color: colors.muted, y: 150, width: 600, size: 8.5 })
}

async function drawStatement(sheet: Sheet, content: CertificateContent): Promise<void> {
  const centered = { x: middle, align: 'center' } as const
  const plain = { ...centered, style: 'body', color: colors.muted, width: 600, size: 12 } as const
  await sheet.write('This certifies that', { ...plain, y: 189 })
  await sheet.write(content.personName, {
    ...centered,
    style: 'display',
    color: colors.ink,
    y: 232,
    width: 600,
    size: 38,
    minSize: 24,
    wrapped: { size: 24, minSize: 13 },
  })
  rule(sheet, middle - 210, middle + 210, 251)
  const hours = `${content.hours} ${content.hours === 1 ? 'hour' : 'hours'}`
  await sheet.writeRow(
    [
      ['has completed ', 'body'],
      [hours, 'strong'],
      [' of Inspection Authorization refresher training', 'body'],
    ],
    { color: colors.ink, x: middle, y: 276, size: 13 },
  )
  await sheet.write('under 14 CFR 65.93(a)(4), attending', { ...plain, y: 295 })
  await sheet.write(content.eventName, {
    ...centered,
    style: 'display',
    color: colors.blue,
    y: 328,
    width: 600,
    size: 21,
    minSize: 15,
    wrapped: { size: 15, minSize: 9 },
  })
}

async function drawDetails(sheet: Sheet, content: CertificateContent): Promise<void> {
  const cells: [label: string, value: string, share: number][] = [
    ['FOCUS', content.focusName, 0.22],
    ['DATES', content.dates, 0.3],
    ['FORMAT', content.format, 0.29],
    ['HOURS CREDITED', `${content.hours}`, 0.19],
  ]
  if (content.courseNumber) cells.push(['FAA COURSE NUMBER', content.courseNumber, 0.25])
  const total = cells.reduce((sum, [, , share]) => sum + share, 0)
  const [top, bottom, inset] = [352, 398, 14]
  rule(sheet, left, right, top)
  rule(sheet, left, right, bottom)
  let x = left
  for (const [label, value, share] of cells) {
    const width = ((right - left) * share) / total
    if (x > left) sheet.operate(`${x} ${top + 9} m ${x} ${bottom - 9} l S`)
    const start = x > left ? x + inset : x
    await writeLabeled(sheet, label, value, { x: start, y: top + 18, width: x + width - start - 8 })
    x += width
  }
}

async function drawSignature(sheet: Sheet, { signatory }: CertificateContent): Promise<void> {
  const width = 178
  sheet.operate(`${rgb(colors.muted)} RG 0.7 w ${left} 503 m ${left + width} 503 l S`)
  const place = { x: left, width, minSize: 7 }
  await sheet.write(signatory.name, { ...place, style: 'strong', color: colors.ink, y: 518, size: 10.5 })
  await sheet.write(signatory.title, { ...place, style: 'body', color: colors.muted, y: 532, size: 9 })
}

async function drawRecord(sheet: Sheet, content: CertificateContent): Promise<void> {
  const [x, width] = [290, 184]
  await writeLabeled(sheet, 'CERTIFICATE NUMBER', content.serial, { x, y: 434, width })
  await writeLabeled(sheet, 'ISSUED', content.issuedOn, { x, y: 469, width })
  await writeLabeled(sheet, 'TRAINING PROVIDER', content.provider.name, { x, y: 504, width })
  await sheet.write(content.provider.contact, {
    style: 'body',
    color: colors.muted,
    x,
    y: 532,
    width,
    size: 9,
    minSize: 7,
  })
}

async function drawVerification(sheet: Sheet, { verifyUrl }: CertificateContent): Promise<void> {
  const side = 104
  const [x, y] = [right - side, 429]
  sheet.operate(qrOperators(verifyUrl, { x, y, side, color: colors.ink }))
  const place = { x: 506, width: x - 506 - 10 }
  await writeLabel(sheet, 'VERIFY', { ...place, y: 434 })
  await sheet.write('Scan the code or open', {
    ...place,
    style: 'body',
    color: colors.muted,
    y: 449,
    size: 8,
  })
  await sheet.write(verifyUrl, {
    ...place,
    style: 'body',
    color: colors.blue,
    y: 461,
    size: 6.5,
    filled: 8,
    leading: 9,
  })
  sheet.link(x, y, side, side, verifyUrl)
}

type Corner = Pick<TextPlace, 'x' | 'y' | 'width' | 'align'>

async function writeLabeled(sheet: Sheet, label: string, value: string, corner: Corner): Promise<void> {
  await writeLabel(sheet, label, corner)
  await sheet.write(value, {
    ...corner,
    style: 'strong',
    color: colors.ink,
    y: corner.y + 15,
    size: 11,
    minSize: 8.5,
    wrapped: { size: 8.5, minSize: 6 },
  })
}

async function writeLabel(sheet: Sheet, label: string, corner: Corner): Promise<void> {
  await sheet.write(label, { ...corner, style: 'strong', color: colors.muted, size: 6.8, tracking: 0.5 })
}

function rule(sheet: Sheet, from: number, to: number, y: number): void {
  sheet.operate(`${rgb(colors.border)} RG 0.8 w ${from} ${y} m ${to} ${y} l S`)
}
