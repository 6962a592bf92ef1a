import { describe, expect, test } from 'vitest'
import type { PollMoment } from '#contract/attendance/attendances/readings.ts'
import { at, courseOf, poll, slotTime, unpolled, untimed, virtual, visit } from '#test/counted-slots.ts'
import type { PersonRows, QuestionWord } from './asked.ts'
import { askedAt, daysWithoutPolls, fewAnswers } from './asked.ts'
import { countsAsAsked } from './launches.ts'

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern.
const [agenda = []] = courseOf(virtual, [{ time: slotTime('2-9 2-10 08:00 12:00') }])
const tuesday = visit('9 08:00', '9 12:00')
const person = (answers: PollMoment[] = [], visits = [tuesday]): PersonRows => ({ visits, answers })
const people = (count: number, answers?: PollMoment[]) => Array.from({ length: count }, () => person(answers))

/** Returns how many answered each question, of how many. */
function numbers(given: PersonRows[], more: { codes?: PollMoment[]; words?: QuestionWord[] } = {}) {
  return askedAt(virtual, agenda, { people: given, ...more }).map(
    ({ question, answered, present, counts }) => [
      question,
      answered,
      present,
      ...(counts === undefined ? [] : [counts]),
    ],
  )
}

describe('the people behind a question', () => {
  const asked = [poll('9 08:25', 'a')]
  test.each<[string, PersonRows[], [answered: number, present: number]]>([
    ['are those present in its hour', [...people(2, asked), ...people(3)], [2, 5]],
    [
      'are those with 45:00 of it',
      [...people(2, asked), person([], [visit('9 08:00', '9 08:45:00')])],
      [2, 3],
    ],
    ['are not those with 44:59', [...people(2, asked), person([], [visit('9 08:00', '9 08:44:59')])], [2, 2]],
    [
      'are not those of another hour',
      [...people(2, asked), person([], [visit('9 09:00', '9 12:00')])],
      [2, 2],
    ],
    ['are no hosts', [...people(2, asked), person(asked, [tuesday, { ...tuesday, role: 'host' }])], [2, 2]],
    [
      'are people with a practice as a host before, too',
      [...people(2, asked), person(asked, [tuesday, visit('8 18:00', '8 19:00', { role: 'host' })])],
      [3, 3],
    ],
    // Else the report of visits that follows the report of polls would lower the others.
    ['may have answered without being there for long', [...people(2, asked), person(asked, [])], [3, 2]],
    ['answered once', people(2, [...asked, ...asked, poll('9 08:27', 'a')]), [2, 2]],
  ])('%s', (_, given, [answered, present]) => {
    expect(numbers(given)).toEqual([['a', answered, present]])
  })

  test('are those of any hour of its day, without a time', () => {
    const answers = untimed('2027-02-09', 'a')
    const given = [
      person(answers),
      person([], [visit('9 11:00', '9 12:00')]),
      person([], [visit('10 08:00', '10 12:00')]),
    ]
    expect(numbers(given)).toEqual([['a', 1, 2]])
  })

  test('are told for each launch', () => {
    const both = [poll('9 08:25', 'a'), poll('9 09:25', 'a')]
    const given = [person(both), person(both.slice(0, 1), [visit('9 08:00', '9 09:00')])]
    expect(numbers(given)).toEqual([
      ['a', 2, 2],
      ['a', 1, 1],
    ])
  })

  test('are nobody for a question outside of all hours', () => {
    expect(numbers(people(2, [poll('9 07:50', 'a')]))).toEqual([['a', 2, 0]])
  })

  test('do not matter where polls are not needed', () => {
    expect(askedAt(unpolled, agenda, { people: people(2, asked) })).toEqual([])
  })

  test('are known for a code that nobody entered, too', () => {
    const codes: PollMoment[] = [{ ...poll('9 08:25', 'Code 1'), source: 'code' }]
    const entered = (clock: string) =>
      people(3, [{ ...poll(`9 ${clock}`, 'Code 1'), source: 'code' as const }])
    expect(numbers(people(3), { codes })).toEqual([['Code 1', 0, 3]])
    // A code entered late, in the next hour, is not a second question.
    expect(numbers(entered('08:41'), { codes })).toEqual([['Code 1', 3, 3]])
    expect(numbers(entered('09:10'), { codes })).toEqual([['Code 1', 3, 3]])
    expect(numbers(entered('08:26'), { codes: [] })).toEqual([])
  })
})

describe('the word of an administrator', () => {
  const twice = [poll('9 08:25', 'a'), poll('9 09:25', 'a')]
  const word = (counts: boolean, clock?: string): QuestionWord => ({
    question: 'a',
    at: clock ? at(clock) : null,
    counts,
  })
  test.each<[string, QuestionWord[], (boolean | undefined)[]]>([
    ['is about all launches', [word(false)], [false, false]],
    ['is about the launch at its time', [word(false, '9 09:25')], [undefined, false]],
    ['is about another question', [{ ...word(false), question: 'b' }], [undefined, undefined]],
    ['is the last one', [word(false), word(true, '9 08:25')], [true, false]],
    ['is the last one about all', [word(true, '9 08:25'), word(false)], [false, false]],
  ])('%s', (_, words, expected) => {
    const asked = askedAt(virtual, agenda, { people: people(3, twice), words })
    expect(asked.map(({ counts }) => counts)).toEqual(expected)
  })

  test('stays with its launch when an older answer comes', () => {
    const older = person([poll('9 08:24:30', 'a')])
    const asked = askedAt(virtual, agenda, {
      people: [...people(3, twice), older],
      words: [word(false, '9 08:25')],
    })
    expect(asked.map(({ counts }) => counts)).toEqual([false, undefined])
  })
})

describe('a question that few answered', () => {
  const few = (given: PersonRows[], words: QuestionWord[] = []) =>
    fewAnswers(virtual, agenda, askedAt(virtual, agenda, { people: given, words })).map(
      ({ question }) => question,
    )
  const one = person([poll('9 08:02', 'Test?')])
  test('waits for a word, if it is of an hour and somebody answered it', () => {
    expect(few([one, ...people(3)])).toEqual(['Test?'])
    expect(few([one, one, ...people(18)])).toEqual([])
    expect(few([one, one, ...people(19)])).toEqual(['Test?'])
    expect(few([one])).toEqual([])
    expect(few([one, ...people(3)], [{ question: 'Test?', at: null, counts: false }])).toEqual([])
    expect(few([person([poll('9 07:50', 'Test?')]), ...people(3)])).toEqual([])
    expect(few([person(untimed('2027-02-09', 'Test?')), ...people(3)])).toEqual(['Test?'])
  })

  test('of a host alone waits for nothing, and does not count', () => {
    const host = person([poll('9 08:02', 'Test?')], [{ ...tuesday, role: 'host' }])
    const asked = askedAt(virtual, agenda, { people: [host, ...people(3)] })
    expect(fewAnswers(virtual, agenda, asked)).toEqual([])
    expect(asked.map(countsAsAsked)).toEqual([false])
  })
})

describe('a day without poll answers', () => {
  const covered = agenda.map((hour) => ({ ...hour, isCovered: hour.on === '2027-02-09' }))
  test.each<[string, PollMoment[], string[]]>([
    ['is one that a report covers', [], ['2027-02-09']],
    ['is not one with an answer in an hour', [poll('9 12:05:00')], []],
    ['is one with an answer outside of the hours', [poll('9 12:05:01')], ['2027-02-09']],
    ['is not one with an answer without a time', untimed('2027-02-09', 'a'), []],
    [
      'is one with an answer of another day',
      [...untimed('2027-02-10', 'a'), poll('10 08:25')],
      ['2027-02-09'],
    ],
  ])('%s', (_, answers, expected) => {
    expect(daysWithoutPolls(virtual, covered, answers)).toEqual(expected)
    expect(daysWithoutPolls(unpolled, covered, answers)).toEqual([])
  })
})
