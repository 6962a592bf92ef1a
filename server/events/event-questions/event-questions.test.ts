import Papa from 'papaparse'
import { beforeEach, describe, expect, test } from 'vitest'
import { copySeason } from '#contract/events/event-copies/calls.ts'
import {
  getAskedQuestions,
  getEventQuestions,
  getOwnAnswers,
  saveAnswers,
  saveEventQuestions,
} from '#contract/events/event-questions/calls.ts'
import type { Answer } from '#contract/events/event-questions/questions.ts'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import {
  exportRegisteredUsersCsv,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  historyOf,
  preparedApp,
} from '#test/given.ts'
import { givenQuestions, question, rating } from '#test/given-questions.ts'

const before = '2027-02-09T12:00Z'
const during = '2027-02-09T13:30Z'

let administrator: Person
let event: EventWithSlots
let person: Person
let events = 0
let now = new Date(before)
const app = preparedApp({ works: false, clock: () => now })
beforeEach(async () => {
  now = new Date(before)
  administrator = await givenAdministrator(app)
  event = await givenEvent(app, { eventName: `Piston Series ${++events}` })
  person = await givenPersonUnmailed(app)
})

function register(answers?: Answer[], slot = 0) {
  const { eventId, focusId, slotIds } = event
  const body = { eventId, focusId, eventSlotId: slotIds[slot] as number, answers }
  return app.send(registerForEvent, body, person)
}

async function own() {
  return (await app.dataOf(getOwnAnswers, {}, person)).registrations
}

async function ownAnswers() {
  return (await own())[0]?.answers.map(({ answer }) => answer)
}

function given(body: Partial<Parameters<typeof app.call<typeof saveEventQuestions>>[1]['body']>) {
  const { eventId } = event
  return app.send(saveEventQuestions, { eventId, registration: [], evaluation: [], ...body }, administrator)
}

describe('at registration', () => {
  test('an event without questions asks nothing', async () => {
    const data = await app.dataOf(getAskedQuestions, { query: event }, person)
    expect(data).toEqual({ questions: [], answers: [] })
    await expectSuccess(register())
    expect(await own()).toEqual([])
  })

  test.each(['is_enabled = false, is_draft = true', 'deleted_at = now()'])(
    'an event with %s shows its questions to administrators only',
    async (change) => {
      await givenQuestions(app, administrator, event, { registration: [question()] })
      const shown = async () =>
        (await app.dataOf(getAskedQuestions, { query: event }, person)).questions.length
      expect(await shown()).toBe(1)
      await app.query(`update events set ${change} where event_id = ${event.eventId}`)
      expect(await shown()).toBe(0)
    },
  )

  test('a registration without a required answer is refused by the name of the question', async () => {
    const [id] = await givenQuestions(app, administrator, event, { registration: [question()] })
    for (const answers of [undefined, [], [{ questionId: id, answer: '  ' }]]) {
      const { status, failure } = await register(answers)
      const message = 'Please answer: Certificate number of your IA'
      expect([status, failure]).toMatchObject([422, { message, fields: { [`question_${id}`]: message } }])
    }
    expect((await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents).toEqual([])
  })

  test('the answers are stored with the registration, trimmed', async () => {
    const [number, diet] = await givenQuestions(app, administrator, event, {
      registration: [question(), question({ wording: 'Diet', isRequired: false })],
    })
    await register([
      { questionId: number, answer: ' 2345678 ' },
      { questionId: diet, answer: '' },
    ])
    expect(await ownAnswers()).toEqual(['2345678'])
  })

  test.each([
    ['choice', 'XXXL', 'Please choose one of the answers: Size'],
    ['yes-or-no', 'Maybe', 'Please choose one of the answers: Size'],
  ] as const)('an answer that a %s does not offer is refused', async (kind, answer, message) => {
    const asked = question({ wording: 'Size', kind, choices: kind === 'choice' ? ['S', 'M'] : [] })
    const [questionId] = await givenQuestions(app, administrator, event, { registration: [asked] })
    expect((await register([{ questionId, answer }])).failure?.message).toBe(message)
    await expectSuccess(register([{ questionId, answer: kind === 'choice' ? 'M' : 'No' }]))
  })

  test('a question of a time slot is asked of its people only, also when they move there', async () => {
    const [questionId] = await givenQuestions(app, administrator, event, {
      registration: [question({ eventSlotId: event.slotIds[1] })],
    })
    await expectSuccess(register())
    expect((await register([], 1)).failure?.message).toContain('Certificate number')
    await expectSuccess(register([{ questionId, answer: '1' }], 1))
    expect(await ownAnswers()).toEqual(['1'])
  })

  test('a move needs no answer twice', async () => {
    const [questionId] = await givenQuestions(app, administrator, event, { registration: [question()] })
    await register([{ questionId, answer: '1' }])
    await expectSuccess(register([], 1))
    expect(await ownAnswers()).toEqual(['1'])
  })

  test('an administrator may leave the questions open, and the person is asked afterwards', async () => {
    const [questionId] = await givenQuestions(app, administrator, event, { registration: [question()] })
    const registrationId = await givenRegistration(app, person, event, { by: administrator })
    expect(await own()).toMatchObject([
      { registrationId, isEditable: true, answers: [], questions: [{ questionId, isRequired: true }] },
    ])
  })

  test('answers to questions that are gone, or of another event, are ignored', async () => {
    const other = await givenEvent(app, { eventName: `Other ${events}` })
    const [questionId] = await givenQuestions(app, administrator, other, { registration: [question()] })
    await expectSuccess(register([{ questionId, answer: '1' }]))
    expect(await app.query(`select from event_answers where event_question_id = ${questionId}`)).toEqual([])
  })
})

describe('until the time slot begins', () => {
  let questionId: number
  let registrationId: number
  const save = (answer: string, by = person) =>
    app.send(saveAnswers, { registrationId, answers: [{ questionId, answer }] }, by)
  beforeEach(async () => {
    const asked = await givenQuestions(app, administrator, event, { registration: [question()] })
    questionId = asked[0]
    registrationId = (await register([{ questionId, answer: '1' }])).data.registration.registrationId
  })

  test('a person changes their answers, and the history says so without repeating them', async () => {
    await expectSuccess(save('2'))
    await expectSuccess(save('2'))
    expect(await ownAnswers()).toEqual(['2'])
    const history = await historyOf(app, administrator, { registrationId, activity: 'answers-changed' })
    expect(history).toMatchObject([{ changes: [] }])
  })

  test('a required answer cannot be emptied', async () => {
    expect((await save('')).failure?.message).toBe('Please answer: Certificate number of your IA')
    expect(await ownAnswers()).toEqual(['1'])
  })

  test('nobody changes the answers of another person', async () => {
    const stranger = await givenPersonUnmailed(app)
    await expectRefusal(save('2', stranger), 'REGISTRATION_NOT_FOUND')
    await expectRefusal(save('2', administrator), 'REGISTRATION_NOT_FOUND')
  })

  test('afterwards they stay as they are', async () => {
    now = new Date(during)
    await expectRefusal(save('2'), 'ANSWERS_CLOSED')
    expect(await own()).toMatchObject([{ isEditable: false }])
  })
})

describe('an administrator', () => {
  test('saves questions in their order, which the history names', async () => {
    await givenQuestions(app, administrator, event, { registration: [question()] })
    const diet = question({ wording: 'Diet', isRequired: false })
    await givenQuestions(app, administrator, event, {
      registration: [diet, question()],
      evaluation: [rating()],
    })
    const data = await app.dataOf(getEventQuestions, { query: event }, administrator)
    expect(data.questions.map(({ question: { wording }, answers }) => [wording, answers])).toEqual([
      ['Diet', 0],
      ['Certificate number of your IA', 0],
      ['How useful was it?', 0],
    ])
    const [last] = await historyOf(app, administrator, { activity: 'questions-changed' })
    expect(last?.changes).toEqual(
      expect.arrayContaining([
        {
          what: 'Questions at registration',
          from: 'Certificate number of your IA',
          to: 'Diet; Certificate number of your IA',
        },
        { what: 'Questions of the evaluation', from: '', to: 'How useful was it?' },
      ]),
    )
  })

  test('who saves what is there changes nothing', async () => {
    const [questionId] = await givenQuestions(app, administrator, event, { registration: [question()] })
    const count = async () => (await historyOf(app, administrator, { activity: 'questions-changed' })).length
    const written = await count()
    await givenQuestions(app, administrator, event, { registration: [question({ questionId })] })
    expect(await count()).toBe(written)
  })

  test('of two who save at the same time, the second is told', async () => {
    const data = await app.dataOf(getEventQuestions, { query: event }, administrator)
    await expectSuccess(given({ state: data.state, registration: [question()] }))
    const late = await given({ state: data.state, evaluation: [rating()] })
    expect(late.failure?.code).toBe('CHANGED_MEANWHILE')
  })

  test('removes a question, whose answers stay in the list', async () => {
    const [questionId] = await givenQuestions(app, administrator, event, { registration: [question()] })
    await register([{ questionId, answer: '77' }])
    await givenQuestions(app, administrator, event, {})
    expect((await app.dataOf(getAskedQuestions, { query: event }, person)).questions).toEqual([])
    expect(await csv({ eventName: event.eventName })).toMatchObject([
      { 'Certificate number of your IA': '77' },
    ])
  })

  test('cannot change the type of an answered question', async () => {
    const [questionId] = await givenQuestions(app, administrator, event, { registration: [question()] })
    await register([{ questionId, answer: '77' }])
    const { failure } = await given({ registration: [question({ questionId, kind: 'yes-or-no' })] })
    expect(Object.keys(failure?.fields ?? {})).toEqual(['registration.0.kind'])
  })

  test.each([
    ['six questions', Array.from({ length: 6 }, () => question()), 'registration'],
    ['no words', [question({ wording: ' ' })], 'registration.0.wording'],
    ['one choice', [question({ kind: 'choice', choices: ['S'] })], 'registration.0.choices'],
    ['equal choices', [question({ kind: 'choice', choices: ['S', 'S'] })], 'registration.0.choices'],
    ['a slot of another event', [question({ eventSlotId: 999_999 })], 'registration.0.eventSlotId'],
  ])('is refused %s, by field', async (_, registration, field) => {
    const { status, failure } = await given({ registration })
    expect([status, Object.keys(failure?.fields ?? {})]).toEqual([422, [field]])
  })

  test('copies an event with its questions, those of a slot for its copy', async () => {
    await givenQuestions(app, administrator, event, {
      registration: [question(), question({ wording: 'Diet', eventSlotId: event.slotIds[1] })],
      evaluation: [rating({ isPerSpeaker: true })],
    })
    const data = await app.dataOf(copySeason, { body: { eventIds: [event.eventId] } }, administrator)
    const eventId = data.results[0]?.newEventId ?? 0
    const slots = await app.query(
      `select event_slot_id from event_slots where event_id = ${eventId} order by 1`,
    )
    const copy = await app.call(getEventQuestions, { query: { eventId } }, administrator)
    expect(copy.data.questions.map(({ question }) => question)).toMatchObject([
      { wording: 'Certificate number of your IA', isRequired: true, eventSlotId: null },
      { wording: 'Diet', eventSlotId: slots[1]?.event_slot_id },
      { wording: 'How useful was it?', isPerSpeaker: true },
    ])
  })
})

describe('the answers are', () => {
  let questionId: number
  beforeEach(async () => {
    const asked = await givenQuestions(app, administrator, event, {
      registration: [question({ wording: '=1+1, "Diet"', isRequired: false })],
    })
    questionId = asked[0]
    await register([{ questionId, answer: 'Vegan, no nuts' }])
  })

  test('columns in the file of the event, which no spreadsheet runs', async () => {
    const [row] = await csv({ eventName: event.eventName })
    expect(Object.entries(row ?? {}).at(-1)).toEqual([`'=1+1  "Diet"`, 'Vegan  no nuts'])
  })

  test('one column in the file of all columns of all events', async () => {
    const rows = await csv({ columns: 'all' })
    const row = rows.find((each) => each['Event Name'] === event.eventName)
    expect(row?.Answers).toContain('Vegan  no nuts')
  })

  test('in the list on screen, and a registration without any has none', async () => {
    const other = await givenPersonUnmailed(app)
    await givenRegistration(app, other, event, { by: administrator })
    const query = { eventName: event.eventName }
    const { wire } = await app.call(getAllRegisteredUsers, { query }, administrator)
    const rows = (wire as { registrations: Record<string, unknown>[] }).registrations
    const answersOf = ({ userId }: Person) => rows.find((row) => row.userId === userId)?.answers
    expect([answersOf(person), answersOf(other)]).toEqual(['=1+1, "Diet": Vegan, no nuts', undefined])
  })

  test('not in the short file of all events', async () => {
    expect(Object.keys((await csv({}))[0] ?? {}).at(-1)).toBe('Certificate')
  })

  test('on the page of the person, and in their download', async () => {
    const query = { userId: person.userId }
    const account = await app.call(getAccount, { query }, administrator)
    expect(account.data.answers).toMatchObject([{ answer: 'Vegan, no nuts' }])
    const headers = { authorization: `Bearer ${person.token}` }
    const url = `/api${getAccountData.path}`
    const { payload } = await app.request({ method: 'GET', url, headers })
    expect(JSON.parse(payload).answers).toMatchObject([
      { eventName: event.eventName, answer: 'Vegan, no nuts' },
    ])
  })

  test('deleted with the account', async () => {
    const token = await givenSession(app, person.userId)
    await app.query(`update sessions set proven_at = '${now.toISOString()}'`)
    const { failure } = await app.send(deleteAccount, { email: person.email }, token)
    expect(failure).toBe(undefined)
    expect(await stored()).toEqual([])
  })

  test('deleted a year after the time slot', async () => {
    const expire = () => jobHandlers(app.services)['expire-records']({}, { isLast: true })
    now = new Date('2028-02-09T12:00Z')
    await expire()
    expect(await stored()).toHaveLength(1)
    now = new Date('2028-02-12T12:00Z')
    await expire()
    expect(await stored()).toEqual([])
  })

  function stored() {
    return app.query(`select answer from event_answers where event_question_id = ${questionId}`)
  }
})

async function csv(query: Record<string, string>) {
  const headers = { authorization: `Bearer ${administrator.token}` }
  const url = `/api${exportRegisteredUsersCsv.path}`
  const { payload } = await app.request({ method: 'GET', url, query, headers })
  return Papa.parse<Record<string, string>>(payload.replace('\ufeff', ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}
