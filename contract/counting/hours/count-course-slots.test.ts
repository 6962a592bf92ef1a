import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import type { Rows } from '#test/counted-slots.ts'
import {
  courseOf,
  evidenceAt,
  inPerson,
  poll,
  slotTime,
  stated,
  unpolled,
  untimed,
  virtual,
  visit,
} from '#test/counted-slots.ts'
import { countCourse } from './count-course.ts'
import { byCourseHour } from './course-hours.ts'
import type { Finding } from './findings.ts'

interface Slot {
  time: ReturnType<typeof slotTime>
  agenda?: AgendaHour[]
  rows?: Rows
}
type Slots = Record<string, Slot>

/** Counts a person in an event's slots, named by letters. The person is registered for the first one. */
function count(figures: Figures, slots: Slots, registered = 'A'): Finding {
  const names = Object.keys(slots)
  const agendas = courseOf(figures, Object.values(slots))
  const isHere = (name: string) => slots[name]?.rows !== undefined || name === registered
  return countCourse(figures, {
    registered: names.indexOf(registered),
    slots: names.flatMap((name, eventSlotId) =>
      isHere(name) ? evidenceAt(agendas[eventSlotId] ?? [], { ...slots[name]?.rows, eventSlotId }) : [],
    ),
    others: agendas.flatMap((agenda, place) => (isHere(names[place] ?? '') ? [] : agenda)),
  })
}

/** Returns where each hour of the course counts: 'AAAA ---B'; '-' for nowhere. */
function from(finding: Finding): string {
  const days = Map.groupBy(byCourseHour(finding.agenda), ([hour]) => hour?.course?.split('.')[0]).values()
  const slotOf = (hours: Finding['agenda']) => hours.find(({ counts }) => counts)?.eventSlotId
  return [...days]
    .map((day) =>
      day.map((hours) => (slotOf(hours) === undefined ? '-' : 'ABC'[slotOf(hours) ?? 0])).join(''),
    )
    .join(' ')
}

/** Returns the hours per day: '02-09 3, 03-02 1'. */
function days({ byDay = [] }: Finding): string {
  return byDay.map(({ on, hours }) => `${on.slice(5)} ${hours}`).join(', ')
}

type Result = [hours: number, reason: Finding['reason'], from: string, days: string]
function result(figures: Figures, slots: Slots, registered?: string): Result {
  const finding = count(figures, slots, registered)
  return [finding.hours, finding.reason, from(finding), days(finding)]
}

const there = (...visits: [from: string, to: string][]): Rows => ({
  visits: visits.map(([from, to]) => visit(from, to)),
})
// Mornings of February, evenings of March, and a slot across the end of March.
const february = slotTime('2-9 2-10 08:00 12:00')
const march = slotTime('3-2 3-3 18:00 22:00')
const april = slotTime('3-31 4-1 08:00 12:00')
const lunch = { from: '12:00', to: '13:00', name: 'Lunch' } as const

describe('an hour of the course', () => {
  test.each<[string, Slots, Result]>([
    [
      'can be earned in any slot: day 1 here, day 2 there',
      {
        A: { time: february, rows: there(['9 08:00', '9 12:00']) },
        B: { time: march, rows: there(['3-3 18:00', '3-3 22:00']) },
      },
      [8, 'full', 'AAAA BBBB', '02-09 4, 03-03 4'],
    ],
    [
      'can be made up alone',
      {
        A: { time: february, rows: there(['9 08:00', '9 12:00'], ['10 08:00', '10 10:55']) },
        B: { time: march, rows: there(['3-3 21:00', '3-3 22:00']) },
      },
      [8, 'full', 'AAAA AAAB', '02-09 4, 02-10 3, 03-03 1'],
    ],
    [
      'counts once, in the slot with more hours',
      {
        A: { time: february, rows: there(['9 08:00', '9 09:00']) },
        B: { time: march, rows: there(['3-2 18:00', '3-2 20:00']) },
      },
      [2, 'presence', 'BB-- ----', '03-02 2'],
    ],
    [
      'counts in the registered slot, if both have as many',
      {
        A: { time: march, rows: there(['3-2 18:00', '3-2 19:00']) },
        B: { time: february, rows: there(['9 08:00', '9 09:00']) },
      },
      [1, 'presence', 'A--- ----', '03-02 1'],
    ],
    [
      'is not doubled by two slots',
      {
        A: { time: february, rows: there(['9 08:00', '9 12:00']) },
        B: { time: march, rows: there(['3-2 18:00', '3-2 22:00']) },
      },
      [4, 'presence', 'AAAA ----', '02-09 4'],
    ],
    [
      'may come from each of three slots',
      {
        A: { time: february, rows: there(['9 08:00', '9 12:00']) },
        B: { time: march, rows: there(['3-3 18:00', '3-3 20:00']) },
        C: { time: april, rows: there(['4-1 10:00', '4-1 12:00']) },
      },
      [8, 'full', 'AAAA BBCC', '02-09 4, 03-03 2, 04-01 2'],
    ],
  ])('%s', (_, slots, expected) => {
    expect(result(unpolled, slots)).toEqual(expected)
  })

  test('belongs to the renewal year of the day on which it was earned', () => {
    const slots = {
      A: { time: april, rows: there(['3-31 08:00', '3-31 12:00'], ['4-1 08:00', '4-1 10:00']) },
      B: { time: march, rows: there(['3-3 20:00', '3-3 22:00']) },
    }
    expect(count(unpolled, slots).hoursBySeason).toEqual({ 2027: 6, 2028: 2 })
  })

  test('counts in the registered slot or the earlier one, whichever way the slots are listed', () => {
    const [first, second] = [there(['9 08:00', '9 09:00']), there(['3-2 18:00', '3-2 19:00'])]
    const slots = { A: { time: april }, B: { time: march, rows: second }, C: { time: february, rows: first } }
    expect(result(unpolled, slots)).toEqual([1, 'presence', 'C--- ----', '02-09 1'])
  })
})

describe('a slot that taught other hours', () => {
  // The third hour of Tuesday was not taught.
  const holed = stated(
    ['9 08:00 08:50'],
    ['9 09:00 09:50'],
    ['9 11:00 11:50', { hour: 4 }],
    ...['08', '09', '10', '11'].map((hour) => [`10 ${hour}:00 ${hour}:50`] as [string]),
  )
  const all = there(['9 08:00', '10 12:00'])
  test('is full without the hour that it did not teach', () => {
    const slots = { A: { time: february, agenda: holed, rows: all }, B: { time: march } }
    expect(result(unpolled, slots)).toEqual([7, 'full', 'AAA AAAA', '02-09 3, 02-10 4'])
  })

  test('leaves a hole that another slot fills', () => {
    const made = { time: march, rows: there(['3-2 20:00', '3-2 21:00']) }
    expect(result(unpolled, { A: { time: february, agenda: holed, rows: all }, B: made })).toEqual([
      8,
      'full',
      'AABA AAAA',
      '02-09 3, 02-10 4, 03-02 1',
    ])
  })

  test('with another number of days is matched by the running number', () => {
    const long = slotTime('3-6 3-6 08:00 17:00', [lunch])
    const slots = {
      A: { time: february, rows: there(['9 08:00', '9 12:00']) },
      B: { time: long, rows: there(['3-6 13:00', '3-6 15:00']) },
    }
    const finding = count(unpolled, slots)
    expect([finding.hours, from(finding), days(finding)]).toEqual([6, 'AAAABB--', '02-09 4, 03-06 2'])
    // The untaught hour keeps its number there, too.
    const made = {
      A: { ...slots.A, agenda: holed, rows: all },
      B: { time: long, rows: there(['3-6 10:00', '3-6 11:00']) },
    }
    expect(from(count(unpolled, made))).toBe('AABAAAAA')
  })

  test('for less gives less only where nobody taught it for more', () => {
    const halves = stated(
      ...['08', '09', '10', '11'].map((hour) => [`9 ${hour}:00 ${hour}:50`, { value: 30 }] as const),
    )
    const slots = {
      A: { time: february, agenda: halves, rows: there(['9 08:00', '9 12:00']) },
      B: { time: march, rows: there(['3-2 18:00', '3-2 20:00']) },
    }
    expect(result(unpolled, slots)).toEqual([3, 'full', 'BBAA ----', '02-09 1, 03-02 2'])
    // Two whole hours equal four halves, but two halves of the registered slot are missing.
    const fewer = { ...slots, A: { ...slots.A, rows: there(['9 08:00', '9 10:00']) } }
    expect(result(unpolled, fewer)).toEqual([2, 'presence', 'BB-- ----', '03-02 2'])
  })
})

describe('slots at the same time', () => {
  const besides = slotTime('2-10 2-11 08:00 12:00')
  test('do not give two hours for the same minutes', () => {
    const slots = {
      A: { time: february, rows: there(['9 08:00', '10 12:00']) },
      B: { time: besides, rows: there(['10 08:00', '11 12:00']) },
    }
    // The first slot earned the whole course.
    expect(result(unpolled, slots)).toEqual([8, 'full', 'AAAA AAAA', '02-09 4, 02-10 4'])
    expect(count(unpolled, slots).overlaps).toBeUndefined()
    // Wednesday is day 2 of the first slot, and day 1 of the other one.
    const wednesday = there(['10 08:00', '10 12:00'])
    const both = { A: { time: february, rows: wednesday }, B: { time: besides, rows: wednesday } }
    expect(result(unpolled, both)).toEqual([4, 'open', '---- AAAA', '02-10 4'])
    expect(count(unpolled, both).overlaps).toBe(true)
  })

  test('wait also if an hour counts for less in a third slot', () => {
    const halves = stated(
      ...['18', '19', '20', '21'].map((hour) => [`3-2 ${hour}:00 ${hour}:50`, { value: 30 }] as const),
    )
    const wednesday = there(['10 08:00', '10 12:00'])
    const slots = {
      A: { time: february, rows: wednesday },
      B: { time: besides, rows: wednesday },
      C: { time: march, agenda: halves, rows: there(['3-2 18:00', '3-2 22:00']) },
    }
    const finding = count(unpolled, slots)
    expect([finding.hours, from(finding), finding.overlaps]).toEqual([6, 'CCCC AAAA', true])
  })

  test('do not add up in minutes, either', () => {
    const summed: Figures = { ...unpolled, mode: 'sum', hourMinutes: 50, roundPer: 'day' }
    const wednesday = there(['10 08:00', '10 12:00'])
    const both = { A: { time: february, rows: wednesday }, B: { time: besides, rows: wednesday } }
    const finding = count(summed, both)
    expect([finding.hours, days(finding), finding.overlaps]).toEqual([4, '02-10 4', true])
  })

  test('may touch', () => {
    const [early, late] = [slotTime('2-9 2-9 08:00 10:00'), slotTime('2-9 2-9 09:00 11:00')]
    const second = { time: late, rows: there(['9 10:00', '9 11:00']) }
    const figures = { ...unpolled, teachingMinutes: 60 }
    const touching = { A: { time: early, rows: there(['9 08:00', '9 09:00']) }, B: second }
    expect(result(figures, touching)).toEqual([2, 'full', 'AB', '02-09 2'])
    // The first hour lasted a second too long.
    const agenda = stated(['9 09:00:00 10:00:01'], ['9 10:01 10:59'])
    const shared = { A: { time: early, agenda, rows: there(['9 09:00', '9 10:00:01']) }, B: second }
    expect(from(count(figures, shared))).toBe('A-')
    expect(count(figures, shared).overlaps).toBe(true)
  })
})

describe('the sum of a course', () => {
  test('leaves out a day of the course below the least, after the slots are united', () => {
    const figures: Figures = { ...unpolled, leastHoursADay: 2 }
    const slots = (...second: [string, string][]) => ({
      A: { time: february, rows: there(['9 08:00', '9 09:00']) },
      B: { time: march, rows: there(...second) },
    })
    expect(result(figures, slots(['3-3 18:00', '3-3 20:00']))).toEqual([
      2,
      'day-minimum',
      'A--- BB--',
      '03-03 2',
    ])
    expect(result(figures, slots(['3-2 19:00', '3-2 20:00']))).toEqual([
      2,
      'presence',
      'AB-- ----',
      '02-09 1, 03-02 1',
    ])
  })

  test('of minutes takes each hour where it has most', () => {
    const summed: Figures = { ...unpolled, mode: 'sum', hourMinutes: 50, roundPer: 'day' }
    const slots = {
      A: { time: february, rows: there(['9 08:00', '9 10:30']) },
      B: { time: march, rows: there(['3-2 20:00', '3-2 22:00']) },
    }
    const finding = count(summed, slots)
    expect([finding.hours, finding.minutes, from(finding), days(finding)]).toEqual([
      4,
      200,
      'AABB ----',
      '02-09 2, 03-02 2',
    ])
  })

  test('of two halves in two slots is an hour of the day that completes it', () => {
    const time = slotTime('3-6 3-6 08:00 12:00')
    const slots = {
      A: { time, rows: there(['3-6 08:00', '3-6 09:25']) },
      B: { time: slotTime('4-3 4-3 08:00 12:00'), rows: there(['4-3 09:30', '4-3 12:00']) },
    }
    expect(result(inPerson, slots)).toEqual([4, 'full', 'AAABBBBB', '03-06 1, 04-03 3'])
  })

  test('waits for the settling of slots with rows of the person, and of the registered one', () => {
    const rows = there(['9 08:00', '9 12:00'])
    const open = { ...there(['3-3 18:00', '3-3 22:00']), isSettled: false }
    expect(count(unpolled, { A: { time: february, rows }, B: { time: march } }).isFinal).toBe(true)
    expect(count(unpolled, { A: { time: february, rows }, B: { time: march, rows: open } }).isFinal).toBe(
      false,
    )
    const unregistered = { A: { time: february, rows: { isSettled: false } }, B: { time: march, rows } }
    expect(count(unpolled, unregistered).isFinal).toBe(false)
  })
})

describe('answers without times', () => {
  const morning = slotTime('2-9 2-9 08:00 12:00')
  const evening = slotTime('3-2 3-2 18:00 22:00')
  const goto = (on: '2027-02-09' | '2027-03-02', visits: [string, string], answered: number): Rows => {
    const asked = untimed(on, 'a', 'b', 'c', 'd')
    return { ...there(visits), asked, answers: asked.slice(0, answered) }
  }
  test('are of the hours that no other slot earned', () => {
    const polls = ['18', '19', '20', '21'].map((hour) => poll(`3-2 ${hour}:25`))
    const timed = { ...there(['3-2 18:00', '3-2 19:00']), asked: polls, answers: polls.slice(0, 1) }
    const slots = {
      A: { time: morning, rows: goto('2027-02-09', ['9 08:00', '9 12:00'], 3) },
      B: { time: evening, rows: timed },
    }
    expect(result(virtual, slots)).toEqual([4, 'full', 'BAAA', '02-09 3, 03-02 1'])
  })

  test.each<[string, number, [string, string], number, [hours: number, from: string, days: string]]>([
    [
      'both slots cover all hours together',
      2,
      ['3-2 18:00', '3-2 22:00'],
      2,
      [4, 'AABB', '02-09 2, 03-02 2'],
    ],
    ['one slot has only the first hour', 3, ['3-2 18:00', '3-2 19:00'], 1, [4, 'BAAA', '02-09 3, 03-02 1']],
    ['they are not enough for all', 1, ['3-2 18:00', '3-2 22:00'], 1, [2, 'AB--', '02-09 1, 03-02 1']],
  ])('are spread so that they give most: %s', (_, first, there, second, expected) => {
    const finding = count(virtual, {
      A: { time: morning, rows: goto('2027-02-09', ['9 08:00', '9 12:00'], first) },
      B: { time: evening, rows: goto('2027-03-02', there, second) },
    })
    expect([finding.hours, from(finding), days(finding)]).toEqual(expected)
  })
})
