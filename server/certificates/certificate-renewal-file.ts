import { rgb } from '@portal/typesetting/notation'
import type { Sheet, TextPlace } from '@portal/typesetting/sheet'
import { shownHours } from '#contract/events/facts.ts'
import { pageColors, pageSize } from './certificate-frame.ts'
import type { FiledCertificate, RenewalFile } from './certificate-pdf.ts'

const { navy, blue, ink, muted, border } = pageColors
const left = 60
const right = pageSize.width - 60
const rowsOfPage = 12
const rowHeight = 24

/** Draws the first pages of a renewal file: whose it is, how many of the hours are earned, and each certificate in a row. */
export async function drawLedger(sheet: Sheet, file: RenewalFile): Promise<void> {
  const { certificates } = file
  for (let first = 0; first < certificates.length; first += rowsOfPage) {
    if (first > 0) sheet.nextPage()
    await writeHeading(sheet, file)
    await writeRows(sheet, certificates.slice(first, first + rowsOfPage))
    await writeClosing(sheet)
  }
}

async function writeHeading(sheet: Sheet, file: RenewalFile): Promise<void> {
  const { renewalYear, deadline, hoursNeeded, certificates } = file
  const [{ personName, providerName }] = certificates
  const place = { x: left, width: right - left } as const
  await sheet.write(providerName.toUpperCase(), {
    ...place,
    style: 'strong',
    color: blue,
    y: 60,
    size: 9.5,
    minSize: 6.5,
    tracking: 0.7,
  })
  await sheet.write('IA Renewal File', { ...place, style: 'display', color: navy, y: 100, size: 32 })
  await sheet.write(personName, { ...place, style: 'display', color: ink, y: 132, size: 22, minSize: 9 })
  const earned = certificates.reduce((sum, { hoursInYear }) => sum + hoursInYear, 0)
  const words = `Renewal year ${renewalYear}, deadline ${deadline}: ${shownHours(earned)} of refresher training, ${hoursNeeded} are needed (14 CFR 65.93(a)(4)).`
  await sheet.write(words, { ...place, style: 'body', color: ink, y: 156, size: 12 })
  const [gap, height] = [4, 10]
  const width = (right - left - gap * (hoursNeeded - 1)) / hoursNeeded
  for (let hour = 0; hour < hoursNeeded; hour++) {
    const color = hour < earned ? navy : border
    sheet.operate(`${rgb(color)} rg ${left + hour * (width + gap)} 168 ${width} ${height} re f`)
  }
}

const columns: [title: string, x: number, width: number, cell: (row: FiledCertificate) => string][] = [
  ['EVENT', left, 250, ({ eventName }) => eventName],
  ['DATES', left + 260, 140, ({ dates }) => dates],
  ['FORMAT', left + 410, 120, ({ format }) => format],
  ['HOURS', left + 540, 36, ({ hoursInYear }) => `${hoursInYear}`],
  ['CERTIFICATE', left + 586, 86, ({ serial }) => serial],
]

async function writeRows(sheet: Sheet, certificates: FiledCertificate[]): Promise<void> {
  let y = 210
  const header: Pick<TextPlace, 'style' | 'color' | 'size' | 'tracking'> = {
    ...{ style: 'strong', color: muted, size: 6.8, tracking: 0.5 },
  }
  for (const [title, x, width] of columns) await sheet.write(title, { ...header, x, width, y })
  for (const row of certificates) {
    rule(sheet, y + 8)
    y += rowHeight
    for (const [, x, width, cell] of columns) {
      await sheet.write(cell(row), { style: 'body', color: ink, x, width, y, size: 10, minSize: 6 })
    }
  }
  rule(sheet, y + 8)
}

async function writeClosing(sheet: Sheet): Promise<void> {
  const words = 'The certificates follow. Each page has a code that verifies it.'
  await sheet.write(words, { style: 'body', color: muted, x: left, width: right - left, y: 560, size: 10 })
}

function rule(sheet: Sheet, y: number): void {
  sheet.operate(`${rgb(border)} RG 0.8 w ${left} ${y} m ${right} ${y} l S`)
}
