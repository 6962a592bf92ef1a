import { beforeEach, expect, test } from 'vitest'
import { getFetchedNotes } from '#contract/attendance/attendance-uploads/calls.ts'
import { uncoveredWords } from '#contract/attendance/attendance-uploads/comparison-words.ts'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { givenEvent, preparedAdministrator, preparedApp } from '#test/given.ts'
import { readAttendanceAnswers } from './attendance-answers.ts'
import { preparedOf } from './attendance-preparing.ts'
import { keepReport } from './attendance-reports.ts'

let slots: readonly number[]
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  slots = (await givenEvent(app)).slotIds
})

const listOf = (email: string) =>
  `User Name,Email,Join Time,Leave Time\nP,${email},2027-02-09 08:00,2027-02-09 12:00\n`

test('an upload repeats every earlier one that says the same, not only the newest', async () => {
  const first = await upload(listOf('ada@example.com'))
  await upload(listOf('ben@example.com'))
  expect(await upload(listOf('ada@example.com'))).toMatchObject({ isNew: false, reportId: first.reportId })
  expect((await show()).map(({ repeats }) => repeats)).toEqual([0, 1])
})

test("an upload repeats an earlier one although the webinar platform's report came in between", async () => {
  const first = await upload(listOf('ada@example.com'))
  await receive('uuid-1', 'ada@example.com')
  expect(await upload(listOf('ada@example.com'))).toMatchObject({ isNew: false, reportId: first.reportId })
})

test('an upload never repeats a report of another origin or of another slot', async () => {
  await receive('uuid-1', 'ada@example.com')
  await upload(listOf('ben@example.com'), slots[1])
  expect(await upload(listOf('ada@example.com'))).toMatchObject({ isNew: true })
  expect(await upload(listOf('ben@example.com'))).toMatchObject({ isNew: true })
})

test('a fetched report repeats only the newest of its instance', async () => {
  const said = [
    ['uuid-1', 'ada@example.com'],
    ['uuid-2', 'ada@example.com'],
    ['uuid-1', 'ada@example.com'],
    ['uuid-1', 'ben@example.com'],
    ['uuid-2', 'ada@example.com'],
    ['uuid-1', 'ada@example.com'],
  ] as const
  const kept = []
  for (const [instance, email] of said) kept.push((await receive(instance, email)).isNew)
  expect(kept).toEqual([true, true, false, true, false, true])
})

test('a fetched report whose rows are on other days than those of the slot covers none, and the notes say so', async () => {
  await receive('uuid-1', 'ada@example.com')
  await receive('uuid-2', 'ada@example.com', '2027-03-09')
  expect(await show()).toMatchObject([
    { days: ['2027-03-09'], covers: [] },
    { days: ['2027-02-09'], covers: ['2027-02-09'] },
  ])
  const query = { eventSlotId: slots[0] as number }
  const { notes } = await app.dataOf(getFetchedNotes, { query }, administrator)
  expect(notes).toMatchObject([
    {
      adds: ['Adds nothing to what counts already.'],
      problems: [{ line: null, problem: uncoveredWords }],
    },
    { adds: ['Adds P, with 240 minutes.'], problems: [] },
  ])
})

async function upload(file: string, eventSlotId = slots[0] as number) {
  const { body } = await uploadAttendanceFile(app, file, { eventSlotId, by: administrator })
  return body.data
}

/** Stores a report of one person as the webinar platform's answer about an instance. */
async function receive(instance: string, email: string, on = '2027-02-09') {
  const visits = [{ email, name: 'P', joinedAt: `${on}T13:00:00Z`, leftAt: `${on}T17:00:00Z` }]
  const sources = [{ address: 'webinar-rooms/8001/visits', body: JSON.stringify(visits) }]
  const reading = preparedOf(readAttendanceAnswers(sources))
  return app.write(async (work) =>
    keepReport(work, {
      slot: await getSlot(work.tx, slots[0] as number),
      instance,
      reading,
      sources,
      origin: 'platform',
      originName: 'Zoom',
    }),
  )
}

async function show() {
  const query = { eventSlotId: slots[0] as number }
  return (await app.dataOf(getSlotAttendance, { query }, administrator)).reports
}
