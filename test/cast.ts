import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'

/** Both days of the cast's slot; in the past, so that it can be credited. Each has four hours from 8:00 to 12:00 Eastern, with 50 taught minutes of each 60. */
export const castDays = ['2026-02-10', '2026-02-11'] as const
export type CastDay = (typeof castDays)[number]

/** On day 1 the webinar restarts at 9:20. Everyone is away from 9:18 to 9:24, so hour 2 has 44 minutes and needs 45. */
const restart = { from: '09:18', to: '09:24' } as const

/** Hour 2 as it was taught: it went on until 9:56. Its pieces replace the planned 9:00–9:50. */
export const restartedHour = {
  on: castDays[0],
  pieces: [
    [at(castDays[0], '09:00').toISOString(), at(castDays[0], restart.from).toISOString()],
    [at(castDays[0], restart.to).toISOString(), at(castDays[0], '09:56').toISOString()],
  ],
} as const

/** The hours that a person gets. They are written down here by hand, from the design; nothing calculates them. */
interface Expected {
  /** The hours by the rows that match by themselves, with the planned agenda. */
  planned: number
  /** The same, with hour 2 as it was taught. */
  taught: number
  /** As taught, once the waiting rows are given to their person, and unusable times are stated. */
  decided: number
}

/** The reason why rows wait for a person's decision. */
type CastWait = 'no-email' | 'unknown-email' | 'contradiction' | 'host' | 'unusable-times'

interface Habit {
  people: number
  expected: Expected
  waits?: CastWait
  does(given: Doing): void
}

/** Hours of somebody who loses only hour 2, and of somebody who loses so many hours more. */
const losing = (hours: number): Expected => ({ planned: 7 - hours, taught: 8 - hours, decided: 8 - hours })
const waiting = (planned: number, taught: number, decided: number): Expected => ({ planned, taught, decided })

/** All habits, with how many people have each: 60 in all. The rule is `hours-1`: 45 of 50 minutes, and one poll an hour. */
export const habits = {
  'there all the time': { people: 17, expected: losing(0), does: ({ there }) => there() },
  '4 minutes late': { people: 4, expected: losing(0), does: ({ there }) => there({ from: '08:04' }) },
  '10 minutes late on one day': {
    people: 4,
    expected: losing(1),
    does: ({ there, oneOf }) => there({ from: '08:10', only: oneOf(castDays) }),
  },
  'away for 20 minutes': {
    people: 4,
    expected: losing(1),
    does({ there, oneOf }) {
      const [from, to] = oneOf([
        ['10:10', '10:30'],
        ['11:15', '11:35'],
      ] as const)
      there({ gaps: [[from, to]], only: oneOf(castDays) })
    },
  },
  'two devices': {
    people: 4,
    expected: losing(0),
    does({ there, seen }) {
      there({ to: '10:20' })
      for (const on of castDays) {
        seen({ on, from: '10:05', to: '11:30' })
        seen({ on, from: '10:40', to: '12:01' })
      }
    },
  },
  'made a panelist on day 1': {
    people: 2,
    expected: losing(0),
    does({ there }) {
      there({ panelistFrom: at(castDays[0], restart.to) })
    },
  },
  // Zoom hides the end of the number, so both have the same. A phone answers no poll, so a decision alone gives no hour.
  'by phone': {
    people: 2,
    expected: waiting(0, 0, 0),
    waits: 'no-email',
    does: ({ there }) => there({ as: { name: '1803555****', email: null, medium: 'phone' }, misses: 'all' }),
  },
  'without an email': {
    people: 2,
    expected: waiting(0, 0, 8),
    waits: 'no-email',
    does: ({ there }) => there({ as: { email: null } }),
  },
  'with another email': {
    people: 2,
    expected: waiting(0, 0, 8),
    waits: 'unknown-email',
    does: ({ there, person }) =>
      there({ as: { email: person.email.replace('@example.com', '@home.example.org') } }),
  },
  'with a link that the next one uses, too': {
    people: 1,
    expected: losing(0),
    does: ({ there }) => there(),
  },
  // Day 2 has the id of one registered person and the email of another. The polls know only the email.
  'by the link of the one before, on day 2': {
    people: 1,
    expected: waiting(3, 4, 8),
    waits: 'contradiction',
    does({ there, before }) {
      there({ days: [castDays[0]] })
      there({ days: [castDays[1]], linkOf: before })
    },
  },
  // The second name is on a row with the same id and email: names never match.
  'with a second name': {
    people: 1,
    expected: losing(0),
    does({ there, seen, person }) {
      there()
      for (const on of castDays) {
        seen({ on, from: '10:00', to: '11:30', as: { name: `Chris ${person.lastName}` } })
      }
    },
  },
  // Only the new report of day 2 knows the waiting room. With the time in it, hour 1 of day 2 would be whole.
  'in the waiting room until 8:12 on day 2': {
    people: 2,
    expected: losing(1),
    does({ there, seen }) {
      there({ from: '08:12', only: castDays[1] })
      seen({ on: castDays[1], from: '07:50', to: '08:12', as: { status: 'waiting' } })
    },
  },
  'on day 1 only': {
    people: 3,
    expected: waiting(3, 4, 4),
    does: ({ there }) => there({ days: [castDays[0]] }),
  },
  'never came': { people: 3, expected: waiting(0, 0, 0), does: () => undefined },
  'without one poll': {
    people: 2,
    expected: losing(1),
    does: ({ there, oneOf }) => there({ misses: oneOf([0, 2, 3, 4, 5, 6, 7]) }),
  },
  'never left on day 2': {
    people: 1,
    expected: waiting(3, 4, 8),
    waits: 'unusable-times',
    does({ there, seen, answers }) {
      there({ days: [castDays[0]] })
      seen({ on: castDays[1], from: '07:58', to: null })
      answers(castDays[1])
    },
  },
  'the host': {
    people: 1,
    expected: waiting(0, 0, 8),
    waits: 'host',
    does: ({ there }) => there({ as: { role: 'host' } }),
  },
  // Gaps up to 120 seconds are forgiven, and 300 seconds of them in an hour: 4 × 60 seconds cost nothing.
  'often away for a minute': {
    people: 1,
    expected: losing(0),
    does: ({ there }) => there({ gaps: gapsFrom('10:15', 4, 60), only: castDays[1] }),
  },
  // 5 × 120 seconds: 300 are forgiven, and 45 minutes are left.
  'away for two minutes five times': {
    people: 1,
    expected: losing(0),
    does: ({ there }) => there({ gaps: gapsFrom('10:15', 5, 120), only: castDays[1] }),
  },
  // 6 × 120 seconds: 43 minutes are left.
  'away for two minutes six times': {
    people: 1,
    expected: losing(1),
    does: ({ there }) => there({ gaps: gapsFrom('10:15', 6, 120), only: castDays[1] }),
  },
  'registered for the other slot': { people: 1, expected: losing(0), does: ({ there }) => there() },
} as const satisfies Record<string, Habit>
type HabitName = keyof typeof habits

/** A person of the cast. All but one are registered for the slot; that one is registered for the event's other slot. */
export interface CastPerson {
  firstName: string
  lastName: string
  email: string
  /** The id that the webinar platform gave. */
  registrantId: string
  habit: HabitName
  isOtherSlot: boolean
  expected: Expected
  waits: CastWait | null
  visits: CastVisit[]
  answers: CastAnswer[]
}

/** A row of an attendee report: whom it names, which is not always whose it is. */
export interface CastVisit {
  on: CastDay
  name: string
  email: string | null
  /** In the formats that have ids. */
  registrantId: string | null
  role: 'attendee' | 'panelist' | 'host'
  medium: 'online' | 'phone'
  status: 'present' | 'waiting'
  joinedAt: Date
  leftAt: Date | null
}

/** One answer of a poll report, which has no ids. */
interface CastAnswer {
  on: CastDay
  name: string
  email: string | null
  question: string
  answer: string
  answeredAt: Date
}

interface Options {
  seed?: number
  /** The beginning of each email, up to the number of the person. */
  prefix?: string
  /** The ids that a webinar platform has given, in the order of the people. */
  registrantIds?: readonly string[]
}

/** Returns the 60 people. The same seed gives the same cast. Seeds vary days, hours and seconds, but no hours of credit. */
export function castOf({ seed = 1, prefix = 'cast', registrantIds = [] }: Options = {}): CastPerson[] {
  const random = randomOf(seed)
  const cast: CastPerson[] = []
  for (const [habit, given] of Object.entries<Habit>(habits)) {
    for (let count = 0; count < given.people; count++) {
      const place = cast.length
      const number = String(place + 1).padStart(2, '0')
      const person: CastPerson = {
        firstName: firstNames[place % firstNames.length] ?? '',
        lastName: lastNames[Math.floor(place / firstNames.length)] ?? '',
        email: `${prefix}-${number}@example.com`,
        registrantId: registrantIds[place] ?? `reg-${number}`,
        habit: habit as HabitName,
        isOtherSlot: habit === 'registered for the other slot',
        expected: { ...given.expected },
        waits: given.waits ?? null,
        visits: [],
        answers: [],
      }
      given.does(doingOf(person, cast.at(-1) ?? person, random))
      cast.push(person)
    }
  }
  return cast
}

/**
 * Returns the cast as a corrected report of day 2 has it. Of the people who were there all the time, the first one left at 10:30, which
 * costs two hours, and the second one came at 8:20, which costs one.
 */
export function correctedCast(cast: readonly CastPerson[]): CastPerson[] {
  const corrected = structuredClone([...cast])
  const [first, second] = corrected.filter(({ habit }) => habit === 'there all the time')
  if (!first || !second) return corrected
  for (const visit of first.visits.filter(({ on }) => on === castDays[1])) {
    visit.leftAt = at(castDays[1], '10:30')
  }
  for (const visit of second.visits.filter(({ on }) => on === castDays[1])) {
    visit.joinedAt = at(castDays[1], '08:20')
  }
  first.expected = losing(2)
  second.expected = losing(1)
  return corrected
}

type As = Partial<Pick<CastVisit, 'name' | 'email' | 'registrantId' | 'role' | 'medium' | 'status'>>
type Gap = readonly [from: PlainTime, to: PlainTime]

interface There {
  days?: readonly CastDay[]
  /** The day on which `from` and `gaps` apply; both if it is missing. */
  only?: CastDay
  from?: PlainTime
  to?: PlainTime
  gaps?: readonly Gap[]
  as?: As
  panelistFrom?: Date
  /** The person whose link was used. */
  linkOf?: CastPerson
  /** The place of the question that was not answered. */
  misses?: number | 'all'
}

/** The things that a habit can do. */
interface Doing {
  person: CastPerson
  /** The person before in the cast. */
  before: CastPerson
  oneOf<Choice>(choices: readonly Choice[]): Choice
  /** Is there on both days, but for the restart, and answers polls. */
  there(given?: There): void
  /** Adds one row. */
  seen(given: { on: CastDay; from: PlainTime; to: PlainTime | null; as?: As }): void
  /** Answers all polls of a day. */
  answers(on: CastDay, as?: As): void
}

function doingOf(person: CastPerson, before: CastPerson, random: () => number): Doing {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const name = `${person.firstName} ${person.lastName}`
  const { email, registrantId } = person
  const add = (on: CastDay, joinedAt: Date, leftAt: Date | null, as: As = {}) => {
    const base = { on, name, email, registrantId: as.email === undefined ? registrantId : null }
    person.visits.push({
      ...base,
      role: 'attendee',
      medium: 'online',
      status: 'present',
      joinedAt,
      leftAt,
      ...as,
    })
  }
  const answer = (on: CastDay, as: As = {}, misses?: There['misses']) => {
    for (const hour of [8, 9, 10, 11]) {
      const place = castDays.indexOf(on) * 4 + hour - 8
      if (misses === 'all' || misses === place) continue
      const answeredAt = later(at(on, `${String(hour).padStart(2, '0')}:40` as PlainTime), upTo(90))
      const who = { name: as.name ?? name, email: as.email === undefined ? email : as.email }
      person.answers.push({ on, ...who, question: `Question ${place + 1}?`, answer: 'Yes', answeredAt })
    }
  }
  return {
    person,
    before,
    oneOf: (choices) => choices[upTo(choices.length - 1)] as (typeof choices)[number],
    there({ days = castDays, only, from, to, gaps = [], as, panelistFrom, linkOf, misses } = {}) {
      for (const on of days) {
        const isHere = only === undefined || only === on
        const come = isHere && from ? at(on, from) : later(at(on, '07:50'), upTo(590))
        const go = to ? at(on, to) : later(at(on, '12:00'), upTo(300))
        const away = (isHere ? gaps : []).map(([start, end]) => [at(on, start), at(on, end)] as const)
        if (on === castDays[0]) {
          const [left, back] = [later(at(on, restart.from), -upTo(20)), later(at(on, restart.to), upTo(20))]
          away.push([left, back])
        }
        const edges = [come, ...away.sort((a, b) => a[0].getTime() - b[0].getTime()).flat(), go]
        for (let place = 0; place < edges.length; place += 2) {
          const [joinedAt, leftAt] = [edges[place] as Date, edges[place + 1] as Date]
          const promoted = panelistFrom && joinedAt >= panelistFrom && on === castDays[0]
          add(on, joinedAt, leftAt, {
            ...as,
            ...(promoted && { role: 'panelist' as const }),
            ...(linkOf && { registrantId: linkOf.registrantId }),
          })
        }
        answer(on, as, misses)
      }
    },
    seen({ on, from, to, as }) {
      // Everybody else loses the connection at the restart; these rows are all after it or on day 2.
      add(on, at(on, from), to && at(on, to), as)
    },
    answers: answer,
  }
}

const firstNames = ['Pat', 'Kim', 'Jo', 'Robin', 'Lee', 'Sam', 'Alex', 'Jill', 'Omar', 'Dana']
const lastNames = ['Doe', 'Roe', 'Example', 'Tester', 'Sample', 'Person']

function gapsFrom(start: PlainTime, count: number, seconds: number): Gap[] {
  const [hour, minute] = start.split(':').map(Number) as [number, number]
  const clock = (minutes: number) => `${hour}:${String(minute + minutes).padStart(2, '0')}` as PlainTime
  return Array.from({ length: count }, (_, place) => {
    const from = place * 5
    return [clock(from), clock(from + seconds / 60)] as const
  })
}

function at(on: PlainDate, time: PlainTime): Date {
  return easternInstant(on, time)
}

function later(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

/** The generator mulberry32: small, and the same on each machine. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
