import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readAttendanceAnswers } from '#server/attendance/attendances/attendance-answers.ts'
import { evidenceOf } from '#server/attendance/attendances/attendance-reading.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'
import type { Registrant, WebinarPlatform } from '#server/core/webinar-platform/webinar-platform.ts'
import {
  QuotaReached,
  RegistrantRefused,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import { atOnce } from '#test/app.ts'
import type { FakeGotoWebinar } from '#test/fake-goto-webinar.ts'
import { startFakeGotoWebinar } from '#test/fake-goto-webinar.ts'
import { problemOf } from '#test/problems.ts'
import { openGotoWebinar } from './goto-webinar.ts'

let now: Date
let goto: FakeGotoWebinar
let platform: WebinarPlatform
let webinarKey: string
beforeEach(async () => {
  now = new Date('2027-01-10T12:00:00Z')
  const clock = () => now
  goto = await startFakeGotoWebinar({ clock })
  goto.limit(quick)
  platform = openGotoWebinar(goto.settings, { clock, perSecond: quick, pauseMs: 20 })
  webinarKey = goto.givenWebinar()
})
afterEach(async () => {
  platform.close()
  await goto.close()
})

/** A rate above the limit, for tests of other things. */
const quick = 500
const jill = { email: 'jill@example.com', firstName: 'Jill', lastName: 'Chill' }

test('keys that are larger than a JavaScript number stay exact', async () => {
  const { registrantId, joinUrl } = await platform.addRegistrant(webinarKey, jill)
  const neighbor = await platform.addRegistrant(webinarKey, { ...jill, email: 'next@example.com' })
  expect(Number(registrantId)).toBe(Number(neighbor.registrantId))
  expect(BigInt(neighbor.registrantId) - BigInt(registrantId)).toBe(1n)
  expect(joinUrl).toBe(`https://global.gotowebinar.com/join/${webinarKey}/${registrantId}`)
  expect((await everybody()).map((each) => each.registrantId).sort()).toEqual([
    registrantId,
    neighbor.registrantId,
  ])
  await platform.cancelRegistrant(webinarKey, neighbor)
  expect((await everybody()).map(({ email }) => email)).toEqual([jill.email])
})

test.each([
  ['first', { ...jill, firstName: '' }, ['-', 'Chill']],
  ['last', { ...jill, lastName: '' }, ['Jill', '-']],
])('a person without a %s name gets a dash at GoTo, and none in the portal', async (_, person, written) => {
  const added = await platform.addRegistrant(webinarKey, person)
  expect(added).toMatchObject(person)
  expect(await everybody()).toEqual([added])
  const [kept] = goto.webinars.get(webinarKey)?.registrants.values() ?? []
  expect([kept?.firstName, kept?.lastName]).toEqual(written)
})

describe('a person who is already registered', () => {
  test('is found among all, whatever the case of their email', async () => {
    const people = Array.from({ length: 450 }, (_, n) => ({ ...jill, email: `person-${n}@example.com` }))
    for (const person of people.slice(225)) goto.register(webinarKey, person)
    const known = goto.register(webinarKey, { ...jill, email: 'Jill@Example.com' })
    for (const person of people.slice(0, 225)) goto.register(webinarKey, person)
    const added = await platform.addRegistrant(webinarKey, jill)
    expect(added).toMatchObject({ registrantId: String(known.registrantKey), status: 'approved' })
  })

  test.each([
    ['deny', 'denied'],
    ['approve', 'approved'],
  ] as const)('is returned with their status: %s', async (action, status) => {
    goto.register(webinarKey, jill)
    goto.change(webinarKey, jill.email, action)
    expect((await platform.addRegistrant(webinarKey, jill)).status).toBe(status)
  })
})

test('a person who awaits approval is listed without a join URL, and a denied person is not listed', async () => {
  const closed = goto.givenWebinar({ needsApproval: true })
  const added = await platform.addRegistrant(closed, jill)
  expect([added.status, added.joinUrl]).toEqual(['pending', null])
  expect(await everybody(closed)).toEqual([added])
  goto.change(closed, jill.email, 'approve')
  expect((await everybody(closed))[0]).toMatchObject({ status: 'approved', joinUrl: expect.any(String) })
  goto.change(closed, jill.email, 'deny')
  expect(await everybody(closed)).toEqual([])
})

test('everybody is listed once, in pages or all at once', async () => {
  const isListedAtOnce = true
  for (const key of [webinarKey, goto.givenWebinar({ isListedAtOnce })]) {
    for (let n = 0; n < 450; n++) goto.register(key, { ...jill, email: `person-${n}@example.com` })
    expect(new Set((await everybody(key)).map(({ email }) => email)).size).toBe(450)
  }
})

describe('a token', () => {
  test('is kept for its hour, and fetched once for all callers', async () => {
    await Promise.all([platform.getWebinar(webinarKey), platform.getWebinar(webinarKey)])
    now = new Date(now.getTime() + 58 * 60_000)
    await platform.getWebinar(webinarKey)
    expect(goto.tokens()).toBe(1)
    now = new Date(now.getTime() + 90_000)
    await platform.getWebinar(webinarKey)
    expect([goto.tokens(), goto.calls.every(({ status }) => status === 200)]).toEqual([2, true])
  })

  test('that is refused with 403 is renewed once', async () => {
    await platform.getWebinar(webinarKey)
    goto.forgetTokens()
    const registrants = [jill, { ...jill, email: 'next@example.com' }].map((person) =>
      platform.addRegistrant(webinarKey, person),
    )
    expect(await Promise.all(registrants)).toHaveLength(2)
    expect(goto.tokens()).toBe(2)
  })

  test('is not enough for another organizer key, and the error says what to do', async () => {
    const other = openGotoWebinar({ ...goto.settings, organizerKey: '1234567890' })
    const problem = await problemOf(other.getWebinar(webinarKey))
    expect([problem, problem.message]).toEqual([
      expect.any(ServiceDown),
      expect.stringContaining('check the organizer key'),
    ])
    expect(goto.calls.map(({ status }) => status)).toEqual([403, 403])
    other.close()
  })

  test('is not issued for an expired personal token, and no message contains a secret', async () => {
    goto.endPersonalToken()
    const problem = await problemOf(platform.addRegistrant(webinarKey, jill))
    expect(problem).toBeInstanceOf(ServiceDown)
    expect(problem.message).toMatch(/no token: The token is not valid \(400\/invalid_grant\)/)
    expect(`${problem.stack}${JSON.stringify(problem)}${problem.cause}`).not.toMatch(
      /secret-of|personal-token/,
    )
  })
})

describe('the limit per second', () => {
  test('is kept: eleven calls take more than a second', async () => {
    const patient = openGotoWebinar(goto.settings)
    const from = performance.now()
    await atOnce(11, () => patient.getWebinar(webinarKey))
    expect(performance.now() - from).toBeGreaterThan(1000)
    patient.close()
  })

  test('delays a call that exceeds it until the call succeeds', async () => {
    goto.sendAwayNext(2)
    expect((await platform.getWebinar(webinarKey)).webinarId).toBe(webinarKey)
    expect(goto.calls.map(({ status }) => status)).toEqual([429, 429, 200])
  })

  test('becomes a reached quota after longer and longer pauses, and nothing was done', async () => {
    goto.limit(0)
    const problem = await problemOf(platform.addRegistrant(webinarKey, jill))
    expect(problem).toEqual(expect.any(QuotaReached))
    expect(problem).toMatchObject({ isForEverybody: true, until: new Date('2027-01-10T12:01:00Z') })
    expect(goto.webinars.get(webinarKey)?.registrants.size).toBe(0)
    const times = goto.calls.map(({ atMs }) => atMs)
    const pauses = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
    // A busy machine makes timers late, never early.
    expect(pauses.map((ms, again) => ms >= 10 * 2 ** again - 1)).toEqual(Array(5).fill(true))
  })
})

describe('a refusal', () => {
  test('of a person affects only that person', async () => {
    const problem = await problemOf(platform.addRegistrant(webinarKey, { ...jill, email: 'jill@nowhere' }))
    expect(problem).toBeInstanceOf(RegistrantRefused)
    expect(problem.message).toMatch(/missing or invalid.*\(400\/InvalidRequest\)/)
  })

  test.each([
    ['a key that the organizer does not have', '8325357307900000000', /no webinar of this key/],
    ['a nine-digit webinar ID', '123-456-789', /not the webinar ID of nine digits/],
  ])('is given for %s', async (_, id, words) => {
    const problem = await problemOf(platform.addRegistrant(id, jill))
    expect([problem, problem.message]).toEqual([expect.any(WebinarRefused), expect.stringMatching(words)])
  })

  test('is given for canceling a registrant of a webinar that has begun', async () => {
    const added = await platform.addRegistrant(webinarKey, jill)
    now = new Date('2027-02-10T14:00:00Z')
    const problem = await problemOf(platform.cancelRegistrant(webinarKey, added))
    expect([problem, problem.message]).toEqual([
      expect.any(WebinarRefused),
      expect.stringContaining('still to come'),
    ])
  })
})

describe('canceling a registrant', () => {
  test('succeeds if the registrant is already gone', async () => {
    const added = await platform.addRegistrant(webinarKey, jill)
    goto.change(webinarKey, jill.email, 'cancel')
    await platform.cancelRegistrant(webinarKey, added)
  })

  test('may have worked if the answer is lost, and works when it is retried', async () => {
    const added = await platform.addRegistrant(webinarKey, jill)
    goto.faults.failNext('after')
    expect(await problemOf(platform.cancelRegistrant(webinarKey, added))).toBeInstanceOf(AnswerLost)
    await platform.cancelRegistrant(webinarKey, added)
    expect(await everybody()).toEqual([])
  })
})

test('if every second call fails after it is done, reading the list first registers everybody once', async () => {
  const people = Array.from({ length: 5 }, (_, n) => ({ ...jill, email: `person-${n}@example.com` }))
  goto.faults.failEverySecond('after')
  for (let round = 0; goto.webinars.get(webinarKey)?.registrants.size !== people.length; round++) {
    expect(round).toBeLessThan(20)
    const known = await everybody().catch(() => undefined)
    const left = people.filter(({ email }) => known && !known.some((each) => each.email === email))
    for (const person of left) await platform.addRegistrant(webinarKey, person).catch(() => {})
  }
  const kept = [...(goto.webinars.get(webinarKey)?.registrants.values() ?? [])]
  expect(kept.map(({ email }) => email).sort()).toEqual(people.map(({ email }) => email))
})

describe('attendance', () => {
  const visit = (from: string, to: string) => ({
    joinTime: `2027-02-10T${from}:00Z`,
    leaveTime: `2027-02-10T${to}:00Z`,
  })

  test('covers every session, with the answers of each attendee and the exact response bodies', async () => {
    const { registrantId } = await platform.addRegistrant(webinarKey, jill)
    const attendee = { ...jill, attendance: [visit('13:56', '15:10')], polls: [] }
    const polls = [
      { question: 'Which intervals?', answers: ['12 months', '24 months'] },
      { question: 'Anything else?', answers: [] },
    ]
    goto.hold(webinarKey, [{ ...attendee, polls }])
    goto.hold(webinarKey, [{ ...attendee, attendance: [visit('15:20', '16:00'), visit('16:05', '18:00')] }])
    const sources = await sourcesOf(webinarKey)
    const { visits, answers } = evidenceOf(readAttendanceAnswers(sources))
    expect(
      visits.map(({ joinedAt, leftAt }) => [joinedAt, leftAt].map((at) => at.toISOString().slice(11, 16))),
    ).toEqual([
      ['13:56', '15:10'],
      ['15:20', '16:00'],
      ['16:05', '18:00'],
    ])
    expect(new Set(visits.map((each) => each.registrantId))).toEqual(new Set([registrantId]))
    expect(answers).toEqual([
      {
        registrantId,
        email: jill.email,
        question: 'Which intervals?',
        answer: '12 months; 24 months',
        answeredAt: null,
      },
    ])
    expect(sources.map(({ address }) => new URL(address).pathname.replace(/\d{10,}/g, 'KEY'))).toEqual([
      '/G2W/rest/v2/organizers/KEY/webinars/KEY/sessions',
      '/G2W/rest/v2/organizers/KEY/webinars/KEY/sessions/KEY/attendees',
      '/G2W/rest/v2/organizers/KEY/webinars/KEY/sessions/KEY/attendees/KEY/polls',
      '/G2W/rest/v2/organizers/KEY/webinars/KEY/sessions',
      '/G2W/rest/v2/organizers/KEY/webinars/KEY/sessions/KEY/attendees',
    ])
    expect(sources[1]?.body).toContain(`"registrantKey":${registrantId},`)
  })

  test('is empty for a webinar that has not taken place', async () => {
    expect(await platform.getAttendance(webinarKey)).toEqual([])
  })

  test('of each of 201 sessions has the page of the list that names it', async () => {
    for (let count = 0; count < 201; count++) goto.hold(webinarKey, [])
    goto.limit(500)
    const quick = openGotoWebinar(goto.settings, { perSecond: 500 })
    const held = await quick.getAttendance(webinarKey)
    quick.close()
    expect(held).toHaveLength(201)
    for (const { instance, sources } of held) expect(sources[0]?.body).toContain(`"${instance}"`)
    expect(goto.calls.filter(({ path }) => path.endsWith('/sessions'))).toHaveLength(2)
  })

  test('has every launch of a question, in the order of the session', async () => {
    const question = 'Are you still with us?'
    const polls = [['Yes'], [], ['Yes'], ['No']].map((answers) => ({ question, answers }))
    goto.hold(webinarKey, [{ ...jill, attendance: [visit('13:56', '18:00')], polls }])
    const [{ instance = '', sources = [] } = {}] = await platform.getAttendance(webinarKey)
    expect(
      readAttendanceAnswers(sources).answers.map(({ session, nth, answer }) => [session, nth, answer]),
    ).toEqual([
      [instance, 1, 'Yes'],
      [instance, 2, ''],
      [instance, 3, 'Yes'],
      [instance, 4, 'No'],
    ])
  })
})

test('a call that waits when the portal ends fails at once', async () => {
  const patient = openGotoWebinar(goto.settings, { perSecond: 0.001 })
  await patient.getWebinar(webinarKey)
  const read = problemOf(patient.getWebinar(webinarKey))
  patient.close()
  expect(await read).toBeInstanceOf(ServiceDown)
})

async function sourcesOf(key: string) {
  return (await platform.getAttendance(key)).flatMap(({ sources }) => sources)
}

async function everybody(key = webinarKey) {
  const found: Registrant[] = []
  for await (const page of platform.listRegistrants(key)) found.push(...page)
  return found
}
