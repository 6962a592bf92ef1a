import fc from 'fast-check'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { AskedMoment } from '#contract/counting/hours/launches.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import type { Spot } from './arbitrary-slots.ts'
import { arbitrarySpot, hourAt, instantAt } from './arbitrary-slots.ts'

const flaws = ['endless', 'headless', 'timeless', 'reversed', 'waiting', 'host'] as const

/** A row of a report about visits. */
interface VisitPlan {
  from: Spot
  to: Spot
  flaw: '' | (typeof flaws)[number]
  role: 'attendee' | 'panelist'
  medium: AttendanceVisit['medium']
}

const habit = {
  flaw: fc.oneof({ weight: 8, arbitrary: fc.constant('' as const) }, fc.constantFrom(...flaws)),
  role: fc.constantFrom('attendee' as const, 'panelist' as const),
  medium: fc.constantFrom('online' as const, 'online' as const, 'phone' as const, 'in-person' as const),
}
const fewSeconds = fc.constantFrom(0, 0, 0, 1, -1, 120, 300, 301, -600)

/** There for a whole day, or nearly. */
const wholeDay: fc.Arbitrary<VisitPlan[]> = fc
  .record({ ...habit, hour: fc.nat({ max: 11 }), late: fewSeconds, early: fewSeconds })
  .map(({ hour, late, early, ...rest }) => [
    {
      ...rest,
      from: { hour, anchor: 'first', seconds: late, ms: 0 },
      to: { hour, anchor: 'last', seconds: -early, ms: 0 },
    },
  ])

const stay: fc.Arbitrary<VisitPlan[]> = fc
  .record({ ...habit, from: arbitrarySpot, to: arbitrarySpot })
  .map((plan) => [plan])

/** There for a moment, or for the minutes that an hour needs. */
const glimpse: fc.Arbitrary<VisitPlan[]> = fc
  .record({ ...habit, from: arbitrarySpot, seconds: fc.constantFrom(0, 1, 60, 2699, 2700) })
  .map(({ seconds, ...plan }) => [{ ...plan, to: { ...plan.from, seconds: plan.from.seconds + seconds } }])

/** A bad connection: one visit after the other, with gaps around the limits. */
const flapping: fc.Arbitrary<VisitPlan[]> = fc
  .record({
    ...habit,
    from: arbitrarySpot,
    pairs: fc.array(
      fc.tuple(fc.constantFrom(1, 30, 300, 900), fc.constantFrom(1, 60, 61, 119, 120, 121, 200, 240)),
      { minLength: 2, maxLength: 8 },
    ),
  })
  .map(({ from, pairs, ...rest }) => {
    let { seconds } = from
    return pairs.map(([there, away]) => {
      const begun = seconds
      seconds += there + away
      return { ...rest, from: { ...from, seconds: begun }, to: { ...from, seconds: begun + there } }
    })
  })

/** A question that was put to everybody, with what is known of its answers. */
interface AskedPlan {
  question: string
  spot: Spot
  facts: Pick<AskedMoment, 'answered' | 'present' | 'counts'>
}

const unknownFacts = fc.constant({})
const knownFacts = fc.record({
  answered: fc.constantFrom(0, 1, 2, 3),
  present: fc.constantFrom(1, 2, 3, 20, 21),
})
const facts: fc.Arbitrary<AskedPlan['facts']> = fc.oneof(
  unknownFacts,
  unknownFacts,
  knownFacts,
  fc.record({ counts: fc.boolean() }),
)
const askedOnce: fc.Arbitrary<AskedPlan> = fc.record({
  question: fc.constantFrom('a', 'b', 'c'),
  spot: arbitrarySpot,
  facts,
})

/** The polls of a person's slot, and how the person answered them. */
interface PollPlan {
  /** One poll in each hour, with one text or with a text of its own; `none`: only those in `asked`. */
  everyHour: 'same' | 'distinct' | 'none'
  facts: AskedPlan['facts'][]
  asked: AskedPlan[]
  /** The seconds after which each poll is answered, over and over; null: it is not. */
  answered: (number | null)[]
  answers: AskedPlan[]
  /** The days whose polls have no times, over and over; `odd`: but for every second poll. */
  untimed: (boolean | 'odd')[]
}

export const arbitraryPolls: fc.Arbitrary<PollPlan> = fc.record({
  everyHour: fc.constantFrom('distinct', 'distinct', 'same', 'none'),
  facts: fc.array(facts, { minLength: 1, maxLength: 3 }),
  asked: fc.array(askedOnce, { maxLength: 3 }),
  answered: fc.array(fc.constantFrom(0, 5, 5, 5, null, null, null, 600, 601, 2105, 2400), {
    minLength: 1,
    maxLength: 6,
  }),
  answers: fc.array(askedOnce, { maxLength: 3 }),
  untimed: fc.constantFrom<PollPlan['untimed'][]>(
    [false],
    [false],
    [false],
    [true],
    [true, false],
    ['odd', false],
  ),
})

/** The rows of a person at a slot, and the questions that were put there. */
export interface RowsPlan {
  visits: VisitPlan[]
  polls: PollPlan
}

export const arbitraryVisits = fc
  .array(fc.oneof(wholeDay, wholeDay, wholeDay, stay, stay, glimpse, flapping), { maxLength: 3 })
  .map((lists) => lists.flat())

export const arbitraryRows: fc.Arbitrary<RowsPlan> = fc.record({
  visits: arbitraryVisits,
  polls: arbitraryPolls,
})

/** Returns the visits of a plan. */
export function visitsOf(
  figures: Figures,
  agenda: readonly AgendaHour[],
  { visits }: Pick<RowsPlan, 'visits'>,
): AttendanceVisit[] {
  return visits.map(({ from, to, flaw, role, medium }) => {
    const [first, last] = [from, to]
      .map((spot) => instantAt(figures, agenda, spot))
      .sort((a, b) => a.getTime() - b.getTime()) as [Date, Date]
    return {
      joinedAt: flaw === 'headless' || flaw === 'timeless' ? null : flaw === 'reversed' ? last : first,
      leftAt: flaw === 'endless' || flaw === 'timeless' ? null : flaw === 'reversed' ? first : last,
      role: flaw === 'host' ? 'host' : role,
      medium,
      isWaiting: flaw === 'waiting',
    }
  })
}

/** Returns the questions that were put at a slot, and the answers of a person. */
export function pollsOf(
  figures: Figures,
  agenda: readonly AgendaHour[],
  { polls }: Pick<RowsPlan, 'polls'>,
): { asked: AskedMoment[]; answers: PollMoment[] } {
  const { everyHour, facts, asked, answered, answers, untimed } = polls
  const days = [...new Set(agenda.map(({ on }) => on))]
  const placed = (plan: Omit<AskedPlan, 'facts'>, place: number): PollMoment => {
    const on = hourAt(agenda, plan.spot)?.on ?? '2027-02-09'
    const isUntimed = untimed[days.indexOf(on) % untimed.length]
    return isUntimed === true || (isUntimed === 'odd' && place % 2 === 1)
      ? { question: plan.question, at: null, on, session: 's1', nth: place }
      : { question: plan.question, at: instantAt(figures, agenda, plan.spot), on }
  }
  const regular =
    everyHour === 'none'
      ? []
      : agenda.map(
          (_, hour): AskedPlan => ({
            question: everyHour === 'same' ? 'Still with us?' : `Question ${hour + 1}`,
            spot: { hour, anchor: 'begin', seconds: 900, ms: 0 },
            facts: facts[hour % facts.length] ?? {},
          }),
        )
  const all = [...regular, ...asked]
  return {
    asked: all.map((plan, place) => ({ ...placed(plan, place), ...plan.facts })),
    answers: [
      ...all.flatMap((plan, place) => {
        const delay = answered[place % answered.length]
        const spot = { ...plan.spot, seconds: plan.spot.seconds + (delay ?? 0) }
        return delay === null ? [] : [placed({ ...plan, spot }, place)]
      }),
      ...answers.map(placed),
    ],
  }
}
