import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttendanceVisit, PollMoment } from '#contract/attendances/readings.ts'
import { type AgendaHour, hoursOf } from '#contract/slots/agendas.ts'
import { countHours } from './count-hours.ts'
import type { Figures } from './figures.ts'
import type { Evidence } from './findings.ts'

// The same cases in every run, so that no failure is by chance.
const runs = { numRuns: 3000, seed: 2027 }
const days = ['2027-03-31', '2027-04-01'] as const
const slot = { startOn: days[0], endOn: days[1], startTime: '08:00', endTime: '11:00' } as const

const figures: fc.Arbitrary<Figures> = fc.record({
  code: fc.constant('hours-1'),
  mode: fc.constantFrom('each', 'each', 'sum'),
  periodMinutes: fc.constant(60),
  teachingMinutes: fc.constantFrom(50, 60),
  neededMinutes: fc.constantFrom(1, 40, 45, 50),
  forgivenGapSeconds: fc.constantFrom(0, 60, 120),
  forgivenSecondsAnHour: fc.constantFrom(0, 100, 300),
  polls: fc.record({
    per: fc.constantFrom('hour', 'hour', 'day', 'none'),
    needed: fc.integer({ min: 0, max: 3 }),
    lateMinutes: fc.constant(5),
  }),
  phonePolls: fc.constantFrom('needed', 'waived'),
  leastHoursADay: fc.integer({ min: 0, max: 2 }),
  mostHours: fc.constantFrom(4, 8),
  rolesCounted: fc.constant(['attendee', 'panelist']),
  hourMinutes: fc.constantFrom(45, 50),
  roundPer: fc.constantFrom('day', 'slot'),
})

/** The planned hours, some with an interruption or with less credit. */
const agenda: fc.Arbitrary<AgendaHour[]> = fc
  .array(fc.record({ gap: fc.constantFrom(0, 0, 3), value: fc.constantFrom(60, 60, 30) }), {
    minLength: 6,
    maxLength: 6,
  })
  .map((changes) =>
    hoursOf({ ...slot, breaks: [] }, { code: 'hours-1', periodMinutes: 60, teachingMinutes: 50 }).map(
      (hour, index) => {
        const { gap = 0, value = 60 } = changes[index] ?? {}
        const begin = hour.pieces[0]?.startAt.getTime() ?? 0
        const minute = (minutes: number) => new Date(begin + minutes * 60_000)
        const pieces = [
          { startAt: minute(0), endAt: minute(20) },
          { startAt: minute(20 + gap), endAt: minute(50 + gap) },
        ]
        return { ...hour, value, pieces: gap ? pieces : hour.pieces }
      },
    ),
  )

// Instants lie close to whole five minutes, so that visits touch, overlap and leave gaps around the limits.
const instant = fc
  .tuple(
    fc.constantFrom(...days),
    fc.integer({ min: -2, max: 38 }),
    fc.oneof(fc.constantFrom(0, 1, -1, 60, 119, 120, 121), fc.integer({ min: 0, max: 299 })),
    fc.constantFrom(0, 0, 400, 999),
  )
  .map(
    ([on, fives, seconds, ms]) =>
      new Date(Date.parse(`${on}T08:00-04:00`) + fives * 300_000 + seconds * 1000 + ms),
  )

const visit: fc.Arbitrary<AttendanceVisit> = fc
  .record({
    between: fc.tuple(instant, instant),
    flaw: fc.constantFrom('', '', '', '', '', '', 'endless', 'reversed', 'waiting', 'host'),
    role: fc.constantFrom('attendee', 'panelist'),
    medium: fc.constantFrom('online', 'online', 'phone', 'in-person'),
  })
  .map(({ between, flaw, role, medium }) => {
    const [first, last] = between.toSorted((a, b) => a.getTime() - b.getTime()) as [Date, Date]
    return {
      joinedAt: flaw === 'reversed' ? last : first,
      leftAt: flaw === 'endless' ? null : flaw === 'reversed' ? first : last,
      role: flaw === 'host' ? 'host' : role,
      medium,
      isWaiting: flaw === 'waiting',
    }
  })

/** Visits of a bad connection: one after the other, with gaps around the limits. */
const flapping: fc.Arbitrary<AttendanceVisit[]> = fc
  .tuple(
    visit,
    fc.array(fc.tuple(fc.constantFrom(1, 30, 300), fc.constantFrom(1, 60, 61, 119, 120, 121, 200, 240))),
  )
  .map(([first, pairs]) => {
    let at = first.joinedAt?.getTime() ?? 0
    return pairs.map(([stay, gap]) => {
      const [joinedAt, leftAt] = [new Date(at), new Date(at + stay * 1000)]
      at = leftAt.getTime() + gap * 1000
      return { ...first, joinedAt, leftAt }
    })
  })
const glimpse = visit.map((each) => ({
  ...each,
  leftAt: each.joinedAt && new Date(each.joinedAt.getTime() + 1000),
}))
const visits = fc.oneof(fc.array(fc.oneof(visit, glimpse), { maxLength: 8 }), flapping)

/** Questions that were asked and answered with times, without, or with times for one day only. */
const polls = fc
  .tuple(
    fc.array(fc.record({ question: fc.constantFrom('a', 'b', 'c', 'd'), at: instant }), { maxLength: 12 }),
    fc.constantFrom<readonly string[]>([], [], [days[0]], days),
  )
  .map(([moments, untimed]): PollMoment[] =>
    moments.map(({ question, at }) => {
      const on = at.getTime() < Date.parse(`${days[1]}T00:00-04:00`) ? days[0] : days[1]
      return { question, at: untimed.includes(on) ? null : at, on }
    }),
  )

const evidenceOf = (moments: fc.Arbitrary<PollMoment[]>): fc.Arbitrary<Evidence> =>
  fc.record({ visits, answers: moments, asked: moments, isSettled: fc.boolean() })

/** Poll codes that were shown, or entered. Some have the label of a question, and some were withdrawn after somebody entered them. */
const codes = fc
  .array(fc.record({ question: fc.constantFrom('a', 'b', 'y', 'z'), at: instant }), { maxLength: 6 })
  .map((moments): PollMoment[] => moments.map((moment) => ({ ...moment, on: null, source: 'code' })))
const noCodes = evidenceOf(polls)
const evidence = evidenceOf(fc.tuple(polls, fc.oneof(fc.constant([]), codes)).map((parts) => parts.flat()))

test('more evidence of a person never lowers their hours', () => {
  const more = fc.record({ visits, answers: polls })
  fc.assert(
    fc.property(figures, agenda, evidence, more, (figures, agenda, before, more) => {
      const after = {
        ...before,
        visits: [...before.visits, ...more.visits],
        answers: [...before.answers, ...more.answers],
      }
      const [first, second] = [before, after].map((given) => countHours(figures, agenda, given))
      expect(second?.hours).toBeGreaterThanOrEqual(first?.hours ?? 9)
      expect(second?.minutes).toBeGreaterThanOrEqual(first?.minutes ?? 999)
    }),
    runs,
  )
})

test('a code never lowers the hours of a day with polls of the webinar', () => {
  // A question of the webinar on each day, at a time of its own or without one.
  const everyDay = fc.tuple(noCodes, fc.boolean(), codes, codes).map(([given, isTimed, shown, entered]) => {
    const asked = [
      ...given.asked,
      ...days.map((on) => ({ question: 'e', at: isTimed ? new Date(`${on}T08:30-04:00`) : null, on })),
    ]
    const before = { ...given, asked }
    return [
      before,
      { ...before, asked: [...asked, ...shown], answers: [...given.answers, ...entered] },
    ] as const
  })
  fc.assert(
    fc.property(figures, agenda, everyDay, (figures, agenda, [before, after]) => {
      const [without, with_] = [before, after].map((given) => countHours(figures, agenda, given))
      expect(with_?.hours).toBeGreaterThanOrEqual(without?.hours ?? 9)
    }),
    runs,
  )
})

test('a later question of the webinar takes nothing from somebody who has all hours by codes', () => {
  const onlyCodes = fc.record({ visits, answers: codes, asked: codes, isSettled: fc.constant(false) })
  fc.assert(
    fc.property(figures, agenda, onlyCodes, polls, (figures, agenda, before, later) => {
      const all = countHours(figures, agenda, before)
      if (all.reason !== 'full') return
      const timed = later.filter(({ at }) => at)
      expect(countHours(figures, agenda, { ...before, asked: [...before.asked, ...timed] }).reason).toBe(
        'full',
      )
    }),
    runs,
  )
})

test('the order and doubles of evidence never matter', () => {
  const shuffled = <Item>(items: readonly Item[]) =>
    fc.shuffledSubarray([...items, ...items], { minLength: items.length * 2 })
  const twice = evidence.chain((given) =>
    fc.tuple(
      fc.constant(given),
      fc.record({
        visits: shuffled(given.visits),
        answers: shuffled(given.answers),
        asked: shuffled(given.asked),
        isSettled: fc.constant(given.isSettled),
      }),
    ),
  )
  fc.assert(
    fc.property(figures, agenda, twice, (figures, agenda, [once, twice]) => {
      const [first, second] = [once, twice].map((given) => ({
        ...countHours(figures, agenda, given),
        // The places of the visits do depend on their order.
        setAside: undefined,
      }))
      expect(second).toEqual(first)
    }),
    runs,
  )
})

test('an unsettled report never gives more than the same report settled', () => {
  fc.assert(
    fc.property(figures, agenda, evidence, (figures, agenda, given) => {
      const [settled, unsettled] = [true, false].map((isSettled) =>
        countHours(figures, agenda, { ...given, isSettled }),
      )
      expect(unsettled?.hours).toBeLessThanOrEqual(settled?.hours ?? -1)
      // Before it is settled, only all hours are credited: they are all hours afterwards, too.
      if (unsettled?.reason === 'full') expect(settled?.reason).toBe('full')
    }),
    runs,
  )
})

test('a visit that is split in two changes nothing', () => {
  const split = fc.tuple(evidence, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }))
  fc.assert(
    fc.property(figures, agenda, split, (figures, agenda, [given, place, share]) => {
      const usable = given.visits.filter(({ joinedAt, leftAt }) => joinedAt && leftAt && joinedAt < leftAt)
      const chosen = usable[place % Math.max(1, usable.length)]
      if (!chosen?.joinedAt || !chosen.leftAt) return
      const [from, to] = [chosen.joinedAt.getTime(), chosen.leftAt.getTime()]
      const middle = new Date(from + Math.floor((to - from) * share))
      const parts = [
        { ...chosen, leftAt: middle },
        { ...chosen, joinedAt: middle },
      ]
      const after = { ...given, visits: [...given.visits.filter((each) => each !== chosen), ...parts] }
      const [first, second] = [given, after].map((each) => ({
        ...countHours(figures, agenda, each),
        // A part of less than a second is set aside.
        setAside: undefined,
      }))
      expect(second).toEqual(first)
    }),
    runs,
  )
})

test('the hours of all renewal years are the hours', () => {
  fc.assert(
    fc.property(figures, agenda, evidence, (figures, agenda, given) => {
      const { hours, hoursBySeason, possibleHours } = countHours(figures, agenda, given)
      const split = Object.values(hoursBySeason)
      expect(split.reduce((sum, each) => sum + each, 0)).toBe(hours)
      expect(Math.min(...split)).toBeGreaterThanOrEqual(0)
      if (figures.mode === 'each') expect(hours).toBeLessThanOrEqual(possibleHours)
    }),
    runs,
  )
})
