import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

// The portal relies on this with every webinar platform. A new one adds its harness to the list.
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

  async function list(id = webinarId): Promise<Registrant[]> {
    const found: Registrant[] = []
    for await (const page of harness.platform.listRegistrants(id)) found.push(...page)
    return found
  }

  describe('a webinar', () => {
    test('is known by its id, with when it is held and who holds it', async () => {
      const startsAt = new Date('2027-02-10T14:00:00Z')
      const id = await harness.givenWebinar({
        topic: 'Turbine Day 1',
        startsAt,
        hostEmail: 'Host@Example.com',
      })
      expect(await harness.platform.getWebinar(id)).toMatchObject({
        webinarId: id,
        topic: 'Turbine Day 1',
        // An embedded room has no host, and is open at the times of the slot.
        times: isElsewhere ? [{ startsAt, endsAt: new Date('2027-02-10T18:00:00Z') }] : [],
        hostEmails: isElsewhere ? ['host@example.com'] : [],
      })
    })

    test.runIf(isElsewhere)('is held at another time once that is written there', async () => {
      // Daylight saving time begins in between.
      const times = [{ startsAt: new Date('2027-03-20T12:00:00Z'), endsAt: new Date('2027-03-20T17:30:00Z') }]
      await harness.platform.setTimes(webinarId, times)
      expect((await harness.platform.getWebinar(webinarId)).times).toEqual(times)
    })

    test.each(['70000000001', 'Piston Day 1', '..', ''])('%j is none', async (id) => {
      await expect(harness.platform.getWebinar(id)).rejects.toThrow(WebinarRefused)
      await expect(add(pat, id)).rejects.toThrow(WebinarRefused)
    })

    test('can be reached by no other id', async () => {
      await expect(harness.platform.getWebinar(`1/../${webinarId}`)).rejects.toThrow(WebinarRefused)
      await expect(harness.platform.getWebinar(`${webinarId}?a=b`)).rejects.toThrow(WebinarRefused)
    })

    test('that is closed refuses whoever it is', async () => {
      await expect(add(pat, await harness.givenWebinar({ isClosed: true }))).rejects.toThrow(WebinarRefused)
    })
  })

  describe('registering', () => {
    test('gives the id and the link of that person, and the list has the same', async () => {
      const added = await add(pat)
      expect(added).toEqual({
        ...pat,
        registrantId: expect.stringMatching(/^\S+$/),
        status: 'approved',
        joinUrl: expect.stringMatching(/^https?:\/\//),
      })
      expect(await list()).toEqual([added])
    })

    test('is looked up by the id, as long as it stands', async () => {
      const added = await add(pat)
      expect(await harness.platform.findRegistrant(webinarId, added.registrantId)).toEqual(added)
      await harness.cancel(webinarId, pat.email)
      expect(await harness.platform.findRegistrant(webinarId, added.registrantId)).toBe(undefined)
    })

    test('somebody who is registered gives them as they are', async () => {
      const added = await add(pat)
      const { registrantId, joinUrl } = await add({ ...pat, email: pat.email.toUpperCase() })
      expect([registrantId, joinUrl]).toEqual([added.registrantId, added.joinUrl])
      expect(await harness.count(webinarId)).toBe(1)
    })

    test('gives each person a link of their own, however many register at once', async () => {
      const added = await Promise.all(people(12).map((person) => add(person)))
      expect(new Set(added.map(({ joinUrl }) => joinUrl)).size).toBe(12)
      expect(byEmail(await list())).toEqual(byEmail(added))
    })

    test('keeps letters of every kind', async () => {
      const person = { email: 'zoe@example.com', firstName: 'Zoë 🛩 O’Neill', lastName: 'Łukasz "L"' }
      expect(await add(person)).toMatchObject(person)
      expect(await list()).toMatchObject([person])
    })

    test.runIf(refusesPeople)(
      'whom the platform refuses gives its own code and words, and no other person is refused',
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
    test('has all of 700 people, those who registered over there too', async () => {
      const all = people(700)
      await harness.register(webinarId, all)
      const found = await list()
      expect(byEmail(found)).toMatchObject(byEmail(all))
      expect(found.every(({ registrantId, joinUrl }) => registrantId !== '' && joinUrl !== null)).toBe(true)
    })

    test('of a webinar that nobody has registered for is empty', async () => {
      expect(await list()).toEqual([])
    })

    test('lacks whoever was canceled over there', async () => {
      await harness.register(webinarId, people(3))
      await harness.cancel(webinarId, 'person1@example.com')
      expect((await list()).map(({ email }) => email).toSorted()).toEqual([
        'person0@example.com',
        'person2@example.com',
      ])
    })
  })

  describe('canceling', () => {
    test('takes somebody out, once and for all', async () => {
      const added = await add(pat)
      await harness.platform.cancelRegistrant(webinarId, added)
      await harness.platform.cancelRegistrant(webinarId, added)
      expect(await list()).toEqual([])
    })

    test('whoever comes back gets a link that works', async () => {
      await harness.platform.cancelRegistrant(webinarId, await add(pat))
      expect(await add(pat)).toMatchObject({ status: 'approved', joinUrl: expect.any(String) })
    })
  })

  describe('when something goes wrong', () => {
    test.runIf(isElsewhere).each(['after', 'silence', 'hang-up', 'nonsense'] as const)(
      '%s: the answer is lost, and the list has whoever was registered',
      async (fault) => {
        harness.failNext(fault)
        await expect(add(pat)).rejects.toThrow(AnswerLost)
        expect(await list()).toMatchObject([{ email: pat.email, joinUrl: expect.any(String) }])
      },
    )

    test.runIf(isElsewhere)(
      'a failure before anything is done leaves nobody registered, and asking again helps',
      async () => {
        harness.failNext('before')
        await expect(add(pat)).rejects.toThrow(AnswerLost)
        expect(await list()).toEqual([])
        expect(await add(pat)).toMatchObject({ status: 'approved' })
      },
    )

    test.runIf(isElsewhere)('a list that fails is no shorter list', async () => {
      await harness.register(webinarId, people(3))
      harness.failNext('nonsense')
      await expect(list()).rejects.toThrow(ServiceDown)
    })

    test.runIf(hasDailyQuota)(
      'a quota of the day is known from everything else, with when it ends',
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
      'while it is away nothing is done, it is left alone, and found again once it is back',
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

    test('has every visit and every answer, and what it was read from letter for letter', async () => {
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
      const { visits, answers, sources } = await harness.platform.getAttendance(webinarId)
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

    test('is of all times that it was held', async () => {
      for (const hour of ['13', '15']) {
        const visits = [{ joinedAt: at(`${hour}:00:00`), leftAt: at(`${hour}:30:00`) }]
        await harness.hold(webinarId, [{ ...pat, name: 'Pat Doe', visits, answers: [] }])
      }
      expect((await harness.platform.getAttendance(webinarId)).visits).toHaveLength(2)
    })

    test('of a webinar that was not held has nobody', async () => {
      expect(await harness.platform.getAttendance(webinarId)).toMatchObject({ visits: [], answers: [] })
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
