import { expect, test } from 'vitest'
import { easternInstant } from '#contract/core/season.ts'
import { doorHours, isExpected, lunchesOf, stateOf } from './days.ts'

const on = '2027-03-16'

/** '8:00-12:00 12:45-' */
function visitsOf(text: string) {
  const at = (time = '') =>
    time === '' ? null : easternInstant(on, time.padStart(5, '0') as `${number}:${number}`)
  return text
    .split(' ')
    .filter(Boolean)
    .map((visit) => {
      const [from, to] = visit.split('-')
      return { inAt: at(from), outAt: at(to) }
    })
}

test.each([
  ['not there yet', '', '10:00', 'expected'],
  ['not there after the end', '', '17:00', 'no-show'],
  ['in the room', '8:00-', '17:30', 'in'],
  ['out of it', '8:00-12:00', '12:30', 'out'],
  ['in again', '8:00-12:00 12:45-', '13:00', 'in'],
] as const)('somebody is %s', (_, visits, now, state) => {
  const endAt = easternInstant(on, '17:00')
  expect(stateOf({ visits: visitsOf(visits), endAt }, easternInstant(on, now))).toBe(state)
})

test.each([
  ['who is registered', false, false, true],
  ['who was registered at the door', true, false, false],
  ['who came although the registration is canceled', false, true, false],
])('knows whether a person was expected %s', (_, isWalkIn, isCanceled, expected) => {
  expect(isExpected({ isWalkIn, isCanceled })).toBe(expected)
})

test.each([
  ['who is in the room', '8:00-', 1],
  ['who was there all day', '8:00-17:00', 1],
  ['who left before', '8:00-10:59', 0],
  ['who left as it began', '8:00-11:00', 0],
  ['who left a minute into it', '8:00-11:01', 1],
  ['who came a minute before its end', '12:59-17:00', 1],
  ['who went out and came back', '8:00-10:00 12:30-17:00', 1],
  ['who came after it', '13:00-17:00', 0],
  ['who did not come', '', 0],
  ['of whom only the leaving is known', '-17:00', 0],
])('lunch counts a person %s', (_, visits, lunches) => {
  expect(lunchesOf([{ visits: visitsOf(visits) }], on)).toBe(lunches)
})

test.each([
  [
    'who came, left and is there',
    ['7:52-12:01 12:45-16:00', '8:10-', '9:30-10:00', ''],
    [
      '7 1 0 1',
      '8 1 0 2',
      '9 1 0 3',
      '10 0 1 2',
      '11 0 0 2',
      '12 1 1 2',
      '13 0 0 2',
      '14 0 0 2',
      '15 0 0 2',
      '16 0 1 1',
    ],
  ],
  ['people whose arrival was not noted', ['-7:10', '8:10-', '-9:10'], ['7 0 1 0', '8 1 0 1', '9 0 1 1']],
  ['an arrival after the last leaving', ['7:10-7:20', '8:10-'], ['7 1 1 0', '8 1 0 1']],
  ['nothing if no one came', [''], []],
])('the hours of a day show %s', (_, people, hours) => {
  const shown = doorHours(people.map((visits) => ({ visits: visitsOf(visits) })))
  expect(shown.map((hour) => Object.values(hour).join(' '))).toEqual(hours)
})
