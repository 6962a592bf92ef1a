import { describe, expect, test } from 'vitest'
import { shortestTaught } from '#contract/events/credit-rules/figures.ts'
import { agendaProblems, asStatable, refusedHours } from './agenda-rules.ts'
import type { AgendaHour } from './agendas.ts'
import { agendaOf, hoursOf } from './agendas.ts'

const figures = { code: 'hours-2', periodMinutes: 60, teachingMinutes: 50, neededMinutes: 45 } as const
const on = '2027-02-09'
const slot = { startOn: on, endOn: on, startTime: '08:00', endTime: '12:00', breaks: [] } as const
const planned = hoursOf(slot, figures)

/** Returns hours of one piece each, from their times in UTC ('13:00-13:19') and their worth. */
function hours(...given: [times: string, value?: number][]): AgendaHour[] {
  return agendaOf(
    given.map(([times, value = 60]) => ({
      on,
      value,
      pieces: times.split(' ').map((piece) => {
        const [from = '', to = ''] = piece.split('-').map((time) => `${on}T${time}Z`)
        return [from, to] as [string, string]
      }),
    })),
  )
}
const problemsOf = (agenda: AgendaHour[], of: Parameters<typeof agendaProblems>[3] = figures) =>
  agendaProblems(slot, agenda, planned, of)

describe('hours that may not be stated', () => {
  test('are those of fewer than 20 minutes, and those of fewer than 45 that are worth more than 30', () => {
    const refused = hours(['13:00-13:19', 30], ['14:00-14:20', 30], ['15:00-15:45'], ['16:00-16:44'])
    expect(refusedHours(figures, refused)).toEqual([1, 4])
    const allowed = hours(
      ['13:00-13:20', 30],
      ['14:00-14:44', 30],
      ['15:00-15:45'],
      ['16:00-16:20 16:25-16:50'],
    )
    expect(refusedHours(figures, allowed)).toEqual([])
  })

  test.each<[string, number, number[]]>([
    ['44 minutes and 59 seconds are 44', 60, [1]],
    ['44 minutes and 59 seconds are 44', 31, [1]],
    ['44 minutes and 59 seconds are 44', 30, []],
  ])('%s, worth %i', (_, value, refused) => {
    expect(refusedHours(figures, hours(['13:00:00-13:20:00 13:25:00-13:49:59', value]))).toEqual(refused)
  })

  test('are those of fewer minutes than the share that an hour needs', () => {
    const agenda = hours(['13:00-13:39'], ['14:00-14:40'])
    expect(refusedHours({ ...figures, neededShare: 0.8 }, agenda)).toEqual([1])
  })

  test('are also those of fewer than 20 minutes where an hour needs even less', () => {
    const agenda = hours(['13:00-13:19', 30], ['14:00-14:20'])
    expect(refusedHours({ ...figures, teachingMinutes: 20, neededMinutes: 15 }, agenda)).toEqual([1])
  })

  test('are none by the rule hours-1', () => {
    expect(refusedHours({ ...figures, code: 'hours-1' }, hours(['13:00-13:05']))).toEqual([])
  })
})

test('a short hour is refused in words that say what to enter', () => {
  expect(problemsOf(hours(['13:00-13:19', 30], ['14:00-14:44'], ['15:00-15:50']))).toEqual([
    {
      hour: 0,
      words: `It was taught for 19 minutes only, and an hour needs ${shortestTaught}. Drop it, or correct its times.`,
    },
    {
      hour: 1,
      words: 'It was taught for 44 minutes, and a whole hour needs 45. Enter 30 minutes of credit at most.',
      value: 30,
    },
  ])
  expect(problemsOf(hours(['13:00-13:19', 30], ['14:00-14:44']), { ...figures, code: 'hours-1' })).toEqual([])
})

test('a short hour can be stated with 30 minutes of credit, and one of fewer than 20 minutes with none', () => {
  const agenda = hours(['13:00-13:50'], ['14:00-14:44'], ['15:00-15:19'])
  expect(agenda.map((hour) => asStatable(hour, figures)?.value)).toEqual([60, 30, undefined])
  expect(agenda.map((hour) => asStatable(hour, { ...figures, code: 'hours-1' })?.value)).toEqual([60, 60, 60])
})

test('two hours of a day cannot have the same number', () => {
  const [first, second] = planned as [AgendaHour, AgendaHour]
  expect(problemsOf([first, { ...second, hour: 1 }])).toEqual([
    { hour: 1, words: 'Another hour of this day has the same number.' },
  ])
})

test('planned courses of half an hour can be stated', () => {
  const inPerson = { ...figures, coursesAnHour: 2 } as const
  const courses = hoursOf(slot, inPerson)
  expect(agendaProblems(slot, courses, courses, inPerson)).toEqual([])
})
