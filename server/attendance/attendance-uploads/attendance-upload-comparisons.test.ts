import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideAttendance, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { ReportProblem } from '#contract/attendance/attendance-uploads/calls.ts'
import { readInZone } from '#contract/attendance/attendance-uploads/calls.ts'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { portalZone } from '#contract/core/season.ts'
import { expectSuccess } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let event: EventWithSlots
let slot: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  slot = event.slotIds[0]
})

const heading = 'User Name,Email,Join Time,Leave Time'
const fileOf = (...rows: string[]) => `${[heading, ...rows].join('\n')}\n`
const row = ({ email }: { email: string }, from: string, to: string, day = '09') =>
  `Somebody,${email},2027-02-${day} ${from},2027-02-${day} ${to}`
const stranger = (name: string) => ({ email: `${name}@example.com` })

describe('the preview of an upload says', () => {
  test('which people and minutes it adds, and stores nothing', async () => {
    const [ada, ben] = [await givenNamed('Ada', 'Rivet'), await givenNamed('Ben', 'Cowling')]
    const file = fileOf(row(ada, '08:00', '12:00'), row(ben, '08:00', '10:00'))
    expect(await preview(file)).toMatchObject({
      reportId: null,
      isNew: false,
      covers: ['2027-02-09'],
      problems: [],
      adds: ['Adds Ada Rivet and Ben Cowling, with 360 minutes.'],
    })
    expect(await reports()).toEqual([])
    await keep(file)
    const more = fileOf(
      row(ada, '08:00', '12:00'),
      row(ben, '09:30', '10:37'),
      ...['x', 'y', 'z'].map((name) => row(stranger(name), '08:00', '09:00')),
    )
    expect((await preview(more)).adds).toEqual([
      'Adds Somebody and 2 more, with 180 minutes.',
      'Adds 37 minutes to Ben Cowling.',
    ])
  })

  test('that somebody with another name has the email of a person', async () => {
    const [ada, ben, eve] = [
      await givenNamed('Ada', 'Rivet'),
      await givenNamed('Ben', 'Cowling'),
      await givenNamed('Eve', 'Gasket'),
    ]
    const as = (person: Person, name: string) => row(person, '08:00', '12:00').replace('Somebody', name)
    const file = fileOf(
      as(ada, 'Zoë Quill'),
      as(ben, 'Benjamin Cowling'),
      as(ben, "Ben's iPad"),
      as(eve, 'E. Gasket'),
    )
    expect((await preview(file)).problems).toEqual([
      {
        line: null,
        problem: "'Zoë Quill' has the email or id of Ada Rivet, so this time counts for Ada Rivet.",
      },
    ])
  })

  test('whose times wait for a decision, because no email or id says who they are', async () => {
    const [ada, ben] = [await givenNamed('Ada', 'Rivet'), await givenNamed('Ben', 'Cowling')]
    const words = 'no email or id of a registered person, so their times wait for a decision.'
    const unknown = fileOf(row(ada, '08:00', '12:00'), row({ email: 'ben@exmaple.com' }, '08:00', '10:00'))
    expect((await preview(unknown)).problems).toEqual([{ line: null, problem: `Somebody has ${words}` }])
    const nobodys =
      'Name,Join Time,Leave Time\n"Cowling, Ben",2027-02-09 08:00,2027-02-09 12:00\nAda Rivet,2027-02-09 08:00,2027-02-09 12:00\n'
    expect((await preview(nobodys)).problems).toEqual([
      { line: null, problem: `Ada Rivet and Cowling, Ben have ${words}` },
    ])
    const spelled = fileOf(row({ email: `"Ben <${ben.email.toUpperCase()}>;"` }, '08:00', '12:00'))
    expect((await preview(spelled)).problems).toEqual([])
  })

  test('that a file adds nothing, or that it is known', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const file = fileOf(row(ada, '08:00', '12:00'))
    await keep(file)
    expect((await preview(fileOf(row(ada, '08:30', '09:00')))).adds).toEqual([
      'Adds nothing to what counts already.',
    ])
    expect((await preview(file)).adds).toEqual([
      expect.stringMatching(
        /^Says the same as the report of .+ E[SD]T \(day-1\.csv\), so it adds nothing\.$/,
      ),
    ])
  })

  test('whose poll answers it adds', async () => {
    const [ada, ben] = [await givenNamed('Ada', 'Rivet'), await givenNamed('Ben', 'Cowling')]
    const polls = (...answers: [Person, string][]) =>
      `User Name,User Email,Submitted Date/Time\n${answers.map(([{ email }, at]) => `P,${email},2027-02-09 ${at},Still there?,Yes\n`).join('')}`
    expect((await preview(polls([ada, '08:25:30'], [ben, '08:25:31']))).adds).toEqual([
      'Adds 2 poll answers of Ada Rivet and Ben Cowling.',
    ])
    await keep(polls([ada, '08:25:30'], [ben, '08:25:31']))
    expect((await preview(polls([ada, '08:25:30'], [ben, '09:25:31']))).adds).toEqual([
      'Adds 1 poll answer of Ben Cowling.',
    ])
  })

  test('who has less than in an earlier report, and who is missing, with an offer to set that aside', async () => {
    const [ada, ben, eve] = [
      await givenNamed('Ada', 'Rivet'),
      await givenNamed('Ben', 'Cowling'),
      await givenNamed('Eve', 'Gasket'),
    ]
    const all = [ada, ben, eve].map((each) => row(each, '08:00', '12:00'))
    const { reportId } = await keep(fileOf(...all))
    const corrected = fileOf(row(ada, '08:00', '12:00'), row(ben, '08:00', '10:00'))
    const { problems } = await preview(corrected)
    expect(problems).toEqual([
      {
        line: null,
        problem: expect.stringMatching(
          /^Ben Cowling has less here than in the report of \d+:\d\d [AP]M E[SD]T \(day-1\.csv\)\.$/,
        ),
        earlier: { reportId, label: expect.stringMatching(/^Set the report of .+ \(day-1\.csv\) aside$/) },
      },
      {
        line: null,
        problem: expect.stringMatching(/^Eve Gasket is in the report of .+ \(day-1\.csv\), and not here\.$/),
      },
    ])
    // Nothing is set aside automatically.
    await keep(corrected)
    expect((await reports()).map(({ counts }) => counts)).toEqual([true, true])
  })

  test('the most and first of many names only', async () => {
    const people = Array.from({ length: 14 }, (_, place) => stranger(`p${String(place).padStart(2, '0')}`))
    await keep(fileOf(...people.map((each) => row(each, '08:00', '12:00'))))
    const { problems } = await preview(fileOf(...people.map((each) => row(each, '08:00', '11:00'))))
    expect(problems.map(({ problem }) => problem)).toContainEqual(
      expect.stringMatching(/^Somebody and 13 more have less here than in the report of/),
    )
  })

  test('nothing of the sort of the second part of a restarted webinar, of another day, or of a practice session', async () => {
    const [ada, ben] = [await givenNamed('Ada', 'Rivet'), await givenNamed('Ben', 'Cowling')]
    await keep(fileOf(row(ada, '07:58', '09:15'), row(ben, '08:00', '09:10')))
    for (const rows of [
      [row(ada, '09:16', '12:02')],
      [row(ada, '08:00', '12:00', '10')],
      [row(ada, '08:00', '12:00', '10'), row(ben, '16:30', '16:31')],
    ]) {
      expect((await preview(fileOf(...rows))).problems).toEqual([])
    }
  })

  test('who was there outside of the hours, as by a typo in a date', async () => {
    const [ada, ben] = [await givenNamed('Ada', 'Rivet'), await givenNamed('Ben', 'Cowling')]
    const file = fileOf(
      row(ada, '07:58', '12:02'),
      row(ada, '07:58', '12:02', '10'),
      row(ben, '07:58', '12:02'),
      row(ben, '07:58', '12:02', '11'),
    )
    const problem =
      'Somebody has times outside of the hours of this time slot, the first at 11 Feb 2027, 7:58 AM EST.'
    expect((await preview(file)).problems).toEqual([{ line: null, problem }])
    expect((await keep(file)).problems).toEqual([{ line: null, problem }])
  })

  test('whose stated total differs from the rows', async () => {
    const [ben, eve] = [await givenNamed('Ben', 'Cowling'), await givenNamed('Eve', 'Gasket')]
    const total = ({ email }: Person, minutes: number, name = 'Ben Cowling') =>
      `Yes,${name},${email},"Feb 09, 2027 08:00:00","Feb 09, 2027 12:04:00",${minutes}`
    const columns = 'Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes)'
    const report = (...rows: string[]) =>
      ['Attendee Report', 'Attendee Details', columns, ...rows, ''].join('\n')
    expect((await preview(report(total(ben, 58), total(eve, 244, 'Eve Gasket')))).problems).toEqual([
      { line: null, problem: 'The file states 58 minutes for Ben Cowling; its rows make 244.' },
    ])
    expect((await preview(report(total(ben, 58), total(eve, 90, 'Eve Gasket')))).problems).toEqual([
      {
        line: null,
        problem: 'The file states 58 minutes for Ben Cowling; its rows make 244. So do the totals of 1 more.',
      },
    ])
  })

  test('that it covers no day, although it has rows of one', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const read = await preview(fileOf(row(ada, '16:30', '16:40')))
    expect(read).toMatchObject({ days: ['2027-02-09'], covers: [] })
    expect(read.problems.map(({ problem }) => problem)).toContain(
      'This report covers no day of this time slot, so it does not count.',
    )
  })
})

describe("a file that looks like another slot's", () => {
  const looksLike = (problems: ReportProblem[]) => problems.find((each) => each.slot)

  test('by most of its rows is named with that slot', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const { problems } = await preview(fileOf(row(ada, '13:00', '16:50'), row(ada, '16:52', '17:00')))
    expect(looksLike(problems)).toEqual({
      line: null,
      problem:
        'This looks like the report of Piston IA Renewal Series 2027, 1:00 PM – 5:00 PM, 09 Feb 2027 – 10 Feb 2027: 2 of its 2 rows are in those hours.',
      slot: {
        event_slot_id: event.slotIds[1],
        eventName: event.eventName,
        slot: { startOn: '09/02/2027', endOn: '10/02/2027', startTime: '13:00', endTime: '17:00' },
      },
    })
  })

  test('by most of its people is named, too, although it is of the same time', async () => {
    const turbine = await givenEvent(app, { eventName: 'Turbine IA Renewal 2027' })
    const [ada, ben, eve] = [
      await givenNamed('Ada', 'Rivet', turbine),
      await givenNamed('Ben', 'Cowling', turbine),
      await givenNamed('Eve', 'Gasket'),
    ]
    const { problems } = await preview(fileOf(...[ada, ben, eve].map((each) => row(each, '08:00', '12:00'))))
    expect(looksLike(problems)).toMatchObject({
      problem:
        'This looks like the report of Turbine IA Renewal 2027, 8:00 AM – 12:00 PM, 09 Feb 2027 – 10 Feb 2027: 2 of its 3 people are registered there.',
      slot: { event_slot_id: turbine.slotIds[0] },
    })
  })

  test('is not, if the same people are registered here, too, or were a year before', async () => {
    const [turbine, earlier] = [
      await givenEvent(app, { eventName: 'Turbine IA Renewal 2027' }),
      await givenEvent(app, { eventName: 'Piston IA Renewal 2026', year: 2026 }),
    ]
    const [ada, ben] = [await givenNamed('Ada', 'Rivet'), await givenNamed('Ben', 'Cowling')]
    for (const each of [ada, ben]) await givenRegistration(app, each, turbine)
    expect((await preview(fileOf(row(ada, '08:00', '12:00'), row(ben, '08:00', '12:00')))).problems).toEqual(
      [],
    )
    const { query } = app
    await query(`delete from registrations where event_id = ${turbine.eventId}`)
    for (const each of [ada, ben]) {
      await query(`insert into registrations (user_id, event_id, event_slot_id)
        values ('${each.userId}', ${earlier.eventId}, ${earlier.slotIds[0]})`)
    }
    await query(`delete from registrations where event_id = ${event.eventId}`)
    const { problems } = await preview(fileOf(row(ada, '08:00', '12:00'), row(ben, '08:00', '12:00')))
    expect(looksLike(problems)).toBe(undefined)
  })

  test('by the webinar that it names is kept only after a second click', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    await setWebinar(slot, '99289110036')
    await setWebinar(event.slotIds[1] as number, '81111112222')
    const zoom = (webinarId: string) =>
      [
        'Attendee Report',
        'Topic,Webinar ID,Actual Start Time,Actual Duration (minutes)',
        `Piston,${webinarId},"Feb 09, 2027 07:49 AM",255`,
        'Attendee Details',
        'Attended,User Name (Original Name),Email,Join Time,Leave Time',
        `Yes,Ada Rivet,${ada.email},"Feb 09, 2027 08:00:00","Feb 09, 2027 12:00:00"`,
        '',
      ].join('\n')
    const named = 'This report is of the webinar 811 1111 2222. This time slot has the webinar 99289110036.'
    const previewed = await preview(zoom('811 1111 2222'))
    expect(previewed).toMatchObject({ isOfOtherWebinar: true, adds: ['Adds Ada Rivet, with 240 minutes.'] })
    expect(previewed.problems.map(({ problem }) => problem)).toEqual([
      named,
      expect.stringMatching(/^This looks like the report of .+: it names its webinar 811 1111 2222\.$/),
    ])
    expect(await keep(zoom('811 1111 2222'))).toMatchObject({ reportId: null, isOfOtherWebinar: true })
    expect(await reports()).toEqual([])
    const confirmed = await keep(zoom('811 1111 2222'), { is_confirmed: 'true' })
    expect(confirmed).toMatchObject({ reportId: expect.any(Number), isNew: true })
    expect(await keep(zoom('992 8911 0036'))).toMatchObject({ isOfOtherWebinar: false })
  })
})

describe('an earlier report is set aside in the same step', () => {
  test('with the file as the reason, once the file is stored', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const first = await keep(fileOf(row(ada, '08:00', '12:00')))
    await keep(fileOf(row(ada, '08:00', '10:00')), { sets_aside: String(first.reportId) }, 'corrected.csv')
    expect(await reports()).toMatchObject([
      { counts: true, originName: 'corrected.csv' },
      {
        counts: false,
        setAside: [{ reason: 'Replaced by corrected.csv', decidedBy: 'Portal Administrator' }],
      },
    ])
  })

  test('or nothing is stored', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const file = fileOf(row(ada, '08:00', '10:00'))
    for (const named of ['2000000000', 'all']) {
      const { status, body } = await send(file, { sets_aside: named })
      expect([status, body.code]).toEqual([404, 'SUBJECT_UNKNOWN'])
    }
    expect(await reports()).toEqual([])
  })
})

describe('the bytes of a report that was set aside', () => {
  const asideBytes = async (file: string) => {
    const subject = subjectOfReport(createHash('sha256').update(file).digest('hex'))
    const about = { eventSlotId: slot, act: 'set-aside' as const, registrationIds: [], reason: 'Practice' }
    const data = await app.dataOf(
      decideAttendance,
      { body: { ...about, subjects: [{ subject }] } },
      administrator,
    )
    return data.decisionIds
  }
  const still = (decisionIds: number[]) => ({
    line: null,
    problem: expect.stringMatching(
      /^This report was set aside by Portal Administrator, .+: Practice\. It stays set aside\.$/,
    ),
    decisionIds,
  })

  test('stay set aside when they are uploaded again, and the answer says so', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const file = fileOf(row(ada, '08:00', '12:00'))
    const { reportId } = await keep(file)
    const decisionIds = await asideBytes(file)
    expect(await preview(file)).toMatchObject({ adds: [], problems: [still(decisionIds)] })
    expect(await keep(file, {}, 'again.csv')).toMatchObject({
      isNew: false,
      reportId,
      problems: [still(decisionIds)],
    })
    // The same words in other bytes are the same report, too.
    expect((await keep(`Webinar of today\n${file}`)).problems).toEqual([still(decisionIds)])
    expect((await reports()).map(({ counts }) => counts)).toEqual([false])
    const body = { decisionIds, reason: 'It was right' }
    await expectSuccess(app.send(withdrawDecision, body, administrator))
    expect((await preview(file)).problems).toEqual([])
    expect((await reports()).map(({ counts }) => counts)).toEqual([true])
  })

  test('stay set aside when they are read in another zone', async () => {
    const ada = await givenNamed('Ada', 'Rivet')
    const file = fileOf(row(ada, '07:00', '11:00'))
    const { reportId } = await keep(file)
    const decisionIds = await asideBytes(file)
    const input = { params: { reportId }, body: { timeZone: 'America/Chicago' } }
    const data = await app.dataOf(readInZone, input, administrator)
    expect(data).toMatchObject({ isNew: true, adds: [], problems: [still(decisionIds)] })
    expect((await reports()).map(({ counts }) => counts)).toEqual([false, false])
  })
})

async function givenNamed(firstName: string, lastName: string, at: EventWithSlots = event) {
  const person = await givenPersonUnmailed(app)
  await app.update('users', { firstName, lastName }, { userId: person.userId })
  await givenRegistration(app, person, at)
  return person
}

async function setWebinar(eventSlotId: number, webinarId: string) {
  const { db } = app.services
  await db.updateTable('eventSlots').set({ webinarId }).where('eventSlotId', '=', eventSlotId).execute()
}

function send(file: string, texts: Record<string, string>, name?: string) {
  const about = { eventSlotId: slot, by: administrator, texts: { time_zone: portalZone, ...texts } }
  return uploadAttendanceFile(app, file, { ...about, ...(name && { name }) })
}

async function preview(file: string): Promise<{ adds: string[]; problems: ReportProblem[] }> {
  return (await send(file, { preview: 'true' })).body.data
}

async function keep(file: string, texts: Record<string, string> = {}, name?: string) {
  return (await send(file, texts, name)).body.data
}

async function reports() {
  return (await app.dataOf(getSlotAttendance, { query: { eventSlotId: slot } }, administrator)).reports
}
