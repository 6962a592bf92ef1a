import { describe, expect, test } from 'vitest'
import { subjectOfRegistration, subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import { getRegistrationFinding, getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { expectSuccess } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

async function findingOf(registrationId: number) {
  const query = { eventSlotId: held.slot, registrationId }
  return await held.app.dataOf(getRegistrationFinding, { query }, held.administrator)
}

describe('a total that differs from the rows', () => {
  async function givenTotal() {
    const person = await held.givenRegistered()
    // 180 minutes by the rows.
    await held.upload(held.row(person.email, '08:00', '11:00'))
    const totals = [{ registrantId: null, email: person.email, name: 'Pat', minutes: 58 }]
    await held.app.query(
      `begin; alter table attendance_readings disable trigger user;
       update attendance_readings set totals = '${JSON.stringify(totals)}' from attendance_reports report
       where report.attendance_report_id = attendance_readings.attendance_report_id and event_slot_id = ${held.slot};
       alter table attendance_readings enable trigger user; commit`,
    )
    await held.decide({ act: 'settle', subject: 'slot' })
    const registrationId = await held.idOf(person)
    return { person, registrationId, subject: subjectOfRegistration(registrationId) }
  }

  test('waits with both numbers, and can be given by the rows', async () => {
    const { person, registrationId, subject } = await givenTotal()
    expect(await held.waits()).toMatchObject([
      {
        kind: 'total-differs',
        subject,
        facts: { totalMinutes: 58, rowMinutes: 180, hours: { before: 0, now: 3 } },
      },
    ])
    await held.decide({ act: 'credit', subject, credit: { registrationId, hours: 3, isByRule: true } })
    expect([await held.waits(), await held.creditedTo(person)]).toEqual([[], 3])
  })

  test('no longer waits once somebody has stated the stay of that day', async () => {
    const { person, registrationId } = await givenTotal()
    await held.decide({
      act: 'state',
      subject: subjectOfStay(registrationId, held.on),
      from: held.at('08:00'),
      to: held.at('11:00'),
    })
    expect([await held.waits(), await held.hoursOf(person)]).toEqual([[], 3])
  })
})

test('somebody who is nobody of ours at one slot is not asked about at the other slots of the event, until that is withdrawn', async () => {
  const [first, second] = held.event.slotIds
  await held.heldOn(held.on, second)
  const waitsAt = async (eventSlotId: number) => {
    const query = { eventSlotId }
    const { waits } = await held.app.dataOf(getSlotFindings, { query }, held.administrator)
    return waits.flatMap(({ kind, email }) => (kind === 'unknown-email' ? [email?.toLowerCase()] : []))
  }
  const host = `host${first}@example.com`
  const report = `${held.heading}\n${held.row(`HOST${first}@example.com`, '08:00', '12:00')}\n${held.row('guest@example.com', '08:00', '12:00')}\n`
  for (const eventSlotId of [first, second]) {
    await uploadAttendanceFile(held.app, report, { eventSlotId, by: held.administrator })
  }
  await held.app.untilJobsAreDone()
  const both = ['guest@example.com', host]
  expect([(await waitsAt(first)).sort(), (await waitsAt(second)).sort()]).toEqual([both, both])
  const wait = (await held.waits()).find(({ email }) => email?.toLowerCase() === host)
  const { decisionId } = await held.decide({
    act: 'match',
    subject: wait?.subject ?? '',
    registrationIds: [],
    readDecisionId: null,
  })
  expect([await waitsAt(first), await waitsAt(second)]).toEqual([
    ['guest@example.com'],
    ['guest@example.com'],
  ])
  await held.withdraw(decisionId)
  expect((await waitsAt(second)).sort()).toEqual(both)
})

test('hours that were taken back wait with what is new, say when and why, and are given back by a release', async () => {
  const person = await held.givenRegistered()
  await held.upload(held.row(person.email, '09:00', '12:00'))
  const registrationId = await held.idOf(person)
  const subject = subjectOfRegistration(registrationId)
  const { decisionId } = await held.decide({
    act: 'credit',
    subject,
    credit: { registrationId, hours: 3, isByRule: true },
  })
  await held.withdraw(decisionId, 'A wrong report')
  expect((await findingOf(registrationId)).takenBack).toMatchObject({
    takenBackBy: 'Portal Administrator',
    reason: 'A wrong report',
  })
  expect(await held.waits()).toEqual([])
  await held.upload(held.row(person.email, '08:30', '10:00'))
  expect(await held.waits()).toMatchObject([
    {
      kind: 'taken-back',
      facts: { news: { seconds: 1800, lostSeconds: 0, answers: 0, lostAnswers: 0 } },
    },
  ])
  const body = { registrationId, reason: 'It was right' }
  await expectSuccess(held.app.send(releaseHours, body, held.administrator))
  await expect.poll(held.waits, { timeout: 20_000 }).toEqual([])
  expect((await findingOf(registrationId)).takenBack).toBe(null)
})
