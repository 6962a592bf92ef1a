import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import { countHours } from './count-hours.ts'

// A slot across the end of a renewal year.
const days = ['2027-03-31', '2027-04-01'] as const
const slot = { startOn: days[0], endOn: days[1], startTime: '08:00', endTime: '11:00', breaks: [] } as const

/** Returns a source of numbers below a limit, the same in every run. Source: the generator of "Numerical Recipes", 1992. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const next = numbers(2027)
const oneOf = <Item>(...items: Item[]) => items[next(items.length)] as Item
const several = <Item>(most: number, make: () => Item) => Array.from({ length: next(most + 1) }, make)

function madeUpFigures(): Figures {
  return {
    code: 'hours-1',
    mode: oneOf('each', 'each', 'sum'),
    periodMinutes: 60,
    teachingMinutes: oneOf(50, 60),
    neededMinutes: oneOf(1, 40, 45, 50),
    neededShare: oneOf(undefined, undefined, 0.9),
    forgivenGapSeconds: oneOf(0, 60, 120),
    forgivenSecondsAnHour: oneOf(0, 100, 300),
    polls: { per: oneOf('hour', 'hour', 'day', 'none'), needed: next(4), lateMinutes: 5 },
    phonePolls: oneOf('needed', 'waived'),
    leastHoursADay: next(3),
    mostHours: oneOf(4, 8),
    rolesCounted: ['attendee', 'panelist'],
    hourMinutes: oneOf(45, 50),
    roundPer: oneOf('day', 'slot'),
  }
}

/** The planned hours, some with an interruption or with less credit. */
function madeUpAgenda() {
  const planned = hoursOf(slot, { code: 'hours-1', periodMinutes: 60, teachingMinutes: 50 })
  return planned.map((hour) => {
    const gap = oneOf(0, 0, 3)
    const minute = (minutes: number) => new Date(Number(hour.pieces[0]?.startAt) + minutes * 60_000)
    const pieces = [
      { startAt: minute(0), endAt: minute(20) },
      { startAt: minute(20 + gap), endAt: minute(50 + gap) },
    ]
    return { ...hour, value: oneOf(60, 60, 30), pieces: gap ? pieces : hour.pieces }
  })
}

/** Instants near whole five minutes, so that visits touch, overlap and leave gaps around the limits. */
function instant(): Date {
  const seconds = oneOf(0, 1, -1, 60, 119, 120, 121, next(300))
  return new Date(Date.parse(`${oneOf(...days)}T08:00-04:00`) + (next(41) - 2) * 300_000 + seconds * 1000)
}

function visit(): AttendanceVisit {
  const [first, last] = [instant(), instant()].sort((a, b) => Number(a) - Number(b)) as [Date, Date]
  const flaw = oneOf('', '', '', '', '', '', 'endless', 'reversed', 'waiting', 'host')
  return {
    joinedAt: flaw === 'reversed' ? last : first,
    leftAt: flaw === 'endless' ? null : flaw === 'reversed' ? first : last,
    role: flaw === 'host' ? 'host' : oneOf('attendee', 'panelist'),
    medium: oneOf('online', 'online', 'phone', 'in-person'),
    isWaiting: flaw === 'waiting',
  }
}

/** Questions with times, without, with times on one day only, and poll codes. */
function moments(untimed: readonly string[]): PollMoment[] {
  const asked = several(12, (): PollMoment => {
    const at = instant()
    const on = at.getTime() < Date.parse(`${days[1]}T00:00-04:00`) ? days[0] : days[1]
    return { question: oneOf('a', 'b', 'c', 'd'), at: untimed.includes(on) ? null : at, on }
  })
  const codes = several(6, (): PollMoment => {
    return { question: oneOf('a', 'b', 'y', 'z'), at: instant(), on: null, source: 'code' }
  })
  return next(2) === 0 ? asked : [...asked, ...codes]
}

// Findings of this rule are counted again while they are kept, and must give the same result.
test('2,000 people have the hours that they had when the rule was replaced', () => {
  const hash = createHash('sha256')
  for (let person = 0; person < 2000; person++) {
    const untimed = oneOf<readonly string[]>([], [], [days[0]], days)
    const { agenda, ...found } = countHours(madeUpFigures(), madeUpAgenda(), {
      visits: several(8, visit),
      answers: moments(oneOf(untimed, untimed, days)),
      asked: moments(untimed),
      isSettled: oneOf(true, false),
    })
    const ofHours = agenda.map(
      ({ on, startAt, code, taughtMinutes, neededMinutes, minutes, away, polls }) => ({
        on,
        startAt,
        code,
        taughtMinutes,
        neededMinutes,
        minutes,
        away,
        polls,
      }),
    )
    hash.update(JSON.stringify([found, ofHours]))
  }
  expect(hash.digest('hex')).toBe('71dc08828c8083bbef6a1883118005048cd5aad38a5ac38ab13207372fa38a8d')
})
