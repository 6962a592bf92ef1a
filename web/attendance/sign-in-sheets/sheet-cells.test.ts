import { expect, test } from 'vitest'
import type { DoorPerson } from '#contract/attendance/check-ins/calls.ts'
import { cellProblems, changesOf, shownCell, tidied } from './sheet-cells.ts'

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)
const person = (registrationId: number, visits: DoorPerson['visits']) =>
  ({ registrationId, visits }) as DoorPerson
const people = [person(1, [{ inAt: at('07:52'), outAt: null }]), person(2, [])]
const when = { day: '2027-02-09', now: at('18:00') } as const

test('a cell shows what was typed, else what is noted', () => {
  expect(shownCell({}, people[0] as DoorPerson, 'in')).toBe('7:52 AM')
  expect(shownCell({ '1 in': '8' }, people[0] as DoorPerson, 'in')).toBe('8')
  expect(shownCell({}, people[1] as DoorPerson, 'in')).toBe('')
  expect([tidied('4p'), tidied(' noon ')]).toEqual(['4:00 PM', 'noon'])
})

test('only cells that differ from what is noted are sent', () => {
  const typed = { '1 in': '752', '1 out': '4p', '2 in': '', '2 out': '' }
  expect(changesOf(typed, people)).toEqual([{ registrationId: 1, act: 'out', time: '16:00' }])
  expect(changesOf({ '1 in': '' }, people)).toEqual([{ registrationId: 1, act: 'in', time: null }])
})

test.each([
  ['no time', { '2 in': 'noon' }, { '2 in': 'Enter a time like 8:00 AM or 4p' }],
  [
    'a leaving before the noted arrival',
    { '1 out': '7:00' },
    { '1 out': 'The departure time must be after the arrival time.' },
  ],
  [
    'an arrival after the leaving',
    { '2 in': '9', '2 out': '8' },
    { '2 out': 'The departure time must be after the arrival time.' },
  ],
  ['a time to come', { '2 in': '6:01p' }, { '2 in': 'This time is still to come.' }],
  ['good times', { '1 out': '4p', '2 in': '8', '2 out': '16:15' }, {}],
  ['a cleared cell', { '1 in': '' }, {}],
] as const)('%s', (_, typed, problems) => {
  expect(cellProblems(typed, people, when)).toEqual(problems)
})
