import { beforeEach, describe, expect, test } from 'vitest'
import { subjectOfQuestion } from '#contract/attendance/attendance-decisions/subjects.ts'
import {
  answerPollCode,
  getPollCode,
  getPollCodes,
  makePollCodes,
  withdrawPollCode,
} from '#contract/attendance/poll-codes/calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant } from '#contract/core/season.ts'
import { getRegistrationFinding } from '#contract/counting/credit-findings/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { sweepCounts } from '#server/counting/credit-findings/jobs.ts'
import { write } from '#server/work.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { cancelOwn, givenPersonUnmailed, givenRegistration, givenSession } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { expirePollCodes } from './poll-codes.ts'

held.startWithHeldSlot()
// Today on the portal's clock: each test begins at 8:10 of the slot's day.
const today = addDays(easternDay(new Date()), 1)
let person: Person
beforeEach(async () => {
  await held.heldOn(today)
  await goTo('08:10')
  person = await held.givenRegistered()
})

/**
 * Sets the portal's clock to a time of the slot's day. The administrator signs in again, because their
 * session has expired.
 */
async function goTo(time: PlainTime, day = today) {
  const { app } = held
  app.pass({ minutes: (easternInstant(day, time).getTime() - app.services.clock().getTime()) / 60_000 })
  held.administrator.token = await givenSession(app, held.administrator.userId)
}

async function make(...codes: { question: string; from?: PlainTime; minutes?: number }[]) {
  const body = {
    eventSlotId: held.slot,
    codes: codes.map(({ question, from, minutes = 10 }) => ({
      question,
      minutes,
      opensAt: from ? easternInstant(today, from) : null,
    })),
  }
  return held.app.send(makePollCodes, body, held.administrator)
}

async function codeOf(question: string, from?: PlainTime): Promise<{ code: string; pollCodeId: number }> {
  const { data } = await make({ question, ...(from && { from }) })
  const made = data.codes.find((each) => each.question === question)
  if (!made) throw new Error('There is no code')
  return { ...made, code: made.code ?? '' }
}

const enter = (code: string, by = person) => held.app.send(answerPollCode, { code }, by)

describe('a code', () => {
  test('is taken from the phone of a registered person in its minutes, however it is typed; the first answer counts', async () => {
    const { code, pollCodeId } = await codeOf('Poll 1')
    expect(code).toMatch(/^[2-9C-Y]{5}$/)
    const typed = ` ${code.slice(0, 2).toLowerCase()} ${code.slice(2)} `
    const first = (await enter(typed)).data
    expect(first).toMatchObject({ question: 'Poll 1', isRepeated: false })
    await goTo('08:12')
    expect((await enter(code)).data).toMatchObject({
      isRepeated: true,
      answeredAt: first.answeredAt,
    })
    const slide = await held.app.call(getPollCode, { params: { pollCodeId } }, held.administrator)
    expect(slide.data).toMatchObject({ code, address: expect.stringMatching(/\/poll$/) })
    expect(slide.data.qrCode).toMatch(/^<svg /)
    const { activities } = await held.app.dataOf(
      getActivities,
      { query: { userId: person.userId } },
      held.administrator,
    )
    expect(activities[0]).toMatchObject({ activity: 'poll-answered', item: 'Poll 1' })
    const download = await held.app.request({
      url: '/api/private/account-data/json',
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(download.json()).toMatchObject({ pollAnswers: [{ question: 'Poll 1' }] })
  })

  test('is refused before and after its minutes, and a stranger learns nothing about it then', async () => {
    const { code } = await codeOf('Poll 1', '08:30')
    const stranger = await givenPersonUnmailed(held.app)
    const refusals = async () => [
      (await enter(code)).failure?.code,
      (await enter(code, stranger)).failure?.code,
    ]
    expect(await refusals()).toEqual(['POLL_CODE_EARLY', 'POLL_CODE_UNKNOWN'])
    await goTo('08:30')
    expect(await refusals()).toEqual([undefined, 'POLL_CODE_OTHER_EVENT'])
    await goTo('08:40')
    expect(await refusals()).toEqual(['POLL_CODE_OVER', 'POLL_CODE_UNKNOWN'])
    await expectRefusal(enter('22222'), 'POLL_CODE_UNKNOWN')
  })

  test('is not for somebody who canceled, but for somebody at the other time slot of the event', async () => {
    const { code } = await codeOf('Poll 1')
    const other = await givenPersonUnmailed(held.app)
    await givenRegistration(held.app, other, held.event, { slot: 1, by: held.administrator })
    await expectSuccess(enter(code, other))
    await cancelOwn(held.app, person, held.event)
    await expectRefusal(enter(code), 'POLL_CODE_OTHER_EVENT')
  })

  test('cannot be guessed: after 20 wrong ones, even the right one waits an hour', async () => {
    const { code } = await codeOf('Poll 1', '08:10')
    for (let tries = 0; tries < 20; tries++) await enter('33333')
    await expectRefusal(enter(code), 'TOO_MANY_POLL_CODES')
    await expectSuccess(enter(code, await held.givenRegistered()))
    await goTo('09:11')
    await expectRefusal(enter(code), 'POLL_CODE_OVER')
  })

  test('is compared with 20 wrong ones at most, also if 80 come at the same moment', async () => {
    await codeOf('Poll 1', '08:10')
    const answers = await atOnce(80, () => enter('33333'))
    const codes = answers.map(({ failure }) => failure?.code)
    expect(codes.filter((code) => code === 'POLL_CODE_UNKNOWN')).toHaveLength(20)
    expect(codes.filter((code) => code === 'TOO_MANY_POLL_CODES')).toHaveLength(60)
  })

  test('that was right, early or late is no wrong one', async () => {
    const { code } = await codeOf('Poll 1', '08:10')
    for (let tries = 0; tries < 25; tries++) await expectSuccess(enter(code))
  })

  test('is made for each hour by one click, not twice for a question, and not outside of the slot', async () => {
    const data = await held.app.dataOf(
      getPollCodes,
      { query: { eventSlotId: held.slot } },
      held.administrator,
    )
    expect(data.proposals.map(({ question, minutes }) => [question, minutes])).toEqual([
      ['Poll 1', 60],
      ['Poll 2', 60],
      ['Poll 3', 60],
      ['Poll 4', 55],
    ])
    const body = { eventSlotId: held.slot, codes: data.proposals }
    const made = (await held.app.send(makePollCodes, body, held.administrator)).data
    expect([made.codes.length, made.proposals, new Set(made.codes.map(({ code }) => code)).size]).toEqual([
      4,
      [],
      4,
    ])
    await expectRefusal(make({ question: ' Poll 2 ' }), 'POLL_QUESTION_TAKEN')
    expect((await make({ question: 'Early', from: '12:06' })).failure?.fields).toEqual({
      'codes.0.opensAt': 'A code has to open while the time slot takes place',
    })
    await goTo('08:40')
    expect((await make({ question: 'Past', from: '08:20' })).failure?.fields).toEqual({
      'codes.0.opensAt': 'These minutes are over already',
    })
  })
})

describe('an answer by code', () => {
  const all = () => [person].map(({ email }) => row(email)).join('\n')
  const row = (email: string) => `Yes,Pat,${email},${today} 08:00,${today} 12:00`
  const finding = async () => {
    const registrationId = await held.idOf(person)
    const query = { eventSlotId: held.slot, registrationId }
    return await held.app.dataOf(getRegistrationFinding, { query }, held.administrator)
  }

  test('counts in its hour with its source; a code that nobody entered is missing only by the word of an administrator', async () => {
    await make({ question: 'Poll 1', from: '08:10' }, { question: 'Poll 2', from: '09:10' })
    const { codes } = (await make({ question: 'Poll 3', from: '10:10' })).data
    await enter(codes[0]?.code ?? '')
    await goTo('10:12')
    await enter(codes[2]?.code ?? '')
    await goTo('12:10')
    await held.upload(all())
    const { finding: open, sentences, answers } = await finding()
    expect(open.agenda.map(({ code }) => code)).toEqual(['earned', 'open', 'earned', 'open'])
    expect(sentences[2]).toContain('they answered 1 poll question (1 by code).')
    // The portal's clock goes on while the test asks.
    const minuteOf = (at: Date | null) => at?.toISOString().slice(0, 16)
    expect(answers.map(({ source, at }) => [source, minuteOf(at)])).toEqual([
      ['code', minuteOf(easternInstant(today, '08:10'))],
      ['code', minuteOf(easternInstant(today, '10:12'))],
    ])
    await goTo('12:30', addDays(today, 1))
    await held.app.write(sweepCounts)
    await held.app.untilJobsAreDone()
    const settled = async () => (await finding()).finding.agenda.map(({ code }) => code)
    expect(await settled()).toEqual(['earned', 'earned-no-poll', 'earned', 'earned-no-poll'])
    const subject = subjectOfQuestion({ question: 'Poll 2', at: easternInstant(today, '09:10') })
    await held.decide({ act: 'counts', subject })
    expect(await settled()).toEqual(['earned', 'poll-missing', 'earned', 'earned-no-poll'])
    const second = codes.find(({ question }) => question === 'Poll 2')
    const params = { pollCodeId: second?.pollCodeId ?? 0 }
    await held.app.call(withdrawPollCode, { params }, held.administrator)
    await held.app.untilJobsAreDone()
    const query = { eventId: held.event.eventId }
    const { activities } = await held.app.dataOf(getActivities, { query }, held.administrator)
    expect(
      activities
        .filter(({ activity }) => /^poll-code/.test(activity))
        .map(({ item }) => item.split(' · ')[0]),
    ).toEqual(['Poll 2', 'Poll 3', 'Poll 1, Poll 2'])
    expect((await finding()).finding.hours).toBe(4)
    await expectRefusal(held.app.call(withdrawPollCode, { params }, held.administrator), 'NOTHING_CHANGES')
  })

  test('after a count of the same day is counted when the day is over, not before', async () => {
    const { code } = await codeOf('Poll 4', '11:50')
    await goTo('11:00')
    await held.upload(all())
    await goTo('11:55')
    await enter(code)
    const countedAt = async () => (await held.findings()).countedAt
    const before = await countedAt()
    await held.app.write(sweepCounts)
    await held.app.untilJobsAreDone()
    expect(await countedAt()).toEqual(before)
    await goTo('12:01')
    await held.app.write(sweepCounts)
    await held.app.untilJobsAreDone()
    expect((await finding()).finding.agenda.at(-1)?.code).toBe('earned')
    const counted = await countedAt()
    await goTo('12:06')
    await held.app.write(sweepCounts)
    await held.app.untilJobsAreDone()
    expect(await countedAt()).toEqual(counted)
  })

  test('is evidence that nobody can change or delete until it is three years old', async () => {
    const { services } = held.app
    await enter((await codeOf('Poll 1')).code)
    const run = (text: string) => services.pool.query(text)
    await expect(run('delete from poll_code_answers')).rejects.toThrow('append-only')
    await expect(run('update poll_code_answers set answered_at = now()')).rejects.toThrow('append-only')
    await expect(run('delete from poll_codes')).rejects.toThrow('append-only')
    await expect(run("update poll_codes set question = 'x'")).rejects.toThrow('append-only')
    await run(`with old as (
      insert into poll_codes (event_slot_id, code, question, opens_at, closes_at)
      values (${held.slot}, '22222', 'Old', now() - interval '4 years', now() - interval '3 years 1 day') returning poll_code_id)
      insert into poll_code_answers select poll_code_id, ${await held.idOf(person)}, now() - interval '3 years 1 day' from old`)
    await write(services, undefined, expirePollCodes)
    const { rows } = await services.pool.query('select question from poll_codes where event_slot_id = $1', [
      held.slot,
    ])
    expect(rows).toEqual([{ question: 'Poll 1' }])
  })
})

describe('the evidence stays', () => {
  const answered = async () => {
    const rows = await held.app.query(
      `select count(*)::int as answers from poll_code_answers join poll_codes using (poll_code_id) where event_slot_id = $1`,
      [held.slot],
    )
    return rows[0].answers
  }

  test('after a merge of accounts, an answer counts where the visits of the person count', async () => {
    const { app, administrator } = held
    const { code } = await codeOf('Poll 1')
    const other = await held.givenRegistered()
    await enter(code, other)
    const ending = [await held.idOf(other)]
    const body = { userId: person.userId, absorbedId: other.userId, ending }
    await expectSuccess(app.send(mergeAccounts, body, administrator))
    await goTo('12:10')
    await held.upload(`Yes,Pat,${person.email},${today} 08:00,${today} 12:00`)
    const query = { eventSlotId: held.slot, registrationId: await held.idOf(person) }
    const data = await app.dataOf(getRegistrationFinding, { query }, held.administrator)
    expect(data.finding.agenda[0]?.code).toBe('earned')
    expect(await answered()).toBe(1)
  })

  test('after a move to the other time slot and a deleted account, as long as its registration', async () => {
    const { app } = held
    await enter((await codeOf('Poll 1')).code)
    await enter('33333')
    const registrationId = await held.idOf(person)
    const [, eventSlotId] = held.event.slotIds
    await app.update('registrations', { eventSlotId }, { registrationId })
    expect(await answered()).toBe(1)
    const deletion = await app.send(deleteAccount, { email: person.email }, person)
    expect(deletion.failure).toBe(undefined)
    const kept = await app.services.pool.query('select from registrations where registration_id = $1', [
      registrationId,
    ])
    expect(await answered()).toBe(kept.rows.length)
  })
})
