import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant } from '#contract/core/season.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { saveProvider } from '#contract/foundation/training-providers/calls.ts'
import type { AutomationMode } from '#contract/office/automations/calls.ts'
import { getAutomation, setAutomation as setAutomationCall } from '#contract/office/automations/calls.ts'
import { getBulkJobs } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { sweepCounts } from '#server/counting/credit-findings/jobs.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import { write } from '#server/work.ts'
import { expectSuccess, until } from '#test/app.ts'
import { noPollsAsked, setReportsAside } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import { givenCredit, givenNoProvider, givenSession } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { setAutomation } from './automations.ts'
import { automate } from './jobs.ts'
import { findRunning } from './queries.ts'

held.startWithHeldSlot()

const [first, second] = [addDays(easternDay(new Date()), 3), addDays(easternDay(new Date()), 4)]
let times = 0
let days: [PlainDate, PlainDate]
beforeEach(async () => {
  // The clock only moves forward, so each test has later days.
  days = [addDays(first, 10 * times), addDays(second, 10 * times)]
  times += 1
  await held.app.update(
    'eventSlots',
    { startOn: days[0], endOn: days[1], startTime: '08:00', endTime: '12:00' },
    { eventSlotId: held.slot },
  )
  await noPollsAsked(held.app, held.slot, held.on, ...days)
  held.administrator.token = await givenSession(held.app, held.administrator.userId)
})

/** Moves the clock to a time of a day, does what a portal repeats every few minutes, and waits for its jobs. */
async function goTo(day: PlainDate, time: PlainTime) {
  const { app } = held
  app.pass({ minutes: (easternInstant(day, time).getTime() - app.services.clock().getTime()) / 60_000 })
  held.administrator.token = await givenSession(app, held.administrator.userId)
  await app.write(sweepCounts)
  await app.untilJobsAreDone()
}

async function set(mode: AutomationMode) {
  const body = { eventId: held.event.eventId, mode }
  const { failure } = await held.app.send(setAutomationCall, body, held.administrator)
  await held.app.untilJobsAreDone()
  return failure?.code
}

const row = ({ email }: Person, on: PlainDate = held.on, until: PlainTime = '12:00') =>
  `Yes,Pat,${email},${on} 08:00,${on} ${until}`

/** Inserts a code per hour, answered by these people, so that their hours don't need the reports' polls. */
async function answered(...people: Person[]) {
  for (const on of days) {
    for (const time of ['08:10', '09:10', '10:10', '11:10'] as const) {
      const at = easternInstant(on, time)
      await held.app.query(
        `with code as (
          insert into poll_codes (event_slot_id, code, question, opens_at, closes_at)
          values ($1, '22222', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes') returning poll_code_id)
        insert into poll_code_answers select poll_code_id, registration_id, $3 from code, registrations where registration_id = any($4)`,
        [held.slot, `${on} ${time}`, at, await Promise.all(people.map(held.idOf))],
      )
    }
  }
}

const certificates = async ({ email }: Person) =>
  (await held.mailsTo(email)).filter((subject) => /certificate/i.test(subject)).length

/** Returns the subjects of the emails to the staff about this event, each with its number. */
async function staffMails() {
  const rows = await held.app.query(
    `select subject from mails where cause like 'automation:' || $1 || ':%' order by mail_id`,
    [held.slot],
  )
  return [...new Set<string>(rows.map(({ subject }) => subject.replace(/: .*/, '')))]
}

const credited = (...people: Person[]) => Promise.all(people.map(held.creditedTo))

test('all hours are mailed minutes after the last report, fewer once the reports are settled, with no click, and nothing is ever lowered', async () => {
  const all = await held.givenRegistered()
  const fewer = await held.givenRegistered()
  const never = await held.givenRegistered()
  await answered(all, fewer)
  expect(await set('credit-and-mail')).toBe(undefined)
  await goTo(days[0], '12:10')
  await held.upload([all, fewer].map((person) => row(person, days[0])).join('\n'))
  // A series is credited once, so that it has one certificate.
  expect(await credited(all, fewer, never)).toEqual([0, 0, 0])

  await goTo(days[1], '12:10')
  const reportedAt = held.app.services.clock()
  await held.upload([row(all, days[1]), row(fewer, days[1], '11:10')].join('\n'))
  expect(await credited(all, fewer, never)).toEqual([8, 0, 0])
  expect([await certificates(all), await certificates(fewer), await certificates(never)]).toEqual([1, 0, 0])
  const rows = await held.app.query(
    "select status, sent_at from mails where to_address = $1 and subject like 'Your certificate%'",
    [all.email],
  )
  expect(rows[0].status).toBe('sent')
  expect(rows[0].sent_at - reportedAt.getTime()).toBeLessThan(600_000)
  const query = { registrationId: await held.idOf(all) }
  const { activities } = await held.app.dataOf(getActivities, { query }, held.administrator)
  expect(activities.find(({ activity }) => activity === 'credited')).toMatchObject({
    actedBy: null,
    reason: '',
  })

  await goTo(addDays(days[1], 1), '11:59')
  expect(await credited(all, fewer, never)).toEqual([8, 0, 0])
  await goTo(addDays(days[1], 1), '12:05')
  expect(await credited(all, fewer, never)).toEqual([8, 7, 0])
  expect([await certificates(all), await certificates(fewer), await certificates(never)]).toEqual([1, 1, 0])

  await setReportsAside(held.app, held.slot)
  await held.upload(days.flatMap((on) => [row(all, on, '10:00'), row(fewer, on, '10:00')]).join('\n'))
  expect(await credited(all, fewer, never)).toEqual([8, 7, 0])
  expect(await held.kinds()).toEqual(['lowered', 'lowered'])
  expect([await certificates(all), await certificates(fewer)]).toEqual([1, 1])
})

test('by hand, nobody is credited, and the staff get no email', async () => {
  await held.heldOn(held.on)
  const person = await held.givenRegistered()
  await held.upload(row(person))
  expect(await credited(person)).toEqual([0])
  expect(await staffMails()).toEqual([])
})

test('proposing credits nobody and tells the staff once that people are ready, and once more when the rest is settled', async () => {
  const all = await held.givenRegistered()
  const fewer = await held.givenRegistered()
  await answered(all, fewer)
  await set('propose')
  await goTo(days[1], '12:10')
  for (const on of days) await held.upload([row(all, on), row(fewer, on, '11:10')].join('\n'))
  expect(await staffMails()).toEqual(['1 person is ready for certificates'])
  await goTo(addDays(days[1], 1), '12:05')
  expect(await staffMails()).toEqual([
    '1 person is ready for certificates',
    '2 people are ready for certificates',
  ])
  expect(await credited(all, fewer)).toEqual([0, 0])
})

test('crediting without email credits at once what is counted already when it is switched on', async () => {
  await held.heldOn(held.on)
  const person = await held.givenRegistered()
  await held.upload(row(person))
  await set('credit')
  expect(await credited(person)).toEqual([4])
  expect(await certificates(person)).toBe(0)
  expect(await set('credit')).toBe('NOTHING_CHANGES')
})

test('an anomaly holds up its slot, which the staff are told once, until it is answered', async () => {
  await held.heldOn(held.on)
  expect(await set('credit-and-mail')).toBe(undefined)
  const people = await Promise.all(Array.from({ length: 6 }, held.givenRegistered))
  const rows = people.map((person) => `Yes,Pat,${person.email},${held.on} 05:00,${held.on} 09:00`)
  await held.upload(rows.join('\n'))
  expect(await held.kinds()).toEqual(['times-off'])
  const [first] = people as [Person]
  expect(await credited(first)).toEqual([0])
  expect(await staffMails()).toEqual(['Certificates are on hold'])
  await held.answerFirst({ act: 'set-aside' })
  expect(await credited(first)).toEqual([1])
  expect(await certificates(first)).toBe(1)
})

describe('an anomaly that a count finds meanwhile', () => {
  const anomaly = () => sql`
    insert into credit_waits (event_slot_id, kind, subject) values (${held.slot}, 'times-off', 'times-off')`

  /** Returns a person with counted, uncredited hours, at an event that begins now. */
  async function givenReady() {
    await held.heldOn(held.on)
    const person = await held.givenRegistered()
    await held.upload(row(person))
    await held.app.services.db
      .insertInto('eventAutomations')
      .values({ eventId: held.event.eventId, mode: 'credit', setAt: held.app.services.clock() })
      .execute()
    return person
  }

  test('holds up the automation that runs beside the count', async () => {
    const person = await givenReady()
    const { services } = held.app
    let isOver = false
    const automating = await services.db.transaction().execute(async (counting) => {
      await findSlotsOfEvent(counting, held.event.eventId, { isLocked: true })
      await anomaly().execute(counting)
      const running = write(services, undefined, (work) => automate(work, held.event))
      void running.then(() => (isOver = true))
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => isOver || (await held.app.query(waiting)).length > 0)
      return { running }
    })
    await automating.running
    await held.app.untilJobsAreDone()
    expect([await credited(person), await staffMails()]).toEqual([[0], ['Certificates are on hold']])
  })

  test('stops the crediting that has not come to its people', async () => {
    const person = await givenReady()
    await held.app.write(async (work) => {
      await automate(work, held.event)
      await anomaly().execute(work.tx)
    })
    await held.app.untilJobsAreDone()
    // The next count finds the true anomalies, and the automation continues.
    expect(await credited(person)).toEqual([4])
    const rows = await held.app.query(
      `select outcome from bulk_job_items join bulk_jobs using (bulk_job_id)
      where (action->>'eventSlotId')::int = $1 order by asked_at`,
      [held.slot],
    )
    expect(rows).toEqual([{ outcome: 'stopped' }, { outcome: 'done' }])
  })

  test('is awaited: while a count waits to run, the automation credits nobody', async () => {
    const person = await givenReady()
    await held.app.write(async (work) => {
      await work.addJobs('count-hours', [{ eventSlotId: held.slot }])
      await automate(work, held.event)
      expect(await findRunning(work.tx, held.event.eventId)).toEqual([])
    })
    await held.app.untilJobsAreDone()
    expect(await credited(person)).toEqual([4])
  })
})

test('without a training provider, credits wait without a try or an email, and go on once it is saved', async () => {
  await givenNoProvider(held.app)
  await held.heldOn(held.on)
  const mailed = await held.givenRegistered()
  await set('credit-and-mail')
  await held.upload(row(mailed))
  await held.app.write((work) => automate(work, held.event))
  await held.app.untilJobsAreDone()
  expect(await credited(mailed)).toEqual([0])
  expect(await certificates(mailed)).toBe(0)
  const rows = await held.app.query("select from bulk_jobs where (action->>'eventSlotId')::int = $1", [
    held.slot,
  ])
  expect([rows, await staffMails()]).toEqual([[], []])

  const names = { name: 'Example Aviation Training', signatoryName: 'Sample Signatory' }
  const others = {
    contact: 'training@example.com',
    signatoryTitle: 'Director',
    signature: '',
    postalAddress: '',
  }
  const body = { ...names, ...others, version: undefined }
  await expectSuccess(held.app.send(saveProvider, body, held.administrator))
  await held.app.untilJobsAreDone()
  expect(await credited(mailed)).toEqual([4])
  expect(await certificates(mailed)).toBe(1)
})

test('switching it off stops what it is crediting, and switching it on goes on', async () => {
  await held.heldOn(held.on)
  const person = await held.givenRegistered()
  await held.upload(row(person))
  const { eventId } = held.event
  const { services } = held.app
  await write(services, undefined, async (work) => {
    await setAutomation(work, { eventId, mode: 'credit' })
    await automate(work, { eventId })
    await setAutomation(work, { eventId, mode: 'by-hand' })
  })
  await held.app.untilJobsAreDone()
  expect(await credited(person)).toEqual([0])
  await set('credit')
  expect(await credited(person)).toEqual([4])
})

test('what an administrator undoes or decides is not credited again', async () => {
  await held.heldOn(held.on)
  const [undone, decided] = [await held.givenRegistered(), await held.givenRegistered()]
  await givenCredit(held.app, held.administrator, await held.idOf(decided), 2)
  await set('credit')
  await held.upload([row(undone), row(decided)].join('\n'))
  expect(await credited(undone, decided)).toEqual([4, 2])
  const { jobs } = await held.app.dataOf(getBulkJobs, {}, held.administrator)
  const { jobId, askedBy } = jobs[0] ?? {}
  expect(askedBy).toBe(null)
  const input = { params: { jobId: jobId ?? '' }, body: { reason: 'Not yet' } }
  await expectSuccess(held.app.call(undoBulkJob, input, held.administrator))
  await held.app.untilJobsAreDone()
  expect(await credited(undone, decided)).toEqual([0, 2])
  await held.upload([row(undone), row(decided), row(await held.givenRegistered())].join('\n'))
  expect(await credited(undone, decided)).toEqual([0, 2])
})

test('an automation says who has set it and when, and the history tells each change', async () => {
  const { eventId } = held.event
  const read = () => held.app.dataOf(getAutomation, { query: { eventId } }, held.administrator)
  expect(await read()).toEqual({ mode: 'by-hand', setBy: null, setAt: null, unmailed: 0 })
  await set('propose')
  expect(await read()).toMatchObject({
    mode: 'propose',
    setBy: 'Portal Administrator',
    setAt: expect.any(Date),
  })
  const { activities } = await held.app.dataOf(getActivities, { query: { eventId } }, held.administrator)
  expect(activities[0]).toMatchObject({
    activity: 'automation-changed',
    changes: [{ what: 'Automation', from: 'Manual', to: 'Notify staff when ready' }],
  })
  const unknown = { eventId: 2_000_000_000, mode: 'credit' as const }
  const { failure } = await held.app.send(setAutomationCall, unknown, held.administrator)
  expect(failure?.code).toBe('EVENT_NOT_FOUND')
})
