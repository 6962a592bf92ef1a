import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAttendanceAnswers } from '#server/attendance/attendances/attendance-answers.ts'
import { evidenceOf } from '#server/attendance/attendances/attendance-reading.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'
import type { NewRegistrant, Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import {
  QuotaReached,
  RegistrantRefused,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import { gotoHarness } from '#test/goto-harness.ts'
import { problemOf } from '#test/problems.ts'
import { roomHarness } from '#test/room-harness.ts'
import type { WebinarHarness } from '#test/webinar-harness.ts'
import { zoomHarness } from '#test/zoom-harness.ts'

// The portal relies on this behavior of every webinar platform. A further one adds its harness to the list.
describe.each([zoomHarness, gotoHarness, roomHarness])('$name', ({ open, ...platform }) => {
  const { isElsewhere, hasDailyQuota, canBeAway, refusesPeople, hasPolls } = platform
  let harness: WebinarHarness
  let webinarId: string
  beforeEach(async () => {
    harness = await open()
    webinarId = await harness.givenWebinar()
  })
  afterEach(() => harness.close())
  afterAll(() => platform.closeAll?.())

  const add = (person: NewRegistrant, id = webinarId) => harness.platform.addRegistrant(id, person)

  async function list(id = webinarId) {
    const found: Registrant[] = []
    for await (const page of harness.platform.listRegistrants(id)) found.push(...page)
    return found
  }

  describe('a webinar', () => {
    test('is found by its id, with its times and its host', async () => {
      const startsAt = new Date('2027-02-10T14:00:00Z')
      const id = await harness.givenWebinar({
        topic: 'Turbine Day 1',
        startsAt,
        hostEmail: 'Host@Example.com',
      })
      expect(await harness.platform.getWebinar(id)).toMatchObject({
        webinarId: id,
        topic: 'Turbine Day 1',
        // An embedded room has no host, and is open at the slot's times.
        times: isElsewhere ? [{ startsAt, endsAt: new Date('2027-02-10T18:00:00Z') }] : [],
        hostEmails: isElsewhere ? ['host@example.com'] : [],
      })
    })

    test.runIf(isElsewhere)('is held at new times after the portal writes them', async () => {
      // Daylight saving time begins in between.
      const times = [{ startsAt: new Date('2027-03-20T12:00:00Z'), endsAt: new Date('2027-03-20T17:30:00Z') }]
      await harness.platform.setTimes(webinarId, times)
      expect((await harness.platform.getWebinar(webinarId)).times).toEqual(times)
    })

    test.each(['70000000001', 'Piston Day 1', '..', ''])('does not exist under the id %j', async (id) => {
      await expect(harness.platform.getWebinar(id)).rejects.toThrow(WebinarRefused)
      await expect(add(pat, id)).rejects.toThrow(WebinarRefused)
    })

    test('cannot be reached by a manipulated id', async () => {
      await expect(harness.platform.getWebinar(`1/../${webinarId}`)).rejects.toThrow(WebinarRefused)
      await expect(harness.platform.getWebinar(`${webinarId}?a=b`)).rejects.toThrow(WebinarRefused)
    })

    test('that is closed refuses everybody', async () => {
      await expect(add(pat, await harness.givenWebinar({ isClosed: true }))).rejects.toThrow(WebinarRefused)
    })
  })

  describe('registering', () => {
    test('returns the id and the join URL of the person, and the list has the same', async () => {
      const added = await add(pat)
      expect(added).toEqual({
        ...pat,
        registrantId: expect.stringMatching(/^\S+$/),
        status: 'approved',
        joinUrl: expect.stringMatching(/^https?:\/\//),
      })
      expect(await list()).toEqual([added])
    })

    test('creates a registration that is found by its id until it is canceled', async () => {
      const added = await add(pat)
      expect(await harness.platform.findRegistrant(webinarId, added.registrantId)).toEqual(added)
      await harness.cancel(webinarId, pat.email)
      expect(await harness.platform.findRegistrant(webinarId, added.registrantId)).toBe(undefined)
    })

    test('a person who is already registered returns the same id and join URL', async () => {
      const added = await add(pat)
      const { registrantId, joinUrl } = await add({ ...pat, email: pat.email.toUpperCase() })
      expect([registrantId, joinUrl]).toEqual([added.registrantId, added.joinUrl])
      expect(await harness.count(webinarId)).toBe(1)
    })

    test('gives each person a join URL of their own, however many register at once', async () => {
      const added = await Promise.all(people(12).map((person) => add(person)))
      expect(new Set(added.map(({ joinUrl }) => joinUrl)).size).toBe(12)
      expect(byEmail(await list())).toEqual(byEmail(added))
    })

    test('keeps all kinds of letters', async () => {
      const person = { email: 'zoe@example.com', firstName: 'Zoë 🛩 O’Neill', lastName: 'Łukasz "L"' }
      expect(await add(person)).toMatchObject(person)
      expect(await list()).toMatchObject([person])
    })

    test.runIf(refusesPeople)(
      'a refused person gives the code and words of the webinar platform, and refuses nobody else',
      async () => {
        const problem = await problemOf(add(harness.refusedPerson(webinarId)))
        expect(problem).toBeInstanceOf(RegistrantRefused)
        expect((problem as RegistrantRefused).code).toMatch(/\S/)
        expect(problem.message).toContain(harness.platform.name)
        expect(await add(pat)).toMatchObject({ status: 'approved' })
      },
    )
  })

  describe('the list', () => {
    test('has all of 700 people, including those who registered at the webinar platform', async () => {
      const all = people(700)
      await harness.register(webinarId, all)
      const found = await list()
      expect(byEmail(found)).toMatchObject(byEmail(all))
      expect(found.every(({ registrantId, joinUrl }) => registrantId !== '' && joinUrl !== null)).toBe(true)
    })

    test('is empty for a webinar without registrations', async () => {
      expect(await list()).toEqual([])
    })

    test('omits a person who was canceled at the webinar platform', async () => {
      await harness.register(webinarId, people(3))
      await harness.cancel(webinarId, 'person1@example.com')
      expect((await list()).map(({ email }) => email).toSorted()).toEqual([
        'person0@example.com',
        'person2@example.com',
      ])
    })
  })

  describe('canceling', () => {
    test('removes a person, and may be repeated', async () => {
      const added = await add(pat)
      await harness.platform.cancelRegistrant(webinarId, added)
      await harness.platform.cancelRegistrant(webinarId, added)
      expect(await list()).toEqual([])
    })

    test('lets the person register again with a working join URL', async () => {
      await harness.platform.cancelRegistrant(webinarId, await add(pat))
      expect(await add(pat)).toMatchObject({ status: 'approved', joinUrl: expect.any(String) })
    })
  })

  describe('when a call fails', () => {
    test.runIf(isElsewhere).each(['after', 'silence', 'hang-up', 'nonsense'] as const)(
      'the fault %s loses the answer, and the list contains the registered person',
      async (fault) => {
        harness.failNext(fault)
        await expect(add(pat)).rejects.toThrow(AnswerLost)
        expect(await list()).toMatchObject([{ email: pat.email, joinUrl: expect.any(String) }])
      },
    )

    test.runIf(isElsewhere)(
      'a failure before anything is done registers nobody, and a retry succeeds',
      async () => {
        harness.failNext('before')
        await expect(add(pat)).rejects.toThrow(AnswerLost)
        expect(await list()).toEqual([])
        expect(await add(pat)).toMatchObject({ status: 'approved' })
      },
    )

    test.runIf(isElsewhere)('a failed list is an error, and not a shorter list', async () => {
      await harness.register(webinarId, people(3))
      harness.failNext('nonsense')
      await expect(list()).rejects.toThrow(ServiceDown)
    })

    test.runIf(hasDailyQuota)(
      'a daily quota is told from other failures, with the time when it ends',
      async () => {
        harness.useUpQuota()
        const problem = (await problemOf(add(pat))) as QuotaReached
        expect(problem).toBeInstanceOf(QuotaReached)
        expect(problem.until.getTime()).toBeGreaterThan(Date.now())
        expect(problem.isForEverybody).toBe(true)
        expect(await harness.count(webinarId)).toBe(0)
      },
    )

    test.runIf(canBeAway)(
      'while the webinar platform is away nothing is done, calls pause, and they work once it is back',
      async () => {
        await add(pat)
        await harness.goAway()
        // A write on a broken connection might have arrived, so a read goes first.
        await expect(list()).rejects.toThrow(ServiceDown)
        for (const person of people(6)) await expect(add(person)).rejects.toThrow(ServiceDown)
        // On a busy machine a try may be due already; each failed one prolongs the pause.
        await vi.waitFor(async () => {
          await expect(list()).rejects.toThrow(ServiceDown)
          expect(harness.platform.isReachable()).toBe(false)
        })
        await harness.comeBack()
        await vi.waitFor(async () => expect(await list()).toHaveLength(1), { timeout: 5000 })
        expect(harness.platform.isReachable()).toBe(true)
      },
    )
  })

  describe('attendance', () => {
    const at = (time: string) => new Date(`2027-02-10T${time}Z`)
    const question = 'How long is a capacity test valid?'

    test('contains every visit and every answer, and the exact texts that it was read from', async () => {
      const { registrantId } = await add(pat)
      await harness.hold(webinarId, [
        {
          ...pat,
          name: 'Pat Doe',
          visits: [
            { joinedAt: at('13:56:02'), leftAt: at('15:10:44') },
            { joinedAt: at('15:12:01'), leftAt: at('18:02:30') },
          ],
          answers: [{ question, answer: '12 months' }],
        },
      ])
      const [{ sources = [] } = {}, ...others] = await harness.platform.getAttendance(webinarId)
      expect(others).toEqual([])
      const { visits, answers } = evidenceOf(readAttendanceAnswers(sources))
      const who = { registrantId, email: pat.email, name: 'Pat Doe' }
      expect(visits.toSorted((one, other) => +one.joinedAt - +other.joinedAt)).toEqual([
        { ...who, joinedAt: at('13:56:02'), leftAt: at('15:10:44') },
        { ...who, joinedAt: at('15:12:01'), leftAt: at('18:02:30') },
      ])
      expect(answers).toMatchObject(hasPolls ? [{ email: pat.email, question, answer: '12 months' }] : [])
      expect(sources.length).toBeGreaterThan(0)
      for (const { address, body } of sources) {
        expect(address).toMatch(/\S/)
        expect(JSON.parse(body)).toEqual(expect.anything())
      }
      expect(sources.some(({ body }) => body.includes('Pat'))).toBe(true)
    })

    test('has an entry for each time that the webinar was held, and each can be read by itself', async () => {
      for (const hour of ['13', '15']) {
        const visits = [{ joinedAt: at(`${hour}:00:00`), leftAt: at(`${hour}:30:00`) }]
        const answers = [{ question, answer: `At ${hour}`, answeredAt: at(`${hour}:25:00`) }]
        await harness.hold(webinarId, [{ ...pat, name: 'Pat Doe', visits, answers }])
      }
      const held = await harness.platform.getAttendance(webinarId)
      const read = held.map(({ sources }) => readAttendanceAnswers(sources))
      // An embedded room is open at the slot's times, so it is one instance.
      expect(read.map(({ visits }) => visits.length)).toEqual(isElsewhere ? [1, 1] : [2])
      expect(new Set(held.map(({ instance }) => instance)).size).toBe(held.length)
      const days = read.map(({ answers }) =>
        answers.map(({ answer, answeredAt, on }) => [answer, on ?? answeredAt?.toISOString().slice(0, 10)]),
      )
      expect(days).toEqual(hasPolls ? [[['At 13', '2027-02-10']], [['At 15', '2027-02-10']]] : [[]])
      expect(read.flatMap(({ answers }) => answers.map(({ session, nth }) => [session, nth]))).toEqual(
        hasPolls ? held.map(({ instance }) => [instance, 1]) : [],
      )
      expect(await harness.platform.getAttendance(webinarId)).toEqual(held)
    })

    test('keeps a time at which nobody came beside the others', async () => {
      const visits = [{ joinedAt: at('13:00:00'), leftAt: at('13:30:00') }]
      await harness.hold(webinarId, [])
      await harness.hold(webinarId, [{ ...pat, name: 'Pat Doe', visits, answers: [] }])
      await harness.hold(webinarId, [])
      const held = await harness.platform.getAttendance(webinarId)
      const read = held.map(({ sources }) => readAttendanceAnswers(sources))
      expect(read.map((each) => each.visits.length)).toEqual(isElsewhere ? [0, 1, 0] : [1])
    })

    test('is empty for a webinar that was not held', async () => {
      const held = await harness.platform.getAttendance(webinarId)
      const sources = held.flatMap((each) => each.sources)
      expect(readAttendanceAnswers(sources)).toMatchObject({ visits: [], answers: [] })
    })
  })
})

const pat: NewRegistrant = { email: 'pat@example.com', firstName: 'Pat', lastName: 'Doe' }

function people(count: number): NewRegistrant[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `person${index}@example.com`,
    firstName: `Person ${index}`,
    lastName: 'Doe',
  }))
}

function byEmail<Person extends { email: string }>(list: Person[]): Person[] {
  return list.toSorted((one, other) => one.email.localeCompare(other.email))
}
