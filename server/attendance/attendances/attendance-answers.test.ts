import { describe, expect, test } from 'vitest'
import { readAttendanceAnswers } from './attendance-answers.ts'
import { evidenceOf } from './attendance-reading.ts'

const join = '2027-02-09T13:00:00Z'
const leave = '2027-02-09T17:00:00Z'
const [joinedAt, leftAt] = [new Date(join), new Date(leave)]

test("Zoom's answers are read with every participant: in the waiting room, by phone, without an end, with odd times", () => {
  const participant = (name: string, more: object) => ({
    id: '',
    name,
    user_email: '',
    registrant_id: '',
    join_time: join,
    leave_time: leave,
    ...more,
  })
  const { kind, days, visits } = readAttendanceAnswers([
    sourceOf('instances', { webinars: [{ uuid: '/a==', start_time: join }] }),
    sourceOf('participants', {
      next_page_token: 'next',
      participants: [
        participant('Pat', { user_email: 'pat@example.com', registrant_id: 'zr-1' }),
        participant('Kim', { registrant_id: 'zr-2', status: 'in_waiting_room' }),
      ],
    }),
    sourceOf('participants', {
      next_page_token: '',
      participants: [
        participant('1803555****', {}),
        participant('Jo', { leave_time: '' }),
        participant('Al', { join_time: 'soon' }),
        participant('Bo', { join_time: leave, leave_time: join }),
      ],
    }),
  ])
  expect([kind, days]).toEqual(['zoom-answers', ['2027-02-09']])
  const attendee = { role: 'attendee', medium: 'online', status: 'present', email: null, registrantId: null }
  expect(visits).toEqual([
    {
      ...attendee,
      line: 1,
      name: 'Pat',
      email: 'pat@example.com',
      registrantId: 'zr-1',
      joinedAt,
      leftAt,
      flaws: [],
    },
    {
      ...attendee,
      line: 2,
      name: 'Kim',
      registrantId: 'zr-2',
      status: 'waiting',
      joinedAt,
      leftAt,
      flaws: [],
    },
    { ...attendee, line: 3, name: '1803555****', medium: 'phone', joinedAt, leftAt, flaws: [] },
    {
      ...attendee,
      line: 4,
      name: 'Jo',
      joinedAt,
      leftAt: null,
      flaws: [{ code: 'no-time', column: 'Leave Time', text: '' }],
    },
    {
      ...attendee,
      line: 5,
      name: 'Al',
      joinedAt: null,
      leftAt,
      flaws: [{ code: 'unreadable-time', column: 'Join Time', text: 'soon' }],
    },
    {
      ...attendee,
      line: 6,
      name: 'Bo',
      joinedAt: leftAt,
      leftAt: joinedAt,
      flaws: [{ code: 'left-before-joined', column: '', text: join }],
    },
  ])
})

test("times of Zoom's poll answers without a zone are UTC, and an answer may have none", () => {
  const { answers } = readAttendanceAnswers([
    sourceOf('polls', {
      questions: [
        {
          name: 'Pat',
          email: 'pat@example.com',
          question_details: [
            { question: 'One?', answer: 'A', date_time: '2027-02-09 13:25:30' },
            { question: 'Two?', answer: 'B' },
          ],
        },
      ],
    }),
  ])
  const who = {
    registrantId: null,
    email: 'pat@example.com',
    name: 'Pat',
    flaws: [],
    on: null,
    session: null,
  }
  expect(answers).toEqual([
    { ...who, line: 1, question: 'One?', answer: 'A', answeredAt: new Date('2027-02-09T13:25:30Z'), nth: 1 },
    { ...who, line: 2, question: 'Two?', answer: 'B', answeredAt: null, nth: 1 },
  ])
})

test("GoTo's answers keep keys that are too large for a number, and poll answers have the day of their session", () => {
  const key = '8325357307900339981'
  const { kind, days, visits, answers } = readAttendanceAnswers([
    sourceOf('webinars/1/sessions?page=0', {
      _embedded: { sessionInfoResources: [{ sessionKey: 15887209, startTime: join }] },
    }),
    {
      address: 'webinars/1/sessions/15887209/attendees',
      body: `[{"registrantKey": ${key}, "firstName": "Pat", "lastName": "Doe", "email": "pat@example.com",
        "attendance": [{"joinTime": "${join}", "leaveTime": "${leave}"}, {"joinTime": "${join}"}]},
        {"registrantKey": 7, "firstName": "Jo", "lastName": "", "email": "", "attendance": []}]`,
    },
    sourceOf(`webinars/1/sessions/15887209/attendees/${key}/polls`, [
      { question: 'One?', answers: ['A', 'B'] },
      { question: 'Not answered?', answers: [] },
    ]),
  ])
  expect([kind, days]).toEqual(['goto-answers', ['2027-02-09']])
  const who = { registrantId: key, email: 'pat@example.com', name: 'Pat Doe' }
  const launch = { session: '15887209', nth: 1 }
  expect(visits).toMatchObject([
    { ...who, joinedAt, leftAt, flaws: [] },
    { ...who, joinedAt, leftAt: null, flaws: [{ code: 'no-time' }] },
    { registrantId: '7', name: 'Jo', joinedAt: null, flaws: [{ code: 'no-time' }, { code: 'no-time' }] },
  ])
  expect(evidenceOf({ visits, answers }).answers).toHaveLength(1)
  expect(answers).toEqual([
    {
      ...who,
      ...launch,
      line: 1,
      flaws: [],
      question: 'One?',
      answer: 'A; B',
      answeredAt: null,
      on: '2027-02-09',
    },
    {
      ...who,
      ...launch,
      line: 2,
      flaws: [],
      question: 'Not answered?',
      answer: '',
      answeredAt: null,
      on: '2027-02-09',
    },
  ])
})

const question = 'Are you still with us?'
const instance = '/m3W//kvuRX+eKWhk9w=='

/** Returns the answers to the question, each with its session and launch. */
function launchesIn(sources: ReturnType<typeof pollsOf>[]) {
  return readAttendanceAnswers(sources).answers.map(({ name, session, nth }) => [name, session, nth])
}

/** Returns Zoom's poll report of an instance: people with the ids of the polls that they answered, in this order. */
function pollsOf(people: [name: string, email: string, polls: (string | [id: string, at: string])[]][]) {
  const answerTo = (poll: string | [id: string, at: string]) => {
    const [id, at] = typeof poll === 'string' ? [poll] : poll
    return {
      question,
      answer: 'Yes',
      ...(id && { polling_id: id }),
      ...(at && { date_time: `2027-02-09 ${at}:00` }),
    }
  }
  return sourceOf('polls', {
    uuid: instance,
    questions: people.map(([name, email, polls]) => ({ name, email, question_details: polls.map(answerTo) })),
  })
}

describe("Zoom's answers to one question that was launched several times", () => {
  test('are of the launch with their polling id, for those who answered later ones only, too', () => {
    const launches = launchesIn([
      pollsOf([
        ['Late', 'late@example.com', [['c', '15:25']]],
        ['Ada', 'ada@example.com', ['a', 'b', 'c'].map((id, hour) => [id, `${13 + hour}:24`])],
      ]),
    ])
    expect(launches).toEqual([
      ['Late', instance, 3],
      ['Ada', instance, 1],
      ['Ada', instance, 2],
      ['Ada', instance, 3],
    ])
  })

  test('are ranked in the order of the answer if any time is missing', () => {
    const polls = pollsOf([['Ada', 'ada@example.com', [['b', '14:25'], 'a', 'b']]])
    expect(launchesIn([polls])).toEqual([
      ['Ada', instance, 1],
      ['Ada', instance, 2],
      ['Ada', instance, 1],
    ])
  })

  test('are counted by person without polling ids, however often the person is listed', () => {
    const launches = launchesIn([
      pollsOf([
        ['Ada', 'ada@example.com', ['', '']],
        ['Ben', 'ben@example.com', ['']],
        ['Ada L.', 'ADA@example.com', ['']],
        ['Anonymous Attendee', '', ['']],
        ['Anonymous Attendee', '', ['']],
      ]),
    ])
    expect(launches.map(([name, , nth]) => [name, nth])).toEqual([
      ['Ada', 1],
      ['Ada', 2],
      ['Ben', 1],
      ['Ada L.', 3],
      ['Anonymous Attendee', 1],
      ['Anonymous Attendee', 1],
    ])
  })

  test('keep all their rows and times', () => {
    const hourly = ['13', '14', '15', '16'].map((hour): [string, string] => [`p${hour}`, `${hour}:25`])
    const { answers } = readAttendanceAnswers([pollsOf([['Ada', 'ada@example.com', hourly]])])
    expect(answers.map(({ answeredAt }) => answeredAt)).toEqual(
      ['13', '14', '15', '16'].map((hour) => new Date(`2027-02-09T${hour}:25:00Z`)),
    )
  })
})

test('another question, and another instance, is counted from 1', () => {
  const details = (...questions: string[]) => ({
    questions: [
      {
        email: 'ada@example.com',
        question_details: questions.map((each) => ({ question: each, answer: 'A' })),
      },
    ],
  })
  const at = (uuid: string) => `report/webinars/${encodeURIComponent(encodeURIComponent(uuid))}/polls`
  const { answers } = readAttendanceAnswers([
    sourceOf(at(instance), details('One?', 'Two?', 'One?')),
    sourceOf('report/webinars/b8KzQ1%3D%3D/polls', details('One?')),
  ])
  expect(answers.map((each) => [each.session, each.question, each.nth])).toEqual([
    [instance, 'One?', 1],
    [instance, 'Two?', 1],
    [instance, 'One?', 2],
    ['b8KzQ1==', 'One?', 1],
  ])
})

test.each([
  ['of a webinar that was not held', [sourceOf('instances', { webinars: [] })]],
  ['that are no JSON', [{ address: 'x', body: '<html>' }]],
  ['of another shape', [sourceOf('x', [1, null, 'x'])]],
])('answers %s are read without a visit that could count', (_, sources) => {
  const { visits, answers } = readAttendanceAnswers(sources)
  expect([visits.filter((visit) => visit.joinedAt), answers]).toEqual([[], []])
})

function sourceOf(address: string, content: unknown) {
  return { address: `https://api.example.com/${address}`, body: JSON.stringify(content) }
}
