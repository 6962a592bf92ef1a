import { rgb } from '@portal/typesetting/notation'
import type { Sheet, TextPlace } from '@portal/typesetting/sheet'
import { shownHours } from '#contract/events/events/facts.ts'
import { pageColors, pageSize } from './certificate-frame.ts'
import type { FiledRow, FiledYear, RenewalFile } from './certificate-pdf.ts'

const { navy, blue, ink, muted, border } = pageColors
const left = 60
const right = pageSize.width - 60
const width = right - left
/** The lowest line of rows. */
const lowest = 540
const dayLeading = 12

/**
 * Draws a renewal file's first pages: the person, and for each year the earned hours with each certificate
 * and its days.
 */
export async function drawLedger(sheet: Sheet, file: RenewalFile) {
  let y = await beginPage(sheet, file)
  for (const [place, year] of file.years.entries()) {
    y = await writeYear(sheet, file, { ...year, isFirst: place === 0 }, y)
  }
}

async function beginPage(sheet: Sheet, file: RenewalFile) {
  const { period, renewedIn, hoursNeeded, certificates } = file
  const [{ personName, providerName }] = certificates
  const place = { x: left, width } as const
  await sheet.write(providerName.toUpperCase(), {
    ...place,
    style: 'strong',
    color: blue,
    y: 60,
    size: 9.5,
    minSize: 7,
    tracking: 0.7,
  })
  await sheet.write(`IA Renewal File ${period}`, {
    ...place,
    style: 'display',
    color: navy,
    y: 96,
    size: 30,
    tag: 'H1',
  })
  await sheet.write(personName, { ...place, style: 'display', color: ink, y: 126, size: 22, minSize: 9 })
  const words = `For the renewal in ${renewedIn}, 14 CFR 65.93(a) asks for an activity in each of two years. One of the activities is ${hoursNeeded} hours of refresher training.`
  await sheet.write(words, { ...place, style: 'body', color: ink, y: 147, size: 10.5, minSize: 8 })
  const closing = `Made on ${file.madeOn}. The certificates follow. Each page has a code that verifies it.`
  await sheet.write(closing, { ...place, style: 'body', color: muted, y: 566, size: 10 })
  return 178
}

/** Writes a year from y on, over as many pages as needed. Returns the y below it. */
async function writeYear(
  sheet: Sheet,
  file: RenewalFile,
  year: FiledYear & { isFirst: boolean },
  from: number,
) {
  const { rows } = year
  const begin = async () => {
    sheet.nextPage()
    return writeYearHeading(sheet, file, year, await beginPage(sheet, file))
  }
  const heightOfFirst = 60 + (rows[0] ? heightOf(rows[0]) : 0)
  let y = from + heightOfFirst > lowest ? await begin() : await writeYearHeading(sheet, file, year, from)
  if (rows.length === 0) {
    await sheet.write('No hours yet.', { style: 'body', color: muted, x: left, width, y: y + 4, size: 10 })
    return y + 34
  }
  for (const row of rows) {
    if (y + heightOf(row) > lowest) y = await begin()
    await writeRow(sheet, row, y)
    y += heightOf(row)
  }
  return y + 34
}

/** Writes a year's hours as words and as boxes. Returns the y of its first row. */
async function writeYearHeading(
  sheet: Sheet,
  { hoursNeeded }: RenewalFile,
  { renewalYear, deadline, rows, isFirst }: FiledYear & { isFirst: boolean },
  y: number,
) {
  const earned = rows.reduce((sum, { hours }) => sum + hours, 0)
  const short = hoursNeeded - earned
  const lack = short > 0 ? `, ${shownHours(short)} short` : ''
  const words = `${isFirst ? 'First' : 'Second'} year ${renewalYear}, by ${deadline}: ${earned} of ${hoursNeeded} hours${lack}`
  await sheet.write(words, {
    style: 'strong',
    color: navy,
    x: left,
    width: 500,
    y: y + 4,
    size: 13,
    tag: 'H2',
  })
  const [size, gap] = [15, 3]
  for (let hour = 0; hour < hoursNeeded; hour++) {
    const x = right - (hoursNeeded - hour) * (size + gap) + gap
    sheet.operate(`${rgb(hour < earned ? navy : border)} rg ${x} ${y - 5} ${size} 10 re f`)
  }
  if (rows.length === 0) return y + 24
  const header: Pick<TextPlace, 'style' | 'color' | 'size' | 'tracking'> = {
    style: 'strong',
    color: muted,
    size: 7.2,
    tracking: 0.4,
  }
  await sheet.within('TR', async () => {
    for (const [title, x, width] of columns)
      await sheet.write(title, { ...header, x, width, y: y + 24, tag: 'TH' })
  })
  rule(sheet, y + 30)
  return y + 30
}

const columns: [title: string, x: number, width: number, cell: (row: FiledRow) => readonly string[]][] = [
  ['EVENT', left, 232, ({ eventName }) => [eventName]],
  ['DATES', left + 242, 158, ({ days }) => days],
  ['FORMAT', left + 410, 120, ({ format }) => [format]],
  ['HOURS', left + 540, 36, ({ hours }) => [`${hours}`]],
  ['CERTIFICATE', left + 586, 86, ({ serial }) => [serial]],
]

function heightOf({ days }: FiledRow) {
  return 10 + days.length * dayLeading
}

async function writeRow(sheet: Sheet, row: FiledRow, y: number) {
  await sheet.within('TR', async () => {
    for (const [, x, width, cell] of columns) {
      await sheet.within('TD', async () => {
        for (const [index, line] of cell(row).entries()) {
          const place = { x, width, y: y + 15 + index * dayLeading, size: 10, minSize: 7 }
          await sheet.write(line, { ...place, style: 'body', color: ink })
        }
      })
    }
  })
  rule(sheet, y + heightOf(row))
}

function rule(sheet: Sheet, y: number) {
  sheet.operate(`${rgb(border)} RG 0.8 w ${left} ${y} m ${right} ${y} l S`)
}
