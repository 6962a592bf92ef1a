import { describe, expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { PlannedTime, SlotBreak } from '#contract/events/slots/breaks.ts'
import { creditHoursOf, factAbout, hoursInSeason, isInPerson, placeOf, shownFacts } from './facts.ts'

const virtual = { focusId: 2, isInPerson: null, facts: null }
const southCarolina = { focusId: 4, isInPerson: null, facts: null }
const lunch: SlotBreak = { from: '12:00', to: '13:00', name: 'Lunch' }
const pause = (from: PlainTime, to: PlainTime): SlotBreak => ({ from, to, name: 'Break' })

describe('the credit hours of a slot are right for', () => {
  test.each<[string, PlainDate, PlainTime, PlainTime, number]>([
    ['two days of four hours', '2027-02-10', '08:00', '12:00', 8],
    ['one day of four hours', '2027-02-09', '09:00', '13:00', 4],
    ['four sessions without the last break', '2027-02-09', '09:00', '12:50', 4],
    ['a session that is cut short', '2027-02-09', '09:00', '12:49', 3],
    ['one session', '2027-02-09', '09:00', '09:50', 1],
    ['less than a session', '2027-02-09', '09:00', '09:49', 0],
    ['a long day', '2027-02-09', '08:00', '17:00', 8],
    ['two long days', '2027-02-10', '08:00', '17:00', 8],
    ['three days of two hours', '2027-02-11', '18:00', '20:00', 6],
    ['three days of four hours', '2027-02-11', '18:00', '22:00', 8],
    ['a whole day', '2027-02-09', '00:00', '23:59', 8],
  ])('%s', (_, endOn, startTime, endTime, hours) => {
    expect(creditHoursOf({ ...virtual, ...slot(endOn, startTime, endTime) })).toBe(hours)
  })

  test.each<[string, object, PlannedTime, number]>([
    ['South Carolina, 8 to 5 with lunch', southCarolina, slot('2027-02-09', '08:00', '17:00', [lunch]), 8],
    ['9 to 4 with lunch in person', southCarolina, slot('2027-02-09', '09:00', '16:00', [lunch]), 6],
    [
      'an early lunch in person, where courses are halves of an hour',
      southCarolina,
      slot('2027-02-09', '08:00', '17:00', [pause('11:45', '12:30')]),
      8,
    ],
    [
      'the same break online, in whole hours',
      virtual,
      slot('2027-02-09', '08:00', '17:00', [pause('11:45', '12:30')]),
      7,
    ],
    [
      'halves of two days, rounded down once',
      southCarolina,
      slot('2027-02-10', '08:00', '11:30', [pause('09:30', '10:00')]),
      6,
    ],
    [
      'halves that two days make whole together',
      southCarolina,
      slot('2027-02-10', '08:00', '11:00', [pause('09:30', '10:00')]),
      5,
    ],
    ['a break on both days', virtual, slot('2027-02-10', '08:00', '12:00', [pause('09:50', '11:00')]), 6],
    [
      'a break in the middle of an hour',
      virtual,
      slot('2027-02-09', '08:00', '13:00', [pause('10:30', '10:45')]),
      4,
    ],
  ])('%s', (_, event, time, hours) => {
    expect(creditHoursOf({ ...(event as typeof virtual), ...time })).toBe(hours)
  })
})

test('hours of a slot over 31 March fill its days without their breaks', () => {
  const series = {
    ...slot('2027-04-01', '08:00', '12:00', [pause('09:50', '11:00')]),
    startOn: '2027-03-31' as const,
  }
  expect([2027, 2028].map((season) => hoursInSeason(season, series, 6))).toEqual([3, 3])
})

test.each([
  ['no finding', undefined, [4, 2]],
  ['a finding', { 2027: 2, 2028: 4 }, [2, 4]],
  ['a finding of the second day alone', { 2028: 6 }, [0, 6]],
])('6 hours of two days over 31 March, by %s', (_, bySeason, expected) => {
  const series = { ...slot('2027-04-01', '08:00', '12:00'), startOn: '2027-03-31' as const }
  expect([2027, 2028].map((season) => hoursInSeason(season, series, 6, bySeason))).toEqual(expected)
})

describe('the shown facts of an event are', () => {
  test("the specification's facts for the virtual series, letter for letter", () => {
    expect(shownFacts(virtual, [slot('2027-02-10', '08:00', '12:00')])).toEqual([
      '4 hours each day, 8 hours in total across two days',
      'Each hour is a 50-minute session plus a 10-minute break',
      'Poll questions are required for credit',
      'Please log in 5 minutes early',
    ])
  })

  test("the specification's facts for the in-person event, letter for letter, and to bring a photo ID", () => {
    expect(shownFacts(southCarolina, [slot('2027-02-09', '08:00', '17:00', [lunch])])).toEqual([
      'Free, lunch included',
      '8 hours of IA credit',
      'Lunch 12:00 PM – 1:00 PM',
      'Two courses per hour',
      'Please bring a photo ID',
    ])
  })

  test('its own lines instead, with the hours of its slots', () => {
    const event = { ...virtual, facts: ['Bring questions'] }
    expect(shownFacts(event, [slot('2027-02-09', '09:00', '13:00')])).toEqual([
      '4 hours of credit',
      'Bring questions',
    ])
    expect(shownFacts({ ...event, isInPerson: true, facts: [] }, [])).toEqual([])
  })

  test.each<[PlainDate, PlainTime, string]>([
    ['2027-02-09', '09:50', '1 hour of credit'],
    ['2027-02-10', '10:00', '1 hour each day, 2 hours in total across two days'],
    ['2027-02-11', '11:00', '2 hours each day, 6 hours in total across three days'],
    ['2027-02-11', '13:00', '8 hours of credit across three days'],
    ['2027-02-19', '09:50', '8 hours of credit across 11 days'],
  ])('for a slot from 9 AM until %s, %s: %s', (endOn, endTime, hours) => {
    const told = shownFacts({ ...virtual, facts: [] }, [slot(endOn, '09:00', endTime)])
    expect(told).toEqual([hours])
  })

  test('the hours of each different slot once', () => {
    const [short, long] = [slot('2027-02-09', '09:00', '13:00'), slot('2027-02-10', '09:00', '13:00')]
    expect(shownFacts({ ...virtual, facts: [] }, [short, long, long])).toEqual([
      '4 hours of credit',
      '4 hours each day, 8 hours in total across two days',
    ])
  })
})

test('each break of an event is told once, and with the hours of a day that it leaves', () => {
  const breaks = [pause('09:50', '10:10'), lunch]
  const [one, other] = [
    slot('2027-02-10', '08:00', '13:30', breaks),
    slot('2027-02-10', '12:00', '14:00', [lunch]),
  ]
  expect(shownFacts({ ...virtual, facts: [] }, [one, other])).toEqual([
    '4 hours each day, 8 hours in total across two days',
    '1 hour each day, 2 hours in total across two days',
    'Break 9:50 AM – 10:10 AM',
    'Lunch 12:00 PM – 1:00 PM',
  ])
})

test.each([
  ['of a virtual type', 2, null, false],
  ['of the type in person', 4, null, true],
  ['with that choice', 2, true, true],
  ['of the type in person with the choice of virtual', 4, false, false],
])('an event %s (type %j, choice %j) is in person: %s', (_, focusId, says, expected) => {
  expect(isInPerson({ focusId, isInPerson: says })).toBe(expected)
})

test.each([
  [{ ...virtual, focusName: 'Piston', venue: 'Hangar 7' }, 'Online'],
  [{ ...virtual, isInPerson: true, focusName: 'Piston', venue: 'Hangar 7' }, 'Hangar 7'],
  [{ ...virtual, isInPerson: true, focusName: 'Piston', venue: null }, 'In person'],
  [{ ...southCarolina, focusName: 'South Carolina', venue: null }, 'South Carolina'],
])('the place of %j is %s', (event, place) => {
  expect(placeOf(event)).toBe(place)
})

test('a line is found by a word in it, in any case, unless the event has no such line', () => {
  expect(factAbout(virtual, 'poll')).toBe('Poll questions are required for credit')
  expect(factAbout(southCarolina, 'photo id')).toBe('Please bring a photo ID')
  expect(factAbout({ ...virtual, facts: ['Answer each poll.'] }, 'poll')).toBe('Answer each poll')
  expect(factAbout({ ...virtual, facts: [] }, 'poll')).toBeUndefined()
})

function slot(
  endOn: PlainDate,
  startTime: PlainTime,
  endTime: PlainTime,
  breaks: readonly SlotBreak[] = [],
): PlannedTime {
  return { startOn: '2027-02-09', endOn, startTime, endTime, breaks }
}
