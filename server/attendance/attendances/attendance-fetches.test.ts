import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  fetchAttendance,
  getAttendanceSources,
  getSlotAttendance,
} from '#contract/attendance/attendances/calls.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { syncWebinar } from '#contract/webinars/webinars/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { attendancesOf, strangersAt } from '#test/counted-attendances.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenSession } from '#test/given.ts'
import { gotoHarness } from '#test/goto-harness.ts'
import { hurryJobs, jobsOf } from '#test/queue.ts'
import type { GivenAttendee, WebinarHarness } from '#test/webinar-harness.ts'
import { zoomHarness } from '#test/zoom-harness.ts'
import { sweepAttendances } from './jobs.ts'

const slotTime = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' } as const
const [firstDay, secondDay] = slotDays(slotTime)

describe.each([zoomHarness, gotoHarness])('$name', ({ name, open }) => {
  let app: TestApp
  let harness: WebinarHarness
  let administrator: Person
  let webinarId: string
  let slot: number
  beforeAll(async () => {
    app = await startApp()
    administrator = await givenAdministrator(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    harness = await open()
    app.services.webinar = harness.platform
    webinarId = await harness.givenWebinar()
    const event = await givenEvent(app)
    slot = event.slotIds[0]
    await app.update('eventSlots', { webinarId: null })
    await app.update('eventSlots', { webinarId, ...slotTime }, { eventSlotId: slot })
    // The portal registers nobody at a webinar platform once the slot is over.
    jumpTo(firstDay, -60)
  })
  afterEach(() => harness.close())

  test('a report is fetched after each day, again if the webinar platform corrects it, and never twice', async () => {
    const [pat, kim] = [await givenRegistered(), await givenRegistered()]
    jumpTo(firstDay, -1)
    await harness.hold(webinarId, [stayed(pat, [0, 30], [20, 90])])
    await sweep()
    expect((await show()).reports).toEqual([])
    jumpTo(firstDay, 241)
    await sweep()
    expect((await show()).reports).toEqual([])
    jumpTo(firstDay, 250)
    await sweep()
    await sweep()
    const first = await show()
    expect(first.reports).toMatchObject([
      { origin: 'platform', originName: name, visits: 2, uploadedBy: null },
    ])
    expect([await minutesOf(pat), await minutesOf(kim)]).toEqual([90, 0])
    // An hour later the report is the same. A day later it includes one more person.
    jumpTo(firstDay, 310)
    await sweep()
    expect((await show()).reports).toHaveLength(1)
    await harness.hold(webinarId, [{ ...stayed(kim, [24 * 60, 24 * 60 + 60]), answers: [answer] }])
    jumpTo(secondDay, 250)
    await sweep()
    const corrected = await show()
    expect(corrected.reports.map(({ visits, answers, days }) => [visits, answers, days])).toEqual([
      [1, 1, [secondDay?.on]],
      [2, 0, [firstDay?.on]],
    ])
    expect([await minutesOf(pat), await minutesOf(kim)]).toEqual([90, 60])
    expect((await attendancesOf(app, kim, await session()))[0]?.answers).toMatchObject([answer])
    const sources = await sourcesOf(corrected.reports[0]?.reportId ?? 0)
    expect(sources).toContain('"address"')
    expect(sources).toContain(kim.email)
  })

  test('a webinar that was restarted has a report for each part, also if nobody came to one of them', async () => {
    const [pat, kim] = [await givenRegistered(), await givenRegistered()]
    await harness.hold(webinarId, [])
    await harness.hold(webinarId, [stayed(pat, [-2, 75]), stayed(kim, [0, 70])])
    await harness.hold(webinarId, [{ ...stayed(pat, [77, 242]), answers: hourly([85, 145, 205]) }])
    await harness.hold(webinarId, [])
    await fetch()
    const { reports } = await show()
    expect(
      reports.map(({ originName, visits, answers, held }) => [originName, visits, answers, held]),
    ).toEqual([
      [name, 1, 3, { from: instant(77), to: instant(242) }],
      [name, 2, 0, { from: instant(-2), to: instant(75) }],
    ])
    expect(new Set(reports.map(({ instance }) => instance)).size).toBe(2)
    expect(await storedAnswers()).toEqual(
      [85, 145, 205].map((minute) => [question, name === 'Zoom' ? instant(minute) : null]),
    )
    // The same again changes nothing.
    await fetch()
    expect((await show()).reports).toEqual(reports.map((report) => ({ ...report, repeats: 1 })))
  })

  test('a part that the webinar platform corrects gets another report, and the others are repeats', async () => {
    const [pat, kim] = [await givenRegistered(), await givenRegistered()]
    const [before, after] = [[stayed(pat, [0, 70])], [stayed(pat, [0, 70]), stayed(kim, [0, 60])]]
    await harness.hold(webinarId, before)
    await harness.hold(webinarId, [stayed(pat, [77, 240])])
    await fetch()
    for (const attendees of [after, before]) {
      await harness.hold(webinarId, attendees, 0)
      await fetch()
    }
    const { reports } = await show()
    const [second] = new Set(reports.map(({ instance }) => instance))
    expect(reports.map(({ visits, repeats, instance }) => [visits, repeats, instance === second])).toEqual([
      [1, 0, true],
      [2, 0, true],
      [1, 2, false],
      [1, 0, true],
    ])
  })

  test('a report of the only part does not say when it was', async () => {
    await harness.hold(webinarId, [stayed(await givenRegistered(), [0, 30])])
    await fetch()
    const { reports } = await show()
    expect(reports).toHaveLength(1)
    expect(reports[0]).not.toHaveProperty('held')
  })

  test('a fetch after the upgrade adds the parts to a report of all of them', async () => {
    const pat = await givenRegistered()
    await harness.hold(webinarId, [stayed(pat, [0, 30])])
    await fetch()
    const [copy] = await app.query(
      `insert into attendance_reports (event_slot_id, webinar_id, origin, origin_name, received_at, sources, said_hash)
       select event_slot_id, webinar_id, origin, origin_name, received_at, sources, said_hash from attendance_reports
       where event_slot_id = $1 returning attendance_report_id as id`,
      [slot],
    )
    await fetch()
    expect((await stored()).map(({ instance, repeats }) => [instance !== null, repeats])).toEqual([
      [true, null],
      [false, null],
      [true, expect.any(Number)],
    ])
    expect((await stored())[2]?.repeats).not.toBe(copy.id)
  })

  test.runIf(name === 'Zoom')(
    'a part that Zoom has no report of holds up no other, and is named',
    async () => {
      const pat = await givenRegistered()
      await harness.hold(webinarId, [stayed(pat, [0, 30])])
      await harness.hold(webinarId, [stayed(pat, [40, 90])])
      await harness.loseReport?.(webinarId, 0)
      await fetch()
      expect(await show()).toMatchObject({
        reports: [{ visits: 1, repeats: 0 }],
        fetching: {
          askedAt: expect.any(Date),
          problem: expect.stringMatching(/^Zoom has no report of 1 of the 2 times .* does not exist/),
        },
      })
    },
  )

  test('a webinar platform that is away is asked again, even if an administrator asked first', async () => {
    await harness.hold(webinarId, [stayed(await givenRegistered(), [0, 30])])
    await harness.goAway()
    await ask()
    await until(async () => (await show()).fetching.problem !== '')
    expect(await show()).toMatchObject({ reports: [], fetching: { isRunning: true } })
    await harness.comeBack()
    await until(async () => (await hurryJobs(app, 'fetch-attendance')) === 1)
    await until(async () => (await show()).reports.length === 1)
    expect((await show()).fetching).toMatchObject({ isRunning: false, problem: '' })
  })

  test('a webinar whose report is not written yet has no report, and nobody counts as absent', async () => {
    const person = await givenRegistered()
    await ask()
    await until(async () => !(await show()).fetching.isRunning)
    expect(await minutesOf(person)).toBe(undefined)
    expect(await show()).toMatchObject({
      reports: [],
      fetching: { askedAt: expect.any(Date), problem: '' },
    })
    await harness.hold(webinarId, [])
    await ask()
    await until(async () => !(await show()).fetching.isRunning)
    expect((await show()).reports).toEqual([])
  })

  test('a webinar that the webinar platform does not know is reported and not asked for again', async () => {
    await app.update('eventSlots', { webinarId: '70000000001' }, { eventSlotId: slot })
    await ask()
    await until(async () => !(await show()).fetching.isRunning)
    expect((await show()).fetching.problem).not.toBe('')
    const jobs = await countJobs()
    await sweep()
    expect(await countJobs()).toBe(jobs)
  })

  test('a person whom the webinar platform knows under another email is matched by registrant id', async () => {
    const pat = await givenRegistered()
    await app.update('webinarRegistrants', { email: 'told@example.com' }, { webinarId })
    await harness.hold(webinarId, [stayed(pat, [0, 30]), stayed({ email: 'guest@example.com' }, [0, 15])])
    await app.update('users', { email: 'pat.now@example.com' }, { userId: pat.userId })
    await ask()
    await until(async () => (await show()).reports.length === 1)
    expect(await minutesOf(pat)).toBe(30)
    expect(await strangersAt(app, slot, await session())).toEqual([['guest@example.com', 15]])
  })

  const answer = { question: 'Which form records a major repair?', answer: 'FAA Form 337' }
  const question = 'Are you still with us?'

  /** Returns answers to the same question, launched at some minutes. */
  function hourly(minutes: number[]): GivenAttendee['answers'] {
    return minutes.map((minute) => ({
      question,
      answer: 'Yes',
      answeredAt: instant(minute),
      pollId: `poll-${minute}`,
    }))
  }

  /** Returns the instant some minutes after the start of the first day. */
  function instant(minute: number) {
    return new Date((firstDay?.startAt.getTime() ?? 0) + minute * 60_000)
  }

  function stayed({ email }: { email: string }, ...minutes: [from: number, to: number][]): GivenAttendee {
    const visits = minutes.map(([from, to]) => ({ joinedAt: instant(from), leftAt: instant(to) }))
    return { email, name: 'Pat Example', visits, answers: [] }
  }

  /** Registers a person for the slot and at the webinar platform. */
  async function givenRegistered() {
    const person = await givenPersonUnmailed(app)
    await app.query(
      'insert into registrations (user_id, event_id, event_slot_id) select $1, event_id, event_slot_id from event_slots where event_slot_id = $2',
      [person.userId, slot],
    )
    await app.send(syncWebinar, { eventSlotId: slot }, await session())
    await app.untilJobsAreDone()
    return person
  }

  /** Moves the clock to some minutes after the start of a day of the slot. */
  function jumpTo(day: typeof firstDay, minutes: number) {
    const ms = (day?.startAt.getTime() ?? 0) - app.services.clock().getTime()
    app.pass({ minutes: ms / 60_000 + minutes })
  }

  async function sweep() {
    await app.write(sweepAttendances)
    await app.untilJobsAreDone()
  }

  /** Fetches the report and waits for its count. */
  async function fetch() {
    await ask()
    await app.untilJobsAreDone()
  }

  async function ask() {
    const answer = await app.send(fetchAttendance, { eventSlotId: slot }, await session())
    expect(answer.failure).toBe(undefined)
  }

  async function minutesOf(person: Person) {
    const [attendance] = await attendancesOf(app, person, await session())
    return attendance?.minutes
  }

  async function show() {
    return await app.dataOf(getSlotAttendance, { query: { eventSlotId: slot } }, await session())
  }

  /** Returns the slot's stored reports, oldest first. */
  function stored() {
    return app.services.db
      .selectFrom('attendanceReports')
      .select(['instance', 'repeatsReportId as repeats'])
      .where('eventSlotId', '=', slot)
      .orderBy('attendanceReportId')
      .execute()
  }

  async function storedAnswers() {
    const rows = await app.services.db
      .selectFrom('attendanceAnswers as answer')
      .innerJoin('attendanceReadings as reading', 'reading.attendanceReadingId', 'answer.attendanceReadingId')
      .innerJoin('attendanceReports as report', 'report.attendanceReportId', 'reading.attendanceReportId')
      .select(['question', 'answeredAt'])
      .where('eventSlotId', '=', slot)
      .orderBy('place')
      .execute()
    return rows.map((row) => [row.question, row.answeredAt])
  }

  async function sourcesOf(reportId: number) {
    const url = `/api${getAttendanceSources.path.replace(':reportId', String(reportId))}`
    return (await app.request({ url, headers: { authorization: `Bearer ${await session()}` } })).body
  }

  /** Starts another session, because the clock jumps past the end of sessions. */
  function session() {
    return givenSession(app, administrator.userId)
  }

  async function countJobs() {
    return (await jobsOf(app, 'fetch-attendance')).length
  }
})
