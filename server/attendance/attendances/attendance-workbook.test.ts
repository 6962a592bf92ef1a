import { expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { workbookOf, zipOf } from '#test/workbooks.ts'
import { readAttendanceFile } from './attendance-file.ts'
import type { Reading } from './attendance-reading.ts'

const heading = ['User Name', 'Email', 'Join Time', 'Leave Time']
const [eight, nine] = [46062.333333333336, 46062.375]
const pat = ['Pat & Kim', 'pat@example.com', eight, nine]

const [joinedAt, leftAt] = [new Date('2026-02-09T13:00:00Z'), new Date('2026-02-09T14:00:00Z')]

test('a workbook is read as the same list would be as text: dates are numbers of days', async () => {
  const workbook = workbookOf({
    Report: [
      ['Attendee Report'],
      [],
      ['Attendee Details'],
      heading,
      pat,
      ['Jo', '', 'Feb 9, 2026 8:00 AM', ''],
    ],
  })
  const { kind, encoding, separator, days, visits } = await readingOf(workbook)
  expect({ kind, encoding, separator, days }).toEqual({
    kind: 'zoom-attendees',
    encoding: 'xlsx',
    separator: null,
    days: ['2026-02-09'],
  })
  expect(visits).toMatchObject([
    { sheet: 'Report', line: 5, name: 'Pat & Kim', email: 'pat@example.com', joinedAt, leftAt, flaws: [] },
    {
      sheet: 'Report',
      line: 6,
      name: 'Jo',
      email: null,
      joinedAt,
      leftAt: null,
      flaws: [{ code: 'no-time' }],
    },
  ])
})

test('half an emoji in a cell, which the database cannot store, is replaced', async () => {
  const half = { xml: '<c t="inlineStr"><is><t>Jo _xD83D_</t></is></c>' }
  const { visits } = await readingOf(workbookOf({ Report: [heading, [half, 'jo@example.com', eight, nine]] }))
  expect(visits.map(({ name }) => name)).toEqual(['Jo \ufffd'])
})

test('all sheets with such a list are read, and the others are not mixed with them', async () => {
  const workbook = workbookOf({
    Notes: [['Remember', 'the slides']],
    'Day 1': [heading, pat],
    'Day 2': [heading, ['Jo', 'jo@example.com', eight + 1, nine + 1]],
    Sums: [['Total', '2', '3', '4']],
  })
  const { days, visits } = await readingOf(workbook)
  expect(days).toEqual(['2026-02-09', '2026-02-10'])
  expect(visits.map(({ sheet, line, name }) => [sheet, line, name])).toEqual([
    ['Day 1', 2, 'Pat & Kim'],
    ['Day 2', 2, 'Jo'],
  ])
})

test('formulas count by their stored values, and texts are read in every form', async () => {
  const cells = [
    { xml: '<c t="inlineStr"><is><r><t>Pat</t></r><r><t> Doe</t></r><rPh><t>x</t></rPh></is></c>' },
    { xml: '<c t="str"><f>HYPERLINK("http://example.com")</f><v>pat@example.com</v></c>' },
    { xml: `<c><f>NOW()</f><v>${eight}</v></c>` },
    { xml: '<c t="d"><v>2026-02-09T09:00:00</v></c>' },
  ]
  const { visits } = await readingOf(workbookOf({ Report: [heading, cells] }))
  expect(visits).toMatchObject([{ name: 'Pat Doe', email: 'pat@example.com', joinedAt, leftAt }])
})

test('a workbook whose days are counted from 1904 is read', async () => {
  const workbook = workbookOf(
    { Report: [heading, ['Pat', 'pat@example.com', eight - 1462, nine - 1462]] },
    { properties: '<workbookPr date1904="1"/>' },
  )
  expect((await readingOf(workbook)).visits).toMatchObject([{ joinedAt, leftAt }])
})

test('the namespaces that some programs write before each tag are no obstacle', async () => {
  const row = (cells: string[]) =>
    `<x:row>${cells.map((cell) => `<x:c t="inlineStr"><x:is><x:t>${cell}</x:t></x:is></x:c>`).join('')}</x:row>`
  const content = `<x:worksheet><x:sheetData>${row(heading)}${row(['Pat', 'pat@example.com', '2026-02-09 08:00', '2026-02-09 09:00'])}</x:sheetData></x:worksheet>`
  const workbook = workbookOf({ Report: [] }, { more: [{ name: 'xl/worksheets/sheet1.xml', content }] })
  expect((await readingOf(workbook)).visits).toMatchObject([{ line: 2, name: 'Pat', joinedAt, leftAt }])
})

const bomb = Buffer.alloc(300 * 1024 * 1024, ' ')

test.each([
  ['declares', {}, /unpacks to more than 256 MB/],
  ['hides', { declared: 1000 }, /damaged\. Open it in your spreadsheet program/],
])('a workbook that unpacks to too much is refused, if it %s that', async (_, lie, words) => {
  const more = [{ name: 'xl/worksheets/sheet1.xml', content: bomb, ...lie }]
  const workbook = workbookOf({ Report: [] }, { more })
  expect(workbook.length).toBeLessThan(1024 * 1024)
  expect(await readAttendanceFile(workbook)).toEqual({ refused: expect.stringMatching(words) })
})

test('texts that are repeated in many cells are refused before they fill the memory', async () => {
  const cells = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(200)
  const workbook = workbookOf(
    { Report: [] },
    {
      more: [
        { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${'x'.repeat(1024 * 1024)}</t></si></sst>` },
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
        },
      ],
    },
  )
  expect(await readAttendanceFile(workbook)).toEqual({ refused: expect.stringContaining('unpacks to') })
})

test.each([
  ['one column', [['jill@example.com'], ['kim@example.com']], /without columns/],
  ['no column', [], /is empty/],
  ['other columns', [['email', 'weight']], /the columns 'email', 'weight'/],
])('a workbook with %s is refused, with words about it', async (_, rows, words) => {
  expect(await readAttendanceFile(workbookOf({ Report: rows }))).toEqual({
    refused: expect.stringMatching(words),
  })
})

test('another document in a zip file is no workbook', async () => {
  const document = zipOf([{ name: 'word/document.xml', content: '<document/>' }])
  expect(await readAttendanceFile(document)).toEqual({
    refused: expect.stringContaining('no Excel workbook'),
  })
})

async function readingOf(workbook: Buffer) {
  const read = await readAttendanceFile(workbook, { zone: portalZone })
  expect(read).not.toHaveProperty('refused')
  return read as Reading
}

test('a small file that unpacks to endless rows, cells or attributes is refused', async () => {
  const sheet = (content: string) =>
    workbookOf({ A: [[]] }, { more: [{ name: 'xl/worksheets/sheet1.xml', content }] })
  const rows = (xml: string, times: number) =>
    sheet(`<worksheet><sheetData>${xml.repeat(times)}</sheetData></worksheet>`)
  const attributes = Array.from({ length: 200_000 }, (_, place) => `a${place}="1"`).join(' ')
  const files = [rows('<row/>', 1_100_000), rows(`<row><c ${attributes}/></row>`, 1), rows('<c/>', 8_100_000)]
  for (const file of files) {
    expect(await readAttendanceFile(file)).toMatchObject({
      refused: expect.stringContaining('unpacks to more than'),
    })
  }
})

test('a workbook with more than 20,000 rows in all its sheets is refused, with what to do', async () => {
  const day = (rows: number) => [heading, ...Array<typeof pat>(rows - 1).fill(pat)]
  const read = await readAttendanceFile(workbookOf({ 'Day 1': day(12_000), 'Day 2': day(8001) }))
  expect(read).toEqual({
    refused:
      'This file has more than 20,000 rows. Please split it by time slot or by day, and upload each part.',
  })
  const { visits } = await readingOf(workbookOf({ 'Day 1': day(12_000), 'Day 2': day(8000) }))
  expect(visits).toHaveLength(19_998)
})

test('a part that many sheets name counts once, and empty rows do not count as rows of the list', async () => {
  const list = Array.from({ length: 2000 }, (_, place) => `<sheet name="S${place}" r:id="rId0"/>`).join('')
  const more = [{ name: 'xl/workbook.xml', content: `<workbook><sheets>${list}</sheets></workbook>` }]
  const { visits } = await readingOf(workbookOf({ A: [heading, ...Array(200).fill(pat)] }, { more }))
  expect(visits).toHaveLength(200)
  const empty = Array.from({ length: 300_000 }, () => [])
  expect((await readingOf(workbookOf({ A: [...empty, heading, pat] }))).visits).toHaveLength(1)
})

test.each(['xl/comments1.xml', 'xl/threadedComments/threadedComment1.xml', 'xl/comments/comment1.xml'])(
  'a sentence says that comments on cells do not count: %s',
  async (name) => {
    const more = [{ name, content: '<comments/>' }]
    const sentence =
      'This workbook has comments on cells, which do not count: only the times in the cells do.'
    expect((await readingOf(workbookOf({ A: [heading, pat] }, { more }))).notes).toEqual([sentence])
    expect((await readingOf(workbookOf({ A: [heading, pat] }))).notes).toBeUndefined()
  },
)
