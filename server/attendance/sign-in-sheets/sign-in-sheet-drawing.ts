import { rgb } from '@portal/typesetting/notation'
import type { Sheet, TextPlace } from '@portal/typesetting/sheet'
import { openSheet } from '@portal/typesetting/sheet'
import { sum } from '#contract/core/numbers.ts'
import type { SheetHour } from './sign-in-sheet-hours.ts'
import type { SheetDay, SheetPages } from './sign-in-sheet-pdf.ts'

/** A landscape Letter page, in points. */
const page = { width: 792, height: 612 }
const [ink, muted, line] = ['#0F1B2D', '#4A5565', '#8A94A3']
const [left, right] = [36, page.width - 36]

const rowsOfPage = 20
const rowHeight = 21.5
/** The lines for people who come without a registration. */
const emptyRows = 5
const [headTop, tableTop] = [88, 114]

const widths = { number: 22, name: 150, time: 50, course: 21, leastSignature: 130 }

/** Draws a sign-in sheet: a table per day, on as many pages as needed. Never throws for odd text. */
export default async function drawSignInSheet(pages: SheetPages): Promise<Uint8Array> {
  const { eventName, providerName, days, names, madeAt } = pages
  const sheet = openSheet([page.width, page.height])
  const count = Math.ceil((names.length + emptyRows) / rowsOfPage)
  let isFirst = true
  for (const day of days) {
    for (let place = 0; place < count; place++) {
      if (!isFirst) sheet.nextPage()
      isFirst = false
      const first = place * rowsOfPage
      await writeHeading(sheet, pages, day)
      await sheet.within('Table', () => drawTable(sheet, day, names.slice(first, first + rowsOfPage), first))
      await writeFooter(sheet, day, `Page ${place + 1} of ${count}`)
    }
  }
  return sheet.print({
    Title: `Sign-in sheet – ${eventName}`,
    Author: providerName,
    Creator: 'IA Renewal Portal',
    CreationDate: madeAt,
  })
}

async function writeHeading(
  sheet: Sheet,
  { eventName, venue, providerName }: SheetPages,
  { day, times }: SheetDay,
) {
  const title = { style: 'display', color: ink, size: 19, minSize: 10, tag: 'H1' } as const
  await sheet.write(`Sign-in sheet: ${eventName}`, { ...title, x: left, y: 48, width: 490 })
  const plain = { style: 'body', color: ink, size: 10.5, minSize: 6.5 } as const
  const words = [day, times, ...(venue ? [venue] : [])].join(' · ')
  await sheet.write(words, { ...plain, x: left, y: 68, width: 490 })
  await sheet.write(providerName, { ...plain, color: muted, x: right, align: 'right', y: 48, width: 210 })
}

async function drawTable(sheet: Sheet, { hours }: SheetDay, names: string[], first: number) {
  const courses = sum(hours.map((hour) => hour.courses))
  const [nameX, inX] = [left + widths.number, left + widths.number + widths.name]
  const [outX, coursesX] = [inX + widths.time, inX + 2 * widths.time]
  const room = right - coursesX - widths.leastSignature
  const courseWidth = courses === 0 ? 0 : Math.min(widths.course, room / courses)
  const signatureX = coursesX + courses * courseWidth
  const bottom = tableTop + rowsOfPage * rowHeight

  const small: Pick<TextPlace, 'style' | 'color' | 'size' | 'minSize'> = {
    style: 'strong',
    color: muted,
    size: 7.5,
    minSize: 5,
  }
  const heads: [string, number, number][] = [
    ['NAME', nameX, widths.name],
    ['ARRIVAL', inX, widths.time],
    ['LEAVING', outX, widths.time],
    ['SIGNATURE', signatureX, right - signatureX],
  ]
  const hourXs: number[] = []
  const courseXs: number[] = []
  let drawn = 0
  const writeHeads = async () => {
    for (const [text, x, width] of heads)
      await sheet.write(text, { ...small, x: x + 4, y: tableTop - 6, width: width - 8, tag: 'TH' })
    for (const hour of hours) await writeHour(hour)
  }
  const writeHour = async (hour: SheetHour) => {
    const x = coursesX + drawn * courseWidth
    const width = hour.courses * courseWidth
    const head = { x: x + width / 2, align: 'center', y: headTop + 9, width: width - 2 } as const
    // A single course is too narrow for one line.
    const wrapped = { size: 6, minSize: 4 }
    await sheet.write(hour.begins, { ...small, ...head, wrapped, leading: 6, tag: 'TH' })
    hourXs.push(x)
    if (hour.courses === 2) courseXs.push(x + courseWidth)
    for (let course = 0; course < hour.courses; course++) {
      const center = { x: x + (course + 0.5) * courseWidth, align: 'center' } as const
      await sheet.write(String(++drawn), {
        ...small,
        ...center,
        y: tableTop - 5,
        width: courseWidth - 2,
        tag: 'TH',
      })
    }
  }
  await sheet.within('TR', writeHeads)

  const strong = [left, nameX, inX, outX, ...hourXs, signatureX, right]
  const rows = Array.from({ length: rowsOfPage + 1 }, (_, row) => tableTop + row * rowHeight)
  sheet.operate(
    [
      `${rgb(line)} RG 0.6 w`,
      ...strong.map((x) => `${x} ${headTop} m ${x} ${bottom} l`),
      ...[headTop, ...rows].map((y) => `${left} ${y} m ${right} ${y} l`),
      'S',
      // Lighter, so that the two courses of an hour belong together.
      '0.25 w',
      ...courseXs.map((x) => `${x} ${tableTop - 14} m ${x} ${bottom} l`),
      'S',
    ].join(' '),
  )
  for (const [row, name] of names.entries()) {
    const y = tableTop + row * rowHeight + 14
    const number = { ...small, x: nameX - 4, align: 'right', y, width: widths.number - 6 } as const
    const written = { size: 10, minSize: 7.5, wrapped: { size: 7.5, minSize: 5 }, leading: 8.5 }
    const place = { x: nameX + 4, y, width: widths.name - 8, ...written }
    await sheet.within('TR', async () => {
      await sheet.write(String(first + row + 1), { ...number, tag: 'TD' })
      await sheet.write(name, { style: 'body', color: ink, ...place, tag: 'TD' })
    })
  }
}

async function writeFooter(sheet: Sheet, { hours }: SheetDay, pageWords: string) {
  const small = { style: 'body', color: muted, y: 570, size: 9, minSize: 6 } as const
  const words = hours.length > 0 ? ' Please initial each course that you attended.' : ''
  const text = `Please write when you came and when you left, and sign.${words} New here? Use an empty line.`
  await sheet.write(text, { ...small, x: left, width: 590 })
  await sheet.write(pageWords, { ...small, x: right, align: 'right', width: 110 })
}
