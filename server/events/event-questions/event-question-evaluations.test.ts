import Papa from 'papaparse'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendCertificate } from '#contract/counting/certificates/calls.ts'
import { getOwnAnswers } from '#contract/events/event-questions/calls.ts'
import type { EvaluationAnswer } from '#contract/events/event-questions/evaluations.ts'
import {
  exportEvaluationResults,
  findEvaluation,
  getEvaluationResults,
  getOwnEvaluation,
  sendEvaluation,
  sendOwnEvaluation,
} from '#contract/events/event-questions/evaluations.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { deleteSpeaker } from '#contract/events/speakers/edits.ts'
import { textOfMail } from '#server/foundation/mails/mail-sending.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  codeIn,
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  preparedApp,
} from '#test/given.ts'
import { givenQuestions, question, rating } from '#test/given-questions.ts'

const before = '2027-02-09T12:00Z'
const after = '2027-02-11T12:00Z'

let administrator: Person
let event: EventWithSlots
let person: Person
let registrationId: number
let asked: number[]
let speakers: number[]
let events = 0
let now = new Date(before)
const app = preparedApp({ works: false, clock: () => now })
beforeEach(async () => {
  now = new Date(before)
  administrator = await givenAdministrator(app)
  event = await givenEvent(app, { eventName: `Turbine Series ${++events}`, focusId: 3 })
  const { eventId } = event
  const rows = await app.query(
    `insert into speakers (event_id, logo, company_name, day, presenter_name)
    values (${eventId}, '', 'Engines Inc.', 1, 'Pat Lee'), (${eventId}, '', 'Propellers Inc.', 2, '') returning speaker_id`,
  )
  speakers = rows.map((row) => row.speaker_id)
  asked = await givenQuestions(app, administrator, event, {
    evaluation: [
      rating(),
      rating({ wording: 'How was the speaker?', isPerSpeaker: true }),
      rating({ wording: 'What should we change?', kind: 'words' }),
      rating({ wording: 'Pace', kind: 'choice', choices: ['Too slow', 'Right', 'Too fast'] }),
    ],
  })
  ;({ person, registrationId } = await givenAttendee())
  now = new Date(after)
  // The session of an administrator lasts a day.
  administrator = await givenAdministrator(app)
})

async function givenAttendee() {
  const person = await givenPersonUnmailed(app)
  const registrationId = await givenRegistration(app, person, event, { by: administrator })
  return { person, registrationId }
}

/** Emails a registration's certificate. Returns the text of the newest email to its person. */
async function mailed() {
  const { failure } = await app.send(sendCertificate, { registrationId }, administrator)
  expect(failure).toBe(undefined)
  const mail = await app.services.db
    .selectFrom('mails')
    .select(textOfMail)
    .where('toAddress', '=', person.email)
    .orderBy('mailId', 'desc')
    .executeTakeFirst()
  return mail?.text ?? ''
}

async function codeMailed() {
  await givenCredit(app, administrator, registrationId)
  return codeIn(await mailed())
}

const send = (answers: EvaluationAnswer[], by = person, id = registrationId) =>
  app.send(sendOwnEvaluation, { registrationId: id, answers }, by)

const rate = (answer = '4', question = 0): EvaluationAnswer => ({
  questionId: asked[question] as number,
  answer,
})

async function results(by = administrator) {
  const { eventId } = event
  return await app.dataOf(getEvaluationResults, { query: { eventId } }, by)
}

/** Sends evaluations of as many people. */
async function givenSent(people: number, answers: (place: number) => EvaluationAnswer[] = () => [rate()]) {
  now = new Date(before)
  const attendees = await Promise.all(Array.from({ length: people }, givenAttendee))
  now = new Date(after)
  for (const [place, { person, registrationId }] of attendees.entries()) {
    await expectSuccess(send(answers(place), person, registrationId))
  }
}

describe('the link in the email of a certificate', () => {
  test('opens the evaluation without a sign-in, and opening it changes nothing', async () => {
    const code = await codeMailed()
    for (const _ of [1, 2]) {
      const data = await app.dataOf(findEvaluation, { body: { code } })
      expect(data).toMatchObject({
        eventName: event.eventName,
        state: 'open',
        questions: [{ kind: 'scale' }, { isPerSpeaker: true }, { kind: 'words' }, { kind: 'choice' }],
        speakers: [{ name: 'Pat Lee' }, { name: 'Propellers Inc.' }],
      })
    }
    expect((await results()).sent).toBe(0)
  })

  test('sends one evaluation, with either of two emails', async () => {
    const [code, second] = [
      await codeMailed(),
      /code=([\w-]+)/.exec((await mailed()).split('/evaluation')[1] ?? '')?.[1],
    ]
    expect(second).not.toBe(code)
    await expectSuccess(app.send(sendEvaluation, { code, answers: [rate()] }))
    for (const each of [code, second ?? '']) {
      const again = await app.send(sendEvaluation, { code: each, answers: [rate()] })
      expect(again.failure?.code).toBe('EVALUATION_SENT')
      expect((await app.dataOf(findEvaluation, { body: { code: each } })).state).toBe('sent')
    }
    await expectRefusal(send([rate()]), 'EVALUATION_SENT')
  })

  test('is not in the next email once the evaluation was sent', async () => {
    await givenCredit(app, administrator, registrationId)
    await send([rate()])
    expect(await mailed()).not.toContain('valuat')
  })

  test('is not in the email of an event without an evaluation', async () => {
    await givenQuestions(app, administrator, event, {})
    await givenCredit(app, administrator, registrationId)
    expect(await mailed()).not.toContain('valuat')
  })

  test('is stored as a hash, and another code is not found', async () => {
    const code = await codeMailed()
    const [{ links }] = (await app.query(
      `select string_agg(evaluation_links::text, ' ') as links from evaluation_links`,
    )) as [{ links: string }]
    expect(links).not.toContain(code)
    expect(links).not.toContain(Buffer.from(code).toString('hex'))
    for (const wrong of [code.slice(1), `${code}x`, 'x']) {
      const { failure } = await app.send(findEvaluation, { code: wrong })
      expect(failure?.code).toBe('EVALUATION_NOT_FOUND')
    }
  })

  test('ends with the registration', async () => {
    const code = await codeMailed()
    await app.query(`update registrations set cancelled_at = now() where registration_id = ${registrationId}`)
    const { failure } = await app.send(sendEvaluation, { code, answers: [rate()] })
    expect(failure?.code).toBe('EVALUATION_NOT_FOUND')
  })
})

describe('an evaluation', () => {
  const state = async () => (await app.dataOf(getOwnAnswers, {}, person)).registrations[0]?.evaluation

  test('waits on Registered Events once the time slot is over', async () => {
    now = new Date(before)
    expect(await state()).toBe('none')
    await expectRefusal(send([rate()]), 'EVALUATION_EARLY')
    now = new Date(after)
    expect(await state()).toBe('open')
    await send([rate()])
    expect(await state()).toBe('sent')
  })

  test('is a person’s own', async () => {
    const stranger = await givenPersonUnmailed(app)
    await expectRefusal(send([rate()], stranger), 'REGISTRATION_NOT_FOUND')
    const { failure } = await app.call(getOwnEvaluation, { query: { registrationId } }, stranger)
    expect(failure?.code).toBe('REGISTRATION_NOT_FOUND')
  })

  test('of two that arrive at the same time, one counts', async () => {
    const both = await Promise.all([send([rate('1')]), send([rate('5')])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await app.query(`select from evaluation_answers where event_question_id = ${asked[0]}`)
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['nothing', () => [], 'Please answer at least one question.'],
    ['blanks', () => [rate(' ')], 'Please answer at least one question.'],
    ['6 of 5', () => [rate('6')], 'Please choose one of the answers: How useful was it?'],
    ['another choice', () => [rate('Odd', 3)], 'Please choose one of the answers: Pace'],
  ])('is refused with %s', async (_, answers, message) => {
    const { status, failure } = await send(answers())
    expect([status, failure?.message]).toEqual([422, message])
    expect(await state()).toBe('open')
  })

  test('stores no name, no time, and not which answers came together', async () => {
    await send([rate(), rate('Right', 3), rate('More breaks', 2)])
    const columns = await app.query(
      "select column_name from information_schema.columns where table_name in ('evaluations', 'evaluation_answers') order by 1",
    )
    expect(columns.map((row) => row.column_name)).toEqual([
      'about',
      'answer',
      'evaluation_answer_id',
      'event_question_id',
      'registration_id',
      'speaker_id',
    ])
  })

  test('is not in the history, whose times would tell who gave the newest answer', async () => {
    const before = await historyOf(app, administrator, { registrationId })
    await send([rate(), rate('More breaks', 2)])
    expect(await historyOf(app, administrator, { registrationId })).toEqual(before)
  })
})

describe('the results', () => {
  test('of fewer than five answers are not shown', async () => {
    await givenSent(4, () => [rate(), rate('Secret words', 2)])
    const shown = await results()
    expect(shown).toMatchObject({ asked: 5, sent: 4 })
    expect(JSON.stringify(shown)).not.toContain('Secret')
    for (const result of shown.results) {
      expect(result).toMatchObject({ answers: null, counts: [], mean: null, words: [] })
    }
    expect(await csv()).not.toContain('Secret')
  })

  test('are counts of each value, with a mean for scales', async () => {
    await givenSent(5, (place) => [rate(String(1 + (place % 3))), rate('Right', 3)])
    const [scale, , , choice] = (await results()).results.filter(({ about }) => about !== 'Propellers Inc.')
    expect(scale).toMatchObject({ answers: 5, mean: 1.8 })
    expect(scale?.counts.map(({ count }) => count)).toEqual([2, 2, 1, 0, 0])
    expect(choice?.counts).toContainEqual({ answer: 'Right', count: 5 })
  })

  test('are for each speaker by themselves, each with five answers or more', async () => {
    const [first, second] = speakers as [number, number]
    await givenSent(5, (place) => [
      { ...rate('5', 1), speakerId: first },
      ...(place < 4 ? [{ ...rate('1', 1), speakerId: second }] : []),
    ])
    const ofSpeakers = async () =>
      (await results()).results
        .filter(({ about }) => about)
        .map(({ about, answers, mean }) => [about, answers, mean])
    const expected = [
      ['Pat Lee', 5, 5],
      ['Propellers Inc.', null, null],
    ]
    expect(await ofSpeakers()).toEqual(expected)
    await app.send(deleteSpeaker, { speakerId: first }, administrator)
    expect(await ofSpeakers()).toEqual(expected.toReversed())
  })

  test('show words without names, in an order that is not theirs', async () => {
    const words = Array.from({ length: 12 }, (_, place) => `Words ${String(place).padStart(2, '0')}`)
    await givenSent(12, (place) => [rate(words[place], 2)])
    const shown = (await results()).results.find(({ kind }) => kind === 'words')?.words ?? []
    expect(shown.toSorted()).toEqual(words)
    expect(shown).not.toEqual(words)
    expect((await results()).results.find(({ kind }) => kind === 'words')?.words).toEqual(shown)
  })

  test('are read by viewers, and exported by those who may export', async () => {
    await givenSent(5, () => [rate('Right', 3), rate('=More, please', 2)])
    const viewer = await givenAdministrator(app, 'viewer@example.com', 'viewer')
    expect((await results(viewer)).sent).toBe(5)
    const { eventId } = event
    const refused = await app.call(exportEvaluationResults, { query: { eventId } }, viewer)
    expect(refused.failure?.code).toBe('NOT_PERMITTED')
    const rows = Papa.parse<string[]>((await csv()).replace('\ufeff', '')).data
    expect(rows).toContainEqual(['Pace', '--', 'Right', '5'])
    expect(rows).toContainEqual(['What should we change?', '--', "'=More  please", '1'])
    const [last] = await historyOf(app, administrator, { activity: 'exported' })
    expect(last?.reason).toBe(`Evaluation of ${event.eventName}`)
  })
})

async function csv() {
  const { payload } = await app.request({
    method: 'GET',
    url: `/api${exportEvaluationResults.path}`,
    query: { eventId: String(event.eventId) },
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  return payload
}

describe('an event says whether it has results', () => {
  const hasEvaluation = async (of: EventWithSlots) => {
    const { years } = (await app.call(getEventsWithSlots, { query: {} }, administrator.token)).data
    return years.flatMap(({ events }) => events).find(({ eventId }) => eventId === of.eventId)?.hasEvaluation
  }

  test('once it has an evaluation, and not for a question at registration', async () => {
    expect(await hasEvaluation(event)).toBe(true)
    const other = await givenEvent(app, { eventName: `Another Series ${events}` })
    expect(await hasEvaluation(other)).toBe(false)
    await givenQuestions(app, administrator, other, { registration: [question()] })
    expect(await hasEvaluation(other)).toBe(false)
  })

  test('not for a question about each speaker, while it has none', async () => {
    const other = await givenEvent(app, { eventName: `Unspoken Series ${events}` })
    await givenQuestions(app, administrator, other, { evaluation: [rating({ isPerSpeaker: true })] })
    expect(await hasEvaluation(other)).toBe(false)
  })

  test('after its questions were removed, only if they were answered', async () => {
    await app.query(`update event_questions set removed_at = now() where event_id = ${event.eventId}`)
    expect(await hasEvaluation(event)).toBe(false)
    await app.query(
      `insert into evaluation_answers (event_question_id, answer) values (${rate().questionId}, '4')`,
    )
    expect(await hasEvaluation(event)).toBe(true)
  })
})
