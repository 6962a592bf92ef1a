import { describe, expect, test } from 'vitest'
import { registerAttendee, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfRegistration, subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import { countWaits } from '#contract/counting/credit-findings/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { updateProfile } from '#contract/people/users/calls.ts'
import {
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { sweepCounts } from '#server/counting/credit-findings/jobs.ts'
import { creditAll } from '#server/ledger/credits/credits.ts'
import { expectSuccess } from '#test/app.ts'
import { noPollsAsked, setReportsAside } from '#test/attendance-uploads.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { givenCredit, givenPersonUnmailed, givenRegistration, givenSession, historyOf } from '#test/given.ts'
import {
  administrator,
  answerFirst,
  app,
  at,
  creditedTo,
  decide,
  decisions,
  event,
  findings,
  givenHeldEvent,
  givenRegistered,
  heading,
  hoursOf,
  idOf,
  kinds,
  mailsTo,
  nameOf,
  on,
  refusalOf,
  register,
  row,
  slot,
  startWithHeldSlot,
  upload,
  waits,
  withdraw,
} from '#test/held-slot.ts'
import { jobsOf } from '#test/queue.ts'

startWithHeldSlot()

test('rows of somebody who deletes their account wait for nobody, and name nobody to administrators', async () => {
  const [credited, uncredited] = [await givenRegistered(), await givenRegistered()]
  const rows = [row(credited.email, '08:00', '12:00'), row(uncredited.email, '08:00', '12:00')].join('\n')
  await upload(rows)
  await givenCredit(app, administrator, await idOf(credited), 4)
  for (const { email, token } of [credited, uncredited]) {
    await expectSuccess(app.send(deleteAccount, { email }, token))
  }
  await app.untilJobsAreDone()
  expect(await waits()).toEqual([])
  await upload(`${rows}\n${row('unknown@example.com', '08:00', '12:00')}`)
  expect((await waits()).map(({ email }) => email)).toEqual(['unknown@example.com'])
  expect(await decisions()).toMatchObject(
    [1, 2].map(() => ({
      act: 'match',
      reason: 'The account was deleted',
      registrations: [],
      decidedBy: null,
    })),
  )
})

describe('rows without an email', () => {
  test('wait with candidates of the same name, are one of them, and wait again when withdrawn', async () => {
    const person = await givenRegistered()
    await upload(row('', '08:00', '12:00', await nameOf(person)))
    const [wait] = await waits()
    expect(wait).toMatchObject({ kind: 'no-email', candidates: [{ email: person.email }] })
    expect(await hoursOf(person)).toBe(0)
    const { decisionId } = await decide({
      act: 'match',
      subject: wait?.subject ?? '',
      registrationIds: [wait?.candidates[0]?.registrationId ?? 0],
    })
    expect([await waits(), await hoursOf(person)]).toEqual([[], 4])
    expect(await decisions()).toMatchObject([
      {
        decisionId,
        act: 'match',
        reason: 'Test',
        decidedBy: 'Portal Administrator',
        isNewest: true,
        withdrawal: null,
        registrations: [{ email: person.email }],
      },
    ])
    await withdraw(decisionId, 'It was somebody else')
    expect([await kinds(), await hoursOf(person)]).toEqual([['no-email'], 0])
    expect(await decisions()).toMatchObject([
      { isNewest: false, withdrawal: { reason: 'It was somebody else', decidedBy: 'Portal Administrator' } },
    ])
    const activities = await historyOf(app, administrator, { eventId: event.eventId })
    expect(activities.filter(({ activity }) => activity === 'attendance-decided')).toHaveLength(2)
  })

  test('are nobody of ours', async () => {
    await upload(row('', '08:00', '12:00', '+1 303 555 0102'))
    const { decisionId } = await answerFirst({ act: 'match', registrationIds: [] })
    expect(await waits()).toEqual([])
    await withdraw(decisionId)
    expect(await kinds()).toEqual(['no-email'])
  })
})

describe('rows of one name without an email', () => {
  const parts = ['08:00', '09:00', '10:30', '12:00']

  /** Uploads three rows in sequence, and returns their subjects. */
  async function givenRows(name: string) {
    await upload(
      parts
        .slice(1)
        .map((to, place) => row('', parts[place] ?? '', to, name))
        .join('\n'),
    )
    return (await waits()).map(({ subject }) => subject)
  }

  test('are answered and withdrawn together, each with a decision and history of its own, and counted once', async () => {
    const person = await givenRegistered()
    const subject = await givenRows(await nameOf(person))
    const registrationIds = [await idOf(person)]
    const countsBefore = await countJobs()
    const { decisionIds } = await decide({ act: 'match', subject, registrationIds, readDecisionId: null })
    expect([await waits(), await hoursOf(person), await countJobs()]).toEqual([[], 4, countsBefore + 1])
    const stored = { act: 'match', reason: 'Test', registrations: [{ email: person.email }], isNewest: true }
    expect((await decisions()).toReversed()).toMatchObject(
      subject.map((each, place) => ({ ...stored, subject: each, decisionId: decisionIds[place] })),
    )
    expect(await historyOfAnswers()).toHaveLength(3)
    await withdraw(decisionIds[1] ?? 0)
    expect([(await waits()).map((each) => each.subject), await hoursOf(person)]).toEqual([[subject[1]], 2])
    await withdraw([decisionIds[0] ?? 0, decisionIds[2] ?? 0], 'It was somebody else')
    const again = (await waits()).map((each) => each.subject).toSorted()
    expect([again, await hoursOf(person)]).toEqual([subject, 0])
    expect((await decisions()).map(({ withdrawal }) => withdrawal?.reason)).toEqual([
      'It was somebody else',
      'Test',
      'It was somebody else',
    ])
    expect(await historyOfAnswers()).toHaveLength(6)
  })

  test('are all refused if somebody has answered one of them since', async () => {
    const subject = await givenRows('Pat Example')
    const first = await decide({ act: 'match', subject: subject[1] ?? '' })
    expect(await refusalOf({ act: 'match', subject, readDecisionId: null })).toBe('CHANGED_MEANWHILE')
    expect(await decisions()).toMatchObject([{ decisionId: first.decisionId }])
    const { decisionIds } = await decide({ act: 'match', subject })
    await decide({ act: 'match', subject: subject[2] ?? '' })
    expect(await refusalOfWithdrawal(decisionIds)).toBe('CHANGED_MEANWHILE')
    expect((await decisions()).filter(({ withdrawal }) => withdrawal)).toEqual([])
  })

  test('are refused with rows that the slot does not have, twice the same, none, or more than 100', async () => {
    const subject = await givenRows('Pat Example')
    const refused = (others: string[]) => refusalOf({ act: 'match', subject: [...subject, ...others] })
    expect(await refused(['row pat stranger 2027-02-09T13:00:00.000Z '])).toBe('SUBJECT_UNKNOWN')
    expect(await refused([subject[0] ?? ''])).toBe('INVALID_FIELDS')
    expect(await refused(Array.from({ length: 98 }, (_, place) => `row ${place}  `))).toBe('INVALID_FIELDS')
    expect(await refusalOf({ act: 'match', subject: [] })).toBe('INVALID_FIELDS')
    expect(await refusalOfWithdrawal([])).toBe('INVALID_FIELDS')
    expect(await decisions()).toEqual([])
  })

  test('are not withdrawn together with an answer that is not there, or is about another slot', async () => {
    const [subject = ''] = await givenRows('Pat Example')
    const { decisionId } = await decide({ act: 'match', subject })
    const other = await decide({ act: 'settle', subject: 'slot', eventSlotId: event.slotIds[1] })
    expect(await refusalOfWithdrawal([decisionId, 2_000_000_000])).toBe('DECISION_NOT_FOUND')
    expect(await refusalOfWithdrawal([decisionId, other.decisionId])).toBe('DECISION_NOT_FOUND')
    expect(await decisions()).toMatchObject([{ isNewest: true }])
  })

  test('count as one thing that waits, and rows without a name as one each', async () => {
    await noPollsAsked(app, slot, on)
    const before = await countedWaits()
    await givenRows('Pat Example')
    expect(await countedWaits()).toBe(before + 1)
    await givenRows('')
    expect(await countedWaits()).toBe(before + 4)
  })

  async function countedWaits() {
    return (await app.dataOf(countWaits, {}, administrator)).waits
  }

  async function countJobs() {
    const jobs = await jobsOf(app, 'count-hours')
    return jobs.filter(({ data }) => data.eventSlotId === slot).length
  }

  async function historyOfAnswers() {
    const activities = await historyOf(app, administrator, { eventId: event.eventId })
    return activities.filter(({ activity }) => activity === 'attendance-decided')
  }

  async function refusalOfWithdrawal(decisionIds: number[]) {
    const body = { decisionIds, reason: 'Test' }
    return (await app.send(withdrawDecision, body, administrator)).failure?.code
  }
})

describe('an unknown email', () => {
  test('is one of the registrations, also in a corrected report and after a move', async () => {
    const person = await givenRegistered()
    await upload(row('home@example.com', '08:00', '12:00', await nameOf(person)))
    expect(await kinds()).toEqual(['unknown-email'])
    await answerFirst({ act: 'match', registrationIds: [await idOf(person)] })
    expect(await hoursOf(person)).toBe(4)
    await setReportsAside(app, slot)
    await upload(row('HOME@example.com', '08:00', '11:00', 'Another Name'))
    expect([await kinds(), await hoursOf(person)]).toEqual([[], 3])
    const move = { registrationId: await idOf(person), userId: person.userId, eventId: event.eventId }
    const to = { newTimeSlotId: event.slotIds[1], newFocusId: event.focusId }
    const moved = await app.send(updateTimeslot, { ...move, ...to }, administrator)
    expect(moved.failure).toBe(undefined)
    await app.untilJobsAreDone()
    expect([await kinds(), await hoursOf(person)]).toEqual([[], 3])
  })

  test('of an account is registered after the slot, and counts', async () => {
    const person = await givenPersonUnmailed(app)
    await upload(row(person.email, '08:00', '12:00'))
    const [wait] = await waits()
    const { decisionId, registrationId } = await register(wait?.subject)
    expect([await waits(), await hoursOf(person)]).toEqual([[], 4])
    expect(await idOf(person)).toBe(registrationId)
    const subjects = await mailsTo(person.email)
    expect(subjects).toEqual([expect.stringContaining('Registration recorded')])
    expect(await decisions()).toMatchObject([
      { decisionId, act: 'match', registrations: [{ registrationId }] },
    ])
  })

  test('without an account gets one with the name of the row, and counts once its profile is complete', async () => {
    const email = `stranger${slot}@example.com`
    await upload(row(`Pat <${email}>`, '08:00', '12:00', '"Q  Stranger , Pat"'))
    await register((await waits())[0]?.subject)
    const rows = await app.query('select * from users where email = $1', [email])
    expect(rows).toMatchObject([{ first_name: 'Pat', last_name: 'Q Stranger', company_name: '' }])
    expect(await kinds()).toEqual(['profile-incomplete'])
    expect(await mailsTo(email)).toContain(`Complete your profile for ${event.eventName}`)
    const token = await givenSession(app, rows[0].user_id)
    const profile = { ...completeProfile, firstName: 'Pat', lastName: 'Stranger' }
    await expectSuccess(app.send(updateProfile, profile, token))
    await app.untilJobsAreDone()
    await app.write(sweepCounts)
    await app.untilJobsAreDone()
    expect(await kinds()).toEqual([])
    expect((await findings()).people).toMatchObject([{ email, next: 'write', found: { hours: 4 } }])
  })

  test('of somebody who is registered for the other slot by now is matched with that registration', async () => {
    const person = await givenPersonUnmailed(app)
    await upload(row(person.email, '08:00', '12:00'))
    const [wait] = await waits()
    const held = await givenRegistration(app, person, event, { slot: 1, by: administrator })
    expect((await register(wait?.subject)).registrationId).toBe(held)
    expect((await findings()).people).toMatchObject([{ email: person.email, note: 'other-slot' }])
  })

  test('of a nameless row without an email registers nobody', async () => {
    await upload(row('', '08:00', '12:00', 'Pat Example'))
    const [wait] = await waits()
    const body = { eventSlotId: slot, subject: wait?.subject ?? '', reason: 'Test' }
    const refused = await app.send(registerAttendee, body, administrator)
    expect(refused.failure?.code).toBe('ANSWER_UNFIT')
  })
})

test('unusable times are stated for a day, and wait again when withdrawn', async () => {
  const person = await givenRegistered()
  const other = await givenRegistered()
  await upload(`${row(person.email, '08:00', '07:00')}\n${row(other.email, '08:00', '12:00')}`)
  expect(await kinds()).toEqual(['unusable-times'])
  const subject = subjectOfStay(await idOf(person), on)
  const { decisionId } = await decide({ act: 'state', subject, from: at('08:00'), to: at('12:00') })
  expect([await kinds(), await hoursOf(person)]).toEqual([[], 4])
  await withdraw(decisionId)
  expect(await kinds()).toEqual(['unusable-times'])
})

describe('a host', () => {
  test('is credited by hand, and waits again when withdrawn', async () => {
    const person = await givenHost()
    const credit = { registrationId: await idOf(person), hours: 4, isByRule: false }
    const { decisionId } = await answerFirst({ act: 'credit', credit })
    expect([await kinds(), await creditedTo(person)]).toEqual([[], 4])
    expect(await decisions()).toMatchObject([{ act: 'credit', credit: { hours: 4, isElsewhere: false } }])
    await withdraw(decisionId)
    expect([await kinds(), await creditedTo(person)]).toEqual([['host'], 0])
  })

  test('is set aside, and waits again when withdrawn', async () => {
    const person = await givenHost()
    const { decisionId } = await answerFirst({ act: 'set-aside' })
    expect([await kinds(), await creditedTo(person)]).toEqual([[], 0])
    await withdraw(decisionId)
    expect(await kinds()).toEqual(['host'])
  })

  async function givenHost() {
    const person = await givenRegistered()
    const other = await givenRegistered()
    const hosted = `Yes,Host,${person.email},${on} 08:00,${on} 12:00,Host`
    await upload(`${hosted}\n${row(other.email, '08:00', '12:00')},`, { heading: `${heading},Role` })
    expect(await kinds()).toEqual(['host'])
    return person
  }
})

describe('hours for the same time elsewhere', () => {
  test('go, so that they are credited here, and are back when withdrawn', async () => {
    const { person, elsewhere } = await givenOverlap()
    const credit = { registrationId: elsewhere, hours: 0, isByRule: false }
    const { decisionId } = await answerFirst({ act: 'credit', credit })
    expect(await kinds()).toEqual([])
    expect((await findings()).people).toMatchObject([{ next: 'write', found: { hours: 4 } }])
    expect([await creditedTo(person), await decisions()]).toMatchObject([
      0,
      [{ credit: { hours: 0, isElsewhere: true } }],
    ])
    await withdraw(decisionId)
    expect([await kinds(), await creditedTo(person)]).toEqual([['overlap'], 4])
  })

  test('stay', async () => {
    const { person } = await givenOverlap()
    const { decisionId } = await answerFirst({ act: 'set-aside' })
    expect([await kinds(), await creditedTo(person)]).toEqual([[], 4])
    await withdraw(decisionId)
    expect(await kinds()).toEqual(['overlap'])
  })

  test("of another person don't", async () => {
    await givenOverlap()
    const other = await givenPersonUnmailed(app)
    const theirs = await givenRegistration(app, other, await givenHeldEvent(), { by: administrator })
    const [wait] = await waits()
    const credit = { registrationId: theirs, hours: 0, isByRule: false }
    expect(await refusalOf({ act: 'credit', subject: wait?.subject ?? '', credit })).toBe('ANSWER_UNFIT')
  })

  async function givenOverlap() {
    const person = await givenRegistered()
    const elsewhere = await givenRegistration(app, person, await givenHeldEvent(), { by: administrator })
    await givenCredit(app, administrator, elsewhere, 4)
    await upload(row(person.email, '08:00', '12:00'))
    expect(await waits()).toMatchObject([{ kind: 'overlap', facts: { elsewhere: { hours: 4 } } }])
    return { person, elsewhere }
  }
})

describe('fewer hours than stand', () => {
  test('are accepted as hours of the rule, and the earlier ones are back when withdrawn', async () => {
    const { person, registrationId, subject } = await givenLowered()
    const credit = { registrationId, hours: 3, isByRule: true }
    const { decisionId } = await decide({ act: 'credit', subject, credit, reason: 'Left at 11' })
    expect([await kinds(), await creditedTo(person)]).toEqual([[], 3])
    const rows = await app.query(
      `select source, reason, decided_by, credit_finding_id is not null as "hasFinding" from credits
       where registration_id = $1 order by credit_id desc limit 1`,
      [registrationId],
    )
    expect(rows).toEqual([
      { source: 'attendance', reason: 'Left at 11', decided_by: administrator.userId, hasFinding: true },
    ])
    await withdraw(decisionId)
    expect([await kinds(), await creditedTo(person)]).toEqual([['lowered'], 4])
  })

  test('are refused if the evidence has changed since', async () => {
    const { person, registrationId, subject } = await givenLowered()
    await setReportsAside(app, slot)
    await upload(row(person.email, '08:00', '10:00'))
    const credit = { registrationId, hours: 3, isByRule: true }
    expect(await refusalOf({ act: 'credit', subject, credit })).toBe('CHANGED_MEANWHILE')
  })

  test('leave what stands as a decision of a person, which is released when withdrawn', async () => {
    const { person, registrationId, subject } = await givenLowered()
    const credit = { registrationId, hours: 4, isByRule: false }
    const { decisionId } = await decide({ act: 'credit', subject, credit })
    expect([await kinds(), await creditedTo(person)]).toEqual([[], 4])
    expect((await findings()).people).toMatchObject([{ isDecided: true }])
    await withdraw(decisionId)
    expect([await kinds(), await creditedTo(person)]).toEqual([['lowered'], 4])
  })

  test('that somebody has changed since stay when the answer is withdrawn', async () => {
    const { person, registrationId, subject } = await givenLowered()
    const credit = { registrationId, hours: 3, isByRule: true }
    const { decisionId } = await decide({ act: 'credit', subject, credit })
    await givenCredit(app, administrator, registrationId, 2)
    await withdraw(decisionId)
    expect(await creditedTo(person)).toBe(2)
  })

  async function givenLowered() {
    const person = await givenRegistered()
    const registrationId = await idOf(person)
    await upload(row(person.email, '08:00', '12:00'))
    const { findingId } = (await findings()).people[0] as { findingId: number }
    await app.write((work) =>
      creditAll(work, [{ registrationId, hours: 4, source: 'attendance', findingId }]),
    )
    await setReportsAside(app, slot)
    await upload(row(person.email, '08:00', '11:00'))
    expect(await waits()).toMatchObject([{ kind: 'lowered', facts: { hours: { before: 4, now: 3 } } }])
    return { person, registrationId, subject: subjectOfRegistration(registrationId) }
  }
})

test('a canceled registration is restored, or set aside', async () => {
  const person = await givenRegistered()
  const registrationId = await idOf(person)
  await app.send(deleteRegistration, { registrationId, reason: 'Test' }, administrator)
  await upload(row(person.email, '08:00', '12:00'))
  expect(await kinds()).toEqual(['canceled'])
  const { decisionId } = await answerFirst({ act: 'set-aside' })
  expect(await kinds()).toEqual([])
  await withdraw(decisionId)
  expect(await kinds()).toEqual(['canceled'])
  await app.send(restoreRegistration, { registrationId }, administrator)
  await app.untilJobsAreDone()
  expect([await kinds(), await hoursOf(person)]).toEqual([[], 4])
})

describe('rows that fit two people', () => {
  test('wait as a contradiction, and belong to one, both or nobody', async () => {
    const webinarId = `contradicted ${slot}`
    await app.update('eventSlots', { webinarId }, { eventSlotId: slot })
    const [first, second] = [await givenRegistered(), await givenRegistered()]
    const ids = [await idOf(first), await idOf(second)]
    const registrantId = `id-${ids[0]}`
    await app.services.db
      .insertInto('platformIdentities')
      .values({ registrationId: ids[0] as number, webinarId, registrantId, email: first.email })
      .execute()
    await upload(`Yes,P,${second.email},${on} 08:00,${on} 12:00,${registrantId}`, {
      heading: `${heading},Registrant ID`,
    })
    const [wait] = await waits()
    expect(wait).toMatchObject({
      kind: 'contradiction',
      candidates: ids.map((registrationId) => ({ registrationId })),
    })
    let decisionId = 0
    for (const registrationIds of [[ids[0]], [ids[1]], ids, []] as number[][]) {
      decisionId = (await decide({ act: 'match', subject: wait?.subject ?? '', registrationIds })).decisionId
      const expected = ids.map((id) => (registrationIds.includes(id) ? 4 : 0))
      expect([await hoursOf(first), await hoursOf(second)]).toEqual(expected)
    }
    expect(await kinds()).toEqual([])
    await withdraw(decisionId)
    expect(await kinds()).toEqual(['contradiction'])
  })
})
