import fc from 'fast-check'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import type { TaughtSlot } from '#contract/counting/hours/course-hours.ts'
import { courseHoursOf } from '#contract/counting/hours/course-hours.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, beginOf, endOf, hoursOf } from '#contract/events/slots/agendas.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { periodEndOf } from '#contract/events/slots/hour-times.ts'
import { secondOf } from '#contract/events/slots/presence.ts'

/** The same cases in every run, so that no failure is by chance. */
const runs = { numRuns: 3000, seed: 2027 }

const sampled = new Map<unknown, unknown[]>()

/**
 * Returns a check of many cases. All properties share the cases, because making them takes longest. A case that fails is searched again
 * and made smaller.
 */
export function casesOf<Case>(arbitrary: fc.Arbitrary<Case>): (check: (given: Case) => void) => void {
  return (check) => {
    const cases = (sampled.get(arbitrary) as Case[] | undefined) ?? fc.sample(arbitrary, runs)
    sampled.set(arbitrary, cases)
    try {
      cases.forEach(check)
    } catch (problem) {
      fc.assert(fc.property(arbitrary, check), runs)
      throw problem
    }
  }
}

export const arbitraryFigures: fc.Arbitrary<Figures> = fc.record({
  code: fc.constant('hours-2'),
  mode: fc.constantFrom('each', 'each', 'each', 'sum'),
  periodMinutes: fc.constant(60),
  teachingMinutes: fc.constantFrom(50, 50, 60),
  coursesAnHour: fc.constantFrom(undefined, undefined, 1, 2),
  neededMinutes: fc.constantFrom(1, 40, 45, 45, 50),
  neededShare: fc.constantFrom(undefined, undefined, undefined, 0.9),
  forgivenGapSeconds: fc.constantFrom(0, 60, 120, 120),
  forgivenSecondsAnHour: fc.constantFrom(0, 100, 300, 300),
  polls: fc.record({
    per: fc.constantFrom('hour', 'hour', 'hour', 'day', 'none'),
    needed: fc.constantFrom(0, 1, 1, 1, 2, 3),
    lateMinutes: fc.constantFrom(0, 5, 5),
  }),
  phonePolls: fc.constantFrom('needed', 'needed', 'waived'),
  leastHoursADay: fc.constantFrom(0, 1, 1, 2),
  mostHours: fc.constantFrom(4, 8, 8),
  rolesCounted: fc.constant(['attendee', 'panelist']),
  hourMinutes: fc.constantFrom(45, 50),
  roundPer: fc.constantFrom('day', 'slot'),
})

/** A stated hour compared with the planned one. `hole`: it was not taught. `extra`: another hour was taught instead. */
const changes = [
  'planned',
  'planned',
  'planned',
  'hole',
  'short',
  'brief',
  'cut',
  'half',
  'late',
  'extra',
] as const
type Change = (typeof changes)[number]

/** A slot of one to three days. The clocks change on 14 March and 7 November, and a renewal year ends on 31 March. */
export interface SlotPlan {
  time: PlannedTime
  /** The changes of the hours, over and over; none: they are taught as planned. */
  changes: Change[]
}

const clock = (hour: number, minute = 0) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` as PlainTime

const begins = ['2027-02-09', '2027-03-13', '2027-03-30', '2027-03-31', '2027-11-06'] as const

export const arbitrarySlot: fc.Arbitrary<SlotPlan> = fc
  .record({
    startOn: fc.constantFrom(...begins),
    days: fc.constantFrom(1, 2, 2, 3),
    hour: fc.constantFrom(8, 8, 10, 18),
    hours: fc.constantFrom(2, 3, 4),
    pause: fc.constantFrom('', '', 'lunch', 'coffee'),
    changes: fc.oneof(
      fc.constant<Change[]>([]),
      fc.array(fc.constantFrom<Change[]>(...changes), { minLength: 1, maxLength: 6 }),
    ),
  })
  .map(({ startOn, days, hour, hours, pause, changes }) => {
    const lunch = { from: clock(hour + 1), to: clock(hour + 2), name: 'Lunch' }
    const coffee = { from: clock(hour + 1, 30), to: clock(hour + 1, 45), name: 'Coffee' }
    return {
      time: {
        startOn,
        endOn: addDays(startOn, days - 1),
        startTime: clock(hour),
        endTime: clock(hour + hours),
        breaks: pause === 'lunch' ? [lunch] : pause === 'coffee' ? [coffee] : [],
      },
      changes,
    }
  })

/** Returns the hours of slots with the hours of the course that they teach. */
export function courseOf(figures: Figures, plans: readonly SlotPlan[]) {
  const taught = plans.map(({ time, changes }): TaughtSlot => {
    const planned = plannedHours(time, figures)
    const agenda = planned.flatMap((hour, place) => changed(hour, changes[place % changes.length]))
    return { time, planned, agenda }
  })
  return courseHoursOf(taught).map((hours) => hours.map((hour) => ({ ...hour, isCovered: true })))
}

const plans = new Map<string, AgendaHour[]>()
/** Returns the planned hours of a slot. Many cases share them, and time zones make them slow. */
function plannedHours(time: PlannedTime, figures: Figures): AgendaHour[] {
  const key = JSON.stringify([time, figures.teachingMinutes, figures.coursesAnHour])
  const hours = plans.get(key) ?? hoursOf(time, figures)
  plans.set(key, hours)
  return hours
}

function changed(hour: AgendaHour, change: Change | undefined): AgendaHour[] {
  const [begin, end] = [secondOf(beginOf(hour)), secondOf(endOf(hour))]
  const pieces = (...spans: [from: number, to: number][]) =>
    spans.map(([from, to]) => ({ startAt: new Date(from * 1000), endAt: new Date(to * 1000) }))
  switch (change) {
    case 'hole':
      return []
    case 'short':
      return [{ ...hour, pieces: pieces([begin, end - 240]) }]
    case 'brief':
      return [{ ...hour, pieces: pieces([begin, begin + 20 * 60 + 59]), value: 30 }]
    case 'cut':
      return [{ ...hour, pieces: pieces([begin, begin + 600], [begin + 780, end]) }]
    case 'half':
      return [{ ...hour, value: 30 }]
    case 'late':
      // There is time for it if the hour has a pause.
      return [{ ...hour, pieces: pieces([begin + 180, (end - begin) % 1800 > 0 ? end + 180 : end]) }]
    case 'extra':
      return [{ ...hour, hour: hour.hour + 20 }]
    default:
      return [hour]
  }
}

const anchors = ['begin', 'end', 'needed', 'period', 'closing', 'before', 'after', 'first', 'last'] as const

/** An instant, told by an hour and one of its borders. */
export interface Spot {
  hour: number
  anchor: (typeof anchors)[number]
  seconds: number
  ms: number
}

// Close to the borders, so that visits touch, overlap, and leave gaps around the limits.
const borders = [0, 1, -1, 59, 60, 61, 119, 120, 121, 300, 301, 599, 600, 601]

export const arbitrarySpot: fc.Arbitrary<Spot> = fc.record({
  hour: fc.nat({ max: 11 }),
  anchor: fc.constantFrom(...anchors),
  seconds: fc.oneof(fc.constantFrom(...borders), fc.integer({ min: -1800, max: 1800 })),
  ms: fc.constantFrom(0, 0, 0, 400, 999),
})

/** Returns the hour that a spot is about; undefined if nothing was taught. */
export function hourAt<Hour extends AgendaHour>(agenda: readonly Hour[], { hour }: Spot): Hour | undefined {
  return agenda[hour % Math.max(1, agenda.length)]
}

/** Returns the instant of a spot. */
export function instantAt(figures: Figures, agenda: readonly AgendaHour[], spot: Spot): Date {
  const hour = hourAt(agenda, spot)
  if (!hour) return new Date('2027-02-09T13:00Z')
  const day = agendaDays(agenda).find(({ on }) => on === hour.on)
  const [begin, end, period] = [secondOf(beginOf(hour)), secondOf(endOf(hour)), periodEndOf(figures, hour)]
  const second = {
    begin,
    end,
    period,
    needed: end - figures.neededMinutes * 60,
    closing: period + figures.polls.lateMinutes * 60,
    before: begin - 3600,
    after: period + 3600,
    first: secondOf(beginOf(day?.hours[0])),
    last: secondOf(day?.endAt ?? endOf(hour)),
  }[spot.anchor]
  return new Date((second + spot.seconds) * 1000 + spot.ms)
}
