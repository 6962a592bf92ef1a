import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { tryReports } from '#contract/counting/credit-findings/what-if.ts'
import { deleteSlot } from '#contract/events/slots/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

const fileOf = (rows: string) => `${held.heading}\n${rows}\n`
const subjectOf = (rows: string, day?: string) =>
  subjectOfReport(createHash('sha256').update(fileOf(rows)).digest('hex'), day)
const rowOf = ({ email }: Person, from = '08:00', to = '12:00') => held.row(email, from, to)

async function reports() {
  const query = { eventSlotId: held.slot }
  return (await held.app.dataOf(getSlotAttendance, { query }, held.administrator)).reports
}

async function tried(subjects: string[], act: 'set-aside' | 'withdraw' = 'set-aside') {
  const body = { eventSlotId: held.slot, subjects, act }
  return held.app.send(tryReports, body, held.administrator)
}

test('a slot whose reports have people of another slot is not deleted until they are set aside', async () => {
  const { app, administrator: by, event, slot: eventSlotId } = held
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { slot: 1, by })
  await held.upload(rowOf(person))
  expect((await app.send(deleteSlot, { eventSlotId }, by)).failure).toMatchObject({
    code: 'SLOT_HAS_REGISTRATIONS',
    message:
      '1 person has attendance at this time slot, so it cannot be deleted. Set its reports aside first.',
  })
  await held.decide({ act: 'set-aside', subject: subjectOf(rowOf(person)) })
  await expectSuccess(app.send(deleteSlot, { eventSlotId }, by))
})

test('no row of a report that was set aside counts, until it is taken back', async () => {
  const person = await held.givenRegistered()
  const [whole, part] = [rowOf(person), rowOf(person, '08:00', '10:00')]
  await held.upload(whole)
  await held.upload(part)
  expect(await held.hoursOf(person)).toBe(4)
  const subject = subjectOf(whole)
  const { decisionId } = await held.decide({ act: 'set-aside', subject, reason: 'A practice session' })
  expect(await held.hoursOf(person)).toBe(2)
  expect(await reports()).toMatchObject([
    { counts: true, covers: [held.on], setAside: [] },
    {
      counts: false,
      covers: [],
      setAside: [
        {
          decisionId,
          on: null,
          part: null,
          reason: 'A practice session',
          decidedBy: 'Portal Administrator',
        },
      ],
    },
  ])
  await held.withdraw(decisionId)
  expect(await held.hoursOf(person)).toBe(4)
  expect(await reports()).toMatchObject([{ counts: true }, { counts: true, setAside: [] }])
})

test('hours of a report that was set aside wait as fewer, also if it was the only one', async () => {
  const person = await held.givenRegistered()
  await held.upload(rowOf(person))
  const registrationId = await held.idOf(person)
  const credit = { registrationId, hours: 4, isByRule: true }
  await held.decide({ act: 'credit', subject: `registration ${registrationId}`, credit })
  await held.decide({ act: 'set-aside', subject: subjectOf(rowOf(person)) })
  expect(await held.waits()).toMatchObject([{ kind: 'lowered', facts: { hours: { before: 4, now: 0 } } }])
  expect(await held.creditedTo(person)).toBe(4)
})

test('a report is set aside for one of its days', async () => {
  const person = await held.givenRegistered()
  await held.upload(rowOf(person))
  await held.decide({ act: 'set-aside', subject: subjectOf(rowOf(person), held.on) })
  expect(await reports()).toMatchObject([{ counts: true, covers: [], setAside: [{ on: held.on }] }])
})

describe('the preview of setting aside', () => {
  test('names who would get fewer hours, and changes nothing', async () => {
    const [ada, ben] = [await held.givenRegistered(), await held.givenRegistered()]
    await held.upload([rowOf(ada), rowOf(ben, '08:00', '10:00')].join('\n'))
    await held.upload(rowOf(ada, '08:00', '11:00'))
    const subject = subjectOf([rowOf(ada), rowOf(ben, '08:00', '10:00')].join('\n'))
    const before = await held.findings()
    expect((await tried([subject])).data).toMatchObject({
      fewer: 2,
      more: 0,
      same: 0,
      people: [
        { email: ben.email, hours: 2, hoursThen: 0 },
        { email: ada.email, hours: 4, hoursThen: 3 },
      ],
    })
    expect(await held.findings()).toEqual(before)
    expect(await held.decisions()).toEqual([])
  })

  test('counts people whose only report it is, and more hours when it is taken back', async () => {
    const ada = await held.givenRegistered()
    await held.upload(rowOf(ada))
    const subject = subjectOf(rowOf(ada))
    expect((await tried([subject])).data.people).toMatchObject([{ hours: 4, hoursThen: 0 }])
    await held.decide({ act: 'set-aside', subject })
    expect((await tried([subject], 'withdraw')).data).toMatchObject({
      more: 1,
      fewer: 0,
      people: [{ hours: 0, hoursThen: 4 }],
    })
  })

  test('refuses a report that the slot does not have', async () => {
    const answer = await tried([subjectOf('another')])
    expect(answer.failure?.code).toBe('SUBJECT_UNKNOWN')
  })
})

test('only a report of the slot, and a day of it, can be set aside', async () => {
  const ada = await held.givenRegistered()
  await held.upload(rowOf(ada))
  const other = subjectOf('another')
  expect(await held.refusalOf({ act: 'set-aside', subject: other })).toBe('SUBJECT_UNKNOWN')
  const day = subjectOf(rowOf(ada), '2027-12-24')
  expect(await held.refusalOf({ act: 'set-aside', subject: day })).toBe('SUBJECT_UNKNOWN')
  expect(await held.refusalOf({ act: 'settle', subject: subjectOf(rowOf(ada)) })).toBe('ANSWER_UNFIT')
})

test('the history and the answers name the report', async () => {
  const ada = await held.givenRegistered()
  await held.upload(rowOf(ada))
  const { decisionId } = await held.decide({
    act: 'set-aside',
    subject: subjectOf(rowOf(ada)),
    reason: 'Practice',
  })
  await held.withdraw(decisionId, 'It was right')
  const { activities } = await held.app.dataOf(
    getActivities,
    { query: { eventId: held.event.eventId } },
    held.administrator,
  )
  const acts = activities.filter(({ activity }) => activity === 'attendance-decided')
  expect(acts.map(({ item, reason }) => [item, reason])).toEqual([
    [expect.stringMatching(/ · Report day-1\.csv of .+ taken back$/), 'It was right'],
    [expect.stringMatching(/ · Report day-1\.csv of .+ set aside$/), 'Practice'],
  ])
  expect(await held.decisions()).toMatchObject([{ act: 'set-aside', report: { originName: 'day-1.csv' } }])
})
