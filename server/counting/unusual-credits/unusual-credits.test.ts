import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, seasonOfDay } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getUnusualCredits } from '#contract/counting/unusual-credits/calls.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { creditAll } from '#server/ledger/credits/credits.ts'
import { expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenCredit, givenRegistration } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

const season = seasonOfDay(held.on)
const query = (text: string) => held.app.query(text)

async function unusualOf(person: Person, year = season) {
  const { failure, data } = await held.app.call(getUnusualCredits, { query: { year } }, held.administrator)
  expect(failure).toBe(undefined)
  return data.credits.filter((each) => each.person?.userId === person.userId)
}
const kindsOf = async (person: Person, year = season) =>
  (await unusualOf(person, year)).map(({ kind }) => kind)

const credit = (registrationId: number, hours: number, reason?: string) =>
  givenCredit(held.app, held.administrator, registrationId, hours, reason)

async function withdraw(registrationId: number) {
  const body = { registrationId, hours: 0, reason: 'Withdrawn' }
  const { failure } = await held.app.send(generateCertificate, body, held.administrator)
  expect(failure).toBe(undefined)
}

/** Removes the reason of a registration's credits, as in older versions of the portal. */
async function withoutReason(registrationId: number) {
  await query('alter table credits disable trigger user')
  await query(`update credits set reason = '' where registration_id = ${registrationId}`)
  await query('alter table credits enable trigger user')
}

/** Registers a person for another event on a day, 8:00 to 12:00. */
async function registeredElsewhere(
  person: Person,
  on: PlainDate = held.on,
): Promise<[number, EventWithSlots]> {
  const event = await held.givenHeldEvent()
  await held.heldOn(on, event.slotIds[0])
  const registrationId = await givenRegistration(held.app, person, event, { by: held.administrator })
  return [registrationId, event]
}

async function setAside(reportId: number) {
  const [{ hash }] = await query(
    `select encode(bytes_hash, 'hex') as hash from attendance_reports where attendance_report_id = ${reportId}`,
  )
  await held.decide({ act: 'set-aside', subject: `report ${hash}` })
}

/** A person with a report of all hours, so that manual hours have evidence. */
async function givenPresent() {
  const person = await held.givenRegistered()
  await held.upload(held.row(person.email, '08:00', '12:00'))
  return person
}

describe('hours by hand', () => {
  test('of a day that is not over are named with person, event, slot, days, and who gave them when and why', async () => {
    const person = await held.givenRegistered()
    const on = addDays(easternDay(new Date()), 1)
    await held.heldOn(on)
    const registrationId = await held.idOf(person)
    await credit(registrationId, 4, 'The webinar was recorded')
    const [early, ...others] = await unusualOf(person, seasonOfDay(on))
    expect(early).toMatchObject({
      kind: 'before-end',
      registrationId,
      hours: 4,
      byDay: [{ on, hours: 4 }],
      other: null,
      person: { userId: person.userId, name: await held.nameOf(person), email: person.email },
      eventId: held.event.eventId,
      eventName: held.event.eventName,
      eventSlotId: held.slot,
      slot: { startOn: on, endOn: on, startTime: '08:00', endTime: '12:00' },
      rule: null,
      decidedBy: 'Portal Administrator',
      reason: 'The webinar was recorded',
    })
    expect(Math.abs((early?.decidedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(others.map(({ kind }) => kind)).toEqual(['no-evidence'])
  })

  test('that are more than taught are named, also without a reason, until they are withdrawn', async () => {
    const person = await givenPresent()
    const registrationId = await held.idOf(person)
    await credit(registrationId, 7, 'Stayed for the questions')
    expect(await unusualOf(person)).toMatchObject([
      { kind: 'more-than-taught', hours: 7, reason: 'Stayed for the questions' },
    ])
    await withoutReason(registrationId)
    expect(await unusualOf(person)).toMatchObject([{ kind: 'more-than-taught', reason: '' }])
    await withdraw(registrationId)
    expect(await held.creditedTo(person)).toBe(0)
    expect(await unusualOf(person)).toEqual([])
  })

  test('without a row, a check-in or a stay on one of their days have no evidence', async () => {
    const person = await held.givenRegistered()
    const registrationId = await held.idOf(person)
    await credit(registrationId, 3, 'Called us')
    expect(await unusualOf(person)).toMatchObject([{ kind: 'no-evidence', reason: 'Called us' }])
    await withoutReason(registrationId)
    expect(await unusualOf(person)).toMatchObject([{ kind: 'no-evidence', reason: '' }])
    await query(`update registrations set cancelled_at = now() where registration_id = ${registrationId}`)
    expect(await unusualOf(person)).toEqual([])
  })

  test.each([
    ['a short visit', (person: Person) => held.upload(held.row(person.email, '11:58', '12:00'))],
    [
      'a visit before the first hour',
      (person: Person) => held.upload(held.row(person.email, '07:20', '07:40')),
    ],
    [
      'a check-in at the door',
      async (person: Person) =>
        query(`insert into check_ins (check_in_id, registration_id, day_on, act, checked_at, how, received_at)
          values ('${randomUUID()}', ${await held.idOf(person)}, '${held.on}', 'in', now(), 'search', now())`),
    ],
    [
      'a stated stay',
      async (person: Person) => {
        const registrationId = await held.idOf(person)
        await held.decide({
          act: 'state',
          subject: subjectOfStay(registrationId, held.on),
          from: held.at('08:00'),
          to: held.at('10:00'),
        })
      },
    ],
  ])('have evidence with %s', async (_, give) => {
    const person = await held.givenRegistered()
    await give(person)
    await credit(await held.idOf(person), 4)
    expect(await kindsOf(person)).toEqual([])
  })

  test.each([
    ['a short visit', (person: Person) => held.upload(held.row(person.email, '21:51', '21:56'))],
    [
      'a stated stay',
      async (person: Person) => {
        const subject = subjectOfStay(await held.idOf(person), held.on)
        await held.decide({ act: 'state', subject, from: held.at('21:51'), to: held.at('21:56') })
      },
    ],
  ])('have evidence with %s after the last hour of an evening', async (_, give) => {
    const person = await held.givenRegistered()
    await query(
      `update event_slots set start_time = '18:00', end_time = '22:00' where event_slot_id = ${held.slot}`,
    )
    await give(person)
    await credit(await held.idOf(person), 4)
    expect(await kindsOf(person)).toEqual([])
  })

  test('have none with evidence of another day, an undone check-in, or a report that is set aside', async () => {
    const person = await held.givenRegistered()
    const registrationId = await held.idOf(person)
    await credit(registrationId, 4)
    const check = (act: string, on: PlainDate, id = randomUUID(), undone = 'null') =>
      query(`insert into check_ins (check_in_id, registration_id, day_on, act, checked_at, how, received_at, undone_id)
        values ('${id}', ${registrationId}, '${on}', '${act}', now(), 'search', now(), ${undone})`)
    await check('in', addDays(held.on, 1))
    const checkInId = randomUUID()
    await check('in', held.on, checkInId)
    expect(await kindsOf(person)).toEqual([])
    await check('undo', held.on, randomUUID(), `'${checkInId}'`)
    expect(await kindsOf(person)).toEqual(['no-evidence'])
    const { reportId } = await held.upload(held.row(person.email, '08:00', '12:00'))
    expect(await kindsOf(person)).toEqual([])
    await setAside(reportId)
    expect(await kindsOf(person)).toEqual(['no-evidence'])
  })

  test('have none with a stated stay that was withdrawn', async () => {
    const person = await held.givenRegistered()
    const subject = subjectOfStay(await held.idOf(person), held.on)
    const stay = { act: 'state' as const, subject, from: held.at('08:00'), to: held.at('10:00') }
    const { decisionId } = await held.decide(stay)
    await credit(await held.idOf(person), 4)
    expect(await kindsOf(person)).toEqual([])
    await held.withdraw(decisionId)
    expect(await kindsOf(person)).toEqual(['no-evidence'])
  })

  test.each([
    ['a file', new File(['%PDF-1.7 signed'], 'sheet.pdf'), []],
    ['no file', undefined, ['no-evidence' as const]],
  ])('by an answer with %s, and no report that counts: %j, %j', async (_, file, expected) => {
    const person = await held.givenRegistered()
    const row = `Yes,Host,${person.email},${held.on} 08:00,${held.on} 12:00,Host`
    const { reportId } = await held.upload(row, { heading: `${held.heading},Role` })
    const credit = { registrationId: await held.idOf(person), hours: 4, isByRule: false }
    await held.answerFirst({ act: 'credit', credit, ...(file && { file }) })
    expect(await kindsOf(person)).toEqual([])
    await setAside(reportId)
    expect(await held.creditedTo(person)).toBe(4)
    expect(await kindsOf(person)).toEqual(expected)
  })

  test('keep what is unusual about them when an undo puts them back', async () => {
    const person = await givenPresent()
    const registrationId = await held.idOf(person)
    await credit(registrationId, 7, 'Stayed for the questions')
    const body = {
      startKey: randomUUID(),
      registrations: { ids: [registrationId] },
      action: { kind: 'credit' as const, hours: 4, reason: 'By the report' },
    }
    const { jobId } = (await held.app.send(startBulkJob, body, held.administrator)).data
    await held.app.untilJobsAreDone()
    expect(await unusualOf(person)).toEqual([])
    const undo = { params: { jobId }, body: { startKey: randomUUID(), reason: 'The wrong list' } }
    await expectSuccess(held.app.call(undoBulkJob, undo, held.administrator))
    await held.app.untilJobsAreDone()
    expect(await unusualOf(person)).toMatchObject([
      { kind: 'more-than-taught', hours: 7, reason: 'The wrong list' },
    ])
  })
})

test('hours by the rule, and hours by hand as they were taught, are not unusual', async () => {
  const person = await givenPresent()
  await credit(await held.idOf(person), 4)
  expect(await unusualOf(person)).toEqual([])
})

test('hours by the rule need no evidence once their report is set aside', async () => {
  const person = await held.givenRegistered()
  const registrationId = await held.idOf(person)
  const { reportId } = await held.upload(held.row(person.email, '08:00', '12:00'))
  const { people } = await held.findings()
  const findingId = people.find((each) => each.registrationId === registrationId)?.findingId ?? 0
  await held.app.write((work) =>
    creditAll(work, [{ registrationId, hours: 4, source: 'attendance', findingId }]),
  )
  await setAside(reportId)
  expect(await held.creditedTo(person)).toBe(4)
  expect(await unusualOf(person)).toEqual([])
})

describe('two credits of one person', () => {
  test('for the same time are named once, with both sides', async () => {
    const person = await givenPresent()
    const first = await held.idOf(person)
    const [second, { eventId, slotIds }] = await registeredElsewhere(person)
    await credit(first, 4, 'First')
    await credit(second, 4, 'Second')
    const overlaps = (await unusualOf(person)).filter(({ kind }) => kind === 'overlap')
    expect(overlaps).toMatchObject([
      {
        registrationId: second,
        eventId,
        eventSlotId: slotIds[0],
        hours: 4,
        reason: 'Second',
        decidedBy: 'Portal Administrator',
        courseNumber: null,
        other: {
          registrationId: first,
          eventId: held.event.eventId,
          eventSlotId: held.slot,
          reason: 'First',
          byDay: [{ on: held.on, hours: 4 }],
        },
      },
    ])
    await withoutReason(second)
    expect((await unusualOf(person)).find(({ kind }) => kind === 'overlap')).toMatchObject({
      reason: '',
      other: { reason: 'First' },
    })
    await withdraw(first)
    expect(await kindsOf(person)).toEqual(['no-evidence'])
  })

  test('for hours that do not overlap are not named', async () => {
    const person = await givenPresent()
    const [second, { slotIds }] = await registeredElsewhere(person)
    await query(
      `update event_slots set start_time = '12:00', end_time = '16:00' where event_slot_id = ${slotIds[0]}`,
    )
    await credit(await held.idOf(person), 4)
    await credit(second, 4)
    expect(await kindsOf(person)).toEqual(['no-evidence'])
  })

  test('for one course number in one renewal year are named once, and in two years not', async () => {
    const person = await givenPresent()
    const day = addDays(held.on, -2)
    const [second, { eventId }] = await registeredElsewhere(person, day)
    const [third, { eventId: earlier }] = await registeredElsewhere(person, addDays(held.on, -366))
    const number = `C-${eventId}`
    await query(`update events set course_number = '${number}' where event_id in (${eventId}, ${earlier})`)
    await query(
      `update events set course_number = '${number.toLowerCase()} ' where event_id = ${held.event.eventId}`,
    )
    const first = await held.idOf(person)
    await credit(third, 4)
    await credit(second, 4, 'Another day')
    await credit(first, 4)
    const ofCourse = (await unusualOf(person)).filter(({ kind }) => kind === 'same-course')
    expect(ofCourse).toMatchObject([
      {
        registrationId: first,
        reason: 'Confirmed',
        courseNumber: number.toLowerCase(),
        other: { registrationId: second, reason: 'Another day', byDay: [{ on: day, hours: 4 }] },
      },
    ])
    expect(await kindsOf(person, season - 1)).toEqual(['no-evidence'])
    await withoutReason(first)
    expect((await unusualOf(person)).find(({ kind }) => kind === 'same-course')?.reason).toBe('')
    await query(`update registrations set cancelled_at = now() where registration_id = ${second}`)
    expect(await kindsOf(person)).toEqual([])
  })
})
