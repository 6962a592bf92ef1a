import { describe, expect, test } from 'vitest'
import { getDecisionFile, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfRegistration, subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import { readInZone } from '#contract/attendance/attendance-uploads/calls.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, portalZone } from '#contract/core/season.ts'
import { mostSheetBytes } from '#contract/core/sheets.ts'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { expectRefusal } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import {
  administrator,
  answerFirst,
  app,
  at,
  decide,
  decisions,
  findings,
  givenHeldEvent,
  givenRegistered,
  heldOn,
  hoursOf,
  idOf,
  kinds,
  on,
  refusalOf,
  row,
  send,
  startWithHeldSlot,
  upload,
  waits,
  withdraw,
} from '#test/held-slot.ts'

startWithHeldSlot()

test('several people at one computer all have its rows, by a signed sheet that can be downloaded', async () => {
  const [first, second] = [await givenRegistered(), await givenRegistered()]
  await upload(row(first.email, '08:00', '12:00'))
  expect([await hoursOf(first), await hoursOf(second)]).toEqual([4, 0])
  const registrationIds = [await idOf(first), await idOf(second)]
  const subject = `person  ${first.email}`
  const sheet = Buffer.from('%PDF-1.7 signed')
  const file = new File([sheet], 'sheet “1”.pdf')
  const { decisionId } = await decide({ act: 'match', subject, registrationIds, file })
  expect([await hoursOf(first), await hoursOf(second)]).toEqual([4, 4])
  expect(await decisions()).toMatchObject([{ fileName: file.name }])
  const download = await app.request({
    url: `/api${getDecisionFile.path.replace(':decisionId', String(decisionId))}`,
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  expect(download.rawPayload).toEqual(sheet)
  expect(download.headers['content-disposition']).toContain(encodeURIComponent(file.name))
  const own = await app.request({
    url: `/api${getAccountData.path}`,
    headers: { authorization: `Bearer ${second.token}` },
  })
  expect(own.json().attendanceDecisions).toMatchObject([
    { act: 'match', reason: 'Test', fileName: file.name },
  ])
  expect(own.json().attendanceDecisions[0]).not.toHaveProperty('subject')
  await withdraw(decisionId)
  expect([await hoursOf(first), await hoursOf(second)]).toEqual([4, 0])
})

test.each(['N/A', 'none', 'Guest'])('rows with %s as their email are never of one person', async (none) => {
  const person = await givenRegistered()
  await upload([row(none, '08:00', '09:00', 'Ada'), row(none, '09:00', '12:00', 'Ben')].join('\n'))
  const found = await waits()
  expect(found.map(({ kind }) => kind)).toEqual(['no-email', 'no-email'])
  await decide({ act: 'match', subject: found[0]?.subject ?? '', registrationIds: [await idOf(person)] })
  expect(await hoursOf(person)).toBe(1)
})

test.each(['jsmith', 'guest-1'])('rows with the login name %s are of one person', async (login) => {
  const person = await givenRegistered()
  await upload([row(login, '08:00', '09:00', 'Ada'), row(login, '09:00', '12:00', 'Ada')].join('\n'))
  const subject = `person  ${login}`
  expect((await waits()).map((found) => found.subject)).toEqual([subject])
  await decide({ act: 'match', subject, registrationIds: [await idOf(person)] })
  expect(await hoursOf(person)).toBe(4)
})

test.each([
  ['a program', Buffer.from('MZ this is a program'), 'SHEET_REFUSED'],
  ['an empty file', Buffer.alloc(0), 'SHEET_REFUSED'],
  ['a page with scripts', Buffer.from('<html><script>'), 'SHEET_REFUSED'],
  ['more than 10 MB', Buffer.alloc(mostSheetBytes + 1, '%PDF-'), 'SHEET_TOO_LARGE'],
] as const)('%s is no signed sheet', async (_, bytes, code) => {
  const person = await givenRegistered()
  await upload(row(person.email, '08:00', '12:00'))
  const file = new File([bytes], 'sheet.pdf')
  const body = { act: 'match' as const, subject: `person  ${person.email}`, file }
  expect(await refusalOf(body)).toBe(code)
  expect(await decisions()).toEqual([])
})

describe('an anomaly', () => {
  test('ends when somebody has looked at it, and is back when that is withdrawn', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, givenRegistered))
    const missing = ({ email }: Person) => [row(email, '07:55', '09:18'), row(email, '09:24', '12:00')]
    await upload(people.flatMap(missing).join('\n'))
    expect(await kinds()).toEqual(['same-hour-missed'])
    const { decisionId } = await answerFirst({ act: 'set-aside' })
    expect(await kinds()).toEqual([])
    await withdraw(decisionId)
    expect(await kinds()).toEqual(['same-hour-missed'])
  })

  test('of times that are off ends when the report is read in its zone', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, givenRegistered))
    await upload(people.map(({ email }) => row(email, '05:00', '09:00')).join('\n'))
    const [wait] = await waits()
    expect(wait).toMatchObject({ kind: 'times-off', facts: { off: { hours: -3, timeZone: portalZone } } })
    const read = (timeZone: string, reportId = wait?.facts.off?.reportId ?? 0) =>
      app.call(readInZone, { params: { reportId }, body: { timeZone } }, administrator)
    await expectRefusal(read('Nowhere/Else'), 'INVALID_FIELDS')
    await expectRefusal(read('America/Los_Angeles', 2_000_000_000), 'ATTENDANCE_NOT_FOUND')
    expect((await read('America/Los_Angeles')).data).toMatchObject({ isNew: true, visits: 6 })
    await app.untilJobsAreDone()
    expect([await kinds(), await hoursOf(people[0] as Person)]).toEqual([[], 4])
  })

  test('does not read answers of the webinar platform in another zone, but any file', async () => {
    const heading = 'Attended,User Name,Email,Join Time (UTC),Leave Time (UTC)'
    const { reportId } = await upload(row('guest@example.com', '08:00', '12:00'), { heading })
    const body = { timeZone: 'America/Chicago' }
    const read = (id: number) => app.call(readInZone, { params: { reportId: id }, body }, administrator)
    expect((await read(reportId)).data).toMatchObject({ isNew: true, timeZone: 'America/Chicago' })
    const [{ id }] = await app.query(
      `insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, said_hash)
       select event_slot_id, 'platform', 'Zoom', now(), '[]', '' from attendance_reports where attendance_report_id = ${reportId}
       returning attendance_report_id as id`,
    )
    await expectRefusal(read(id), 'ZONE_NAMED')
  })
})

test('a slot is settled early with a reason, and not any more when that is withdrawn', async () => {
  await heldOn(addDays(easternDay(new Date()), 1))
  const person = await givenRegistered()
  await upload(row(person.email, '08:00', '12:00').replaceAll(on, addDays(easternDay(new Date()), 1)))
  expect((await findings()).isSettled).toBe(false)
  const { decisionId } = await decide({ act: 'settle', subject: 'slot' })
  expect((await findings()).isSettled).toBe(true)
  await withdraw(decisionId)
  expect((await findings()).isSettled).toBe(false)
})

test('of two administrators who answer at once, the second is told', async () => {
  const [first, second] = [await givenRegistered(), await givenRegistered()]
  await upload(row('', '08:00', '12:00', '+1 303 555 0102'))
  const [{ subject } = { subject: '' }] = await waits()
  const ids = [await idOf(first), await idOf(second)]
  const answers = await Promise.all(
    ids.map((id) => send({ act: 'match', subject, registrationIds: [id], readDecisionId: null })),
  )
  const codes = answers.map(({ failure }) => failure?.code)
  expect(codes.toSorted()).toEqual(['CHANGED_MEANWHILE', undefined])
  await app.untilJobsAreDone()
  const [stored, ...others] = await decisions()
  expect(others).toEqual([])
  // Another answer replaces the one that was read, which can't be withdrawn any more.
  const { decisionId = 0 } = stored ?? {}
  await decide({ act: 'match', subject, readDecisionId: decisionId })
  const body = { decisionIds: [decisionId], reason: 'Test' }
  await expectRefusal(app.send(withdrawDecision, body, administrator), 'CHANGED_MEANWHILE')
})

describe('an answer is refused', () => {
  test('about rows that no report has', async () => {
    expect(await refusalOf({ act: 'match', subject: 'person  nobody@example.com' })).toBe('SUBJECT_UNKNOWN')
    expect(await refusalOf({ act: 'set-aside', subject: 'same-hour-missed 2027-01-01' })).toBe(
      'SUBJECT_UNKNOWN',
    )
  })

  test('with a registration of another event, or none', async () => {
    const person = await givenPersonUnmailed(app)
    const other = await givenRegistration(app, person, await givenHeldEvent(), { by: administrator })
    await upload(row('guest@example.com', '08:00', '12:00'))
    const subject = 'person  guest@example.com'
    expect(await refusalOf({ act: 'match', subject, registrationIds: [other] })).toBe('OTHER_EVENT')
    expect(await refusalOf({ act: 'match', subject, registrationIds: [2_000_000_000] })).toBe(
      'REGISTRATION_NOT_FOUND',
    )
    expect(await refusalOf({ act: 'set-aside', subject: subjectOfRegistration(other) })).toBe('OTHER_EVENT')
  })

  test('with times that are not of the slot', async () => {
    const subject = subjectOfStay(await idOf(await givenRegistered()), on)
    const far = { from: at('08:00'), to: new Date(at('12:00').getTime() + 13 * 3_600_000) }
    expect(await refusalOf({ act: 'state', subject, ...far })).toBe('TIMES_OUTSIDE_SLOT')
  })

  test('without a reason, about an unknown slot, or twice withdrawn', async () => {
    const person = await givenRegistered()
    const subject = subjectOfRegistration(await idOf(person))
    expect(await refusalOf({ act: 'set-aside', subject, reason: ' ' })).toBe('INVALID_FIELDS')
    expect(await refusalOf({ act: 'set-aside', subject, eventSlotId: 2_000_000_000 })).toBe('SLOT_NOT_FOUND')
    const { decisionId } = await decide({ act: 'set-aside', subject })
    await withdraw(decisionId)
    const body = { decisionIds: [decisionId], reason: 'Again' }
    await expectRefusal(app.send(withdrawDecision, body, administrator), 'CHANGED_MEANWHILE')
  })
})
