import { text } from 'node:stream/consumers'
import { Parser } from 'htmlparser2'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { exportDoorDay } from '#contract/attendance/check-ins/days.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { listFile } from '#contract/core/list-files.ts'
import { exportRoster } from '#contract/counting/credit-rosters/calls.ts'
import { exportEvaluationResults } from '#contract/events/event-questions/evaluations.ts'
import { exportForSponsors } from '#contract/events/sponsor-exports/calls.ts'
import { exportImport } from '#contract/office/imports/calls.ts'
import { updateMembershipInfo } from '#contract/people/users/calls.ts'
import {
  exportRegisteredUsersCsv,
  exportUnregisteredUsersCsv,
} from '#contract/registrations/registration-lists/calls.ts'
import { readWorkbook } from '#server/attendance/attendances/attendance-workbook.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import {
  givenCredit,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { givenQuestions, question, rating } from '#test/given-questions.ts'
import { uploadImportFile } from '#test/imports.ts'
import { turnsOf } from '#test/turns.ts'

let importId: string
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
const seminar = prepared(() => givenEvent(app, { eventName: 'South Carolina IA Seminar 2027', focusId: 4 }))
const person = prepared(() => givenPersonUnmailed(app))
beforeAll(async () => {
  await givenCredit(app, administrator, await givenRegistration(app, person, seminar), 8)
  await givenQuestions(app, administrator, seminar, {
    registration: [question({ wording: 'Diet' })],
    evaluation: [rating()],
  })
  const consent = { hasGivenMailingConsent: true, mailingConsentTimestamp: new Date('2026-11-02T14:00Z') }
  const { eventId: mailingConsentEventId, eventName: mailingConsentEventName } = seminar
  await app.send(updateMembershipInfo, { ...consent, mailingConsentEventId, mailingConsentEventName }, person)
  importId = (await uploadImportFile(app, administrator, 'Email,ZIP\na@example.com,00901\n')).data.importId
  const other = await givenPersonUnmailed(app)
  await app.query(`update users set zip = '00901' where user_id = '${other.userId}'`)
})

const lists: [of: string, endpoint: Endpoint, query: () => Record<string, string>][] = [
  ['the registrations', exportRegisteredUsersCsv, () => ({})],
  ['the registrations with all columns', exportRegisteredUsersCsv, () => ({ columns: 'all' })],
  ['the people without a registration', exportUnregisteredUsersCsv, () => ({})],
  ['the people for sponsors', exportForSponsors, () => ({ event_id: String(seminar.eventId) })],
  ['the credit roster', exportRoster, () => ({ event_id: String(seminar.eventId) })],
  ['the rows of an import', exportImport, () => ({})],
  ['the results of an evaluation', exportEvaluationResults, () => ({ eventId: String(seminar.eventId) })],
  ['the registrations with answers', exportRegisteredUsersCsv, () => ({ eventName: seminar.eventName })],
  ['the day at the door', exportDoorDay, () => ({ day: '09/02/2027' })],
]

test.each(lists)('the workbook of %s has the cells of its CSV', async (_, endpoint, query) => {
  const csv = await exported(endpoint, query())
  const { data } = Papa.parse<string[]>(csv.payload.replace('\ufeff', ''), { skipEmptyLines: true })
  expect(data.length).toBeGreaterThan(1)
  const workbook = await exported(endpoint, { ...query(), format: 'xlsx' })
  expect(await rowsIn(workbook.rawPayload)).toEqual(data)
  expect(workbook.headers).toMatchObject({
    'content-type': listFile[1],
    'content-disposition': String(csv.headers['content-disposition']).replace('.csv', '.xlsx'),
  })
})

test.each(lists)('an export of %s is in the history with who made it', async (_, endpoint, query) => {
  const [before] = await historyOf(app, administrator, {})
  await exported(endpoint, query())
  const [last] = await historyOf(app, administrator, {})
  expect(last?.activityId).not.toBe(before?.activityId)
  expect(last?.activity).toMatch(/^exported(-for-sponsors)?$/)
  expect(last?.actedBy?.userId).toBe(administrator.userId)
})

test('every list that is exported as CSV has a workbook, and its history tells no format', async () => {
  const exports = declaredCalls.filter(({ file }) => file?.includes('text/csv'))
  expect(new Set(exports)).toEqual(new Set(lists.map(([, endpoint]) => endpoint)))
  for (const { file } of exports) expect(file).toEqual(listFile)
  await exported(exportRegisteredUsersCsv, { search: 'nobody', format: 'xlsx' })
  const [last] = await historyOf(app, administrator, { activity: 'exported' })
  expect(last?.reason).toBe('search: nobody')
})

test('another format is refused by name', async () => {
  const { statusCode, payload } = await exported(exportRegisteredUsersCsv, { format: 'ods' })
  expect([statusCode, JSON.parse(payload).fields]).toEqual([422, { format: 'csv or xlsx' }])
})

describe('a cell of a workbook', () => {
  const texts: [what: string, stored: string, read?: string][] = [
    ['a ZIP code with zeros', '02134'],
    ['a formula', '=HYPERLINK("http://x.example";"1")'],
    ['signs of XML', `O'Neil & <Sons> "]]>`],
    ['commas', 'Acme, Inc.'],
    ['control characters', 'a\u0001b\u000bc\td\ne\u007f', 'a b c d e '],
    ['an escape of Excel', '_x0041_ and _x00e9_'],
    ['spaces at its ends', '  12  '],
    ['letters beyond the first plane', '🛩️ 𠮷 שָׁלוֹם'],
    ['a code that looks like a number with an exponent', '1E5'],
  ]

  test.each(texts)('with %s stays text', async (_, stored, read = stored) => {
    await app.update('users', { zip: stored }, { userId: person.userId })
    const { rawPayload } = await exported(exportRegisteredUsersCsv, { format: 'xlsx' })
    const [columns, row] = await cellsIn(rawPayload)
    expect(row?.[columns?.findIndex(({ text }) => text === 'User Zip') ?? -1]).toEqual({
      text: read,
      type: 'inlineStr',
    })
  })

  test('is a number for hours', async () => {
    await app.query(`update registrations set hours = 7 where user_id = '${person.userId}'`)
    const { rawPayload } = await exported(exportRegisteredUsersCsv, { format: 'xlsx' })
    const [columns, row] = await cellsIn(rawPayload)
    expect(row?.[columns?.findIndex(({ text }) => text === 'Hours') ?? -1]).toEqual({ text: '7', type: 'n' })
  })
})

test('a list without people has its header', async () => {
  const { rawPayload } = await exported(exportRegisteredUsersCsv, { search: 'nobody', format: 'xlsx' })
  const rows = await rowsIn(rawPayload)
  expect([rows.length, rows[0]?.[0]]).toEqual([1, 'Reg Id'])
})

test('exporting 10,000 people, who all arrive, lets other requests come first, again and again', async () => {
  await app.query(
    "insert into users (email, zip) select 'many' || n || '@example.com', '0' || n from generate_series(1, 10000) n",
  )
  await app.query(
    `insert into registrations (user_id, event_id, event_slot_id)
     select user_id, ${seminar.eventId}, ${seminar.slotIds[0]} from users where email like 'many%'`,
  )
  let workbook: Awaited<ReturnType<typeof exported>> | undefined
  const { longest, all } = await turnsOf(async () => {
    workbook = await exported(exportRegisteredUsersCsv, { format: 'xlsx' })
  })
  const rows = await rowsIn(workbook?.rawPayload ?? Buffer.alloc(0))
  expect(rows).toHaveLength(10_002)
  const zips = new Set(rows.map((row) => row[6]))
  expect([zips.has('01'), zips.has('010000')]).toEqual([true, true])
  // Written in one turn, the list takes nearly all of the CPU time at once.
  expect(longest / all).toBeLessThan(0.5)
})

function exported({ path }: Endpoint, query: Record<string, string>) {
  const headers = { authorization: `Bearer ${administrator.token}` }
  return app.request({ method: 'GET', url: `/api${path.replace(':importId', importId)}`, query, headers })
}

/** Returns the rows as the reader of uploaded attendance files reads them. */
async function rowsIn(bytes: Buffer): Promise<string[][]> {
  const read = await readWorkbook(bytes, 100_000)
  if (!('tables' in read)) throw new Error(read.refused)
  return read.tables.flat().map(({ cells }) => cells)
}

/** Returns the cells of each row as they are stored, with their types. */
async function cellsIn(bytes: Buffer): Promise<{ text: string; type: string }[][]> {
  const rows: { text: string; type: string }[][] = []
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'xl/worksheets/sheet1.xml') continue
    const parser = new Parser(
      {
        onopentag(tag, { t: type = 'n' }) {
          if (tag === 'row') rows.push([])
          if (tag === 'c') rows.at(-1)?.push({ text: '', type })
        },
        ontext(text) {
          const cell = rows.at(-1)?.at(-1)
          if (cell) cell.text += text
        },
      },
      { xmlMode: true },
    )
    parser.end(await text(await zip.openReadStreamPromise(entry)))
  }
  // As Excel reads its escapes.
  const decoded = (text: string) =>
    text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return rows.map((cells) => cells.map(({ text, type }) => ({ text: decoded(text), type })))
}
