import { describe, expect, test } from 'vitest'
import { readSheetTime, replacedCheckIns, sheetRefusal, sheetTimes } from './sheet-times.ts'
import type { CheckIn } from './visits.ts'

test.each([
  ['8', '08:00'],
  ['8:00', '08:00'],
  ['752', '07:52'],
  ['0752', '07:52'],
  ['7:52 am', '07:52'],
  ['12', '12:00'],
  ['1215', '12:15'],
  ['12a', '00:00'],
  ['12p', '12:00'],
  ['4', '16:00'],
  ['415', '16:15'],
  ['4p', '16:00'],
  ['4:15 p.m.', '16:15'],
  ['5a', '05:00'],
  ['0430', '04:30'],
  ['6', '06:00'],
  ['16:15', '16:15'],
  [' 1615 ', '16:15'],
  ['', undefined],
  ['25', undefined],
  ['8:60', undefined],
  ['860', undefined],
  ['13p', undefined],
  ['0a', undefined],
  ['noon', undefined],
  ['8:0', undefined],
])('the typed time %j is %s', (typed, time) => {
  expect(readSheetTime(typed)).toBe(time)
})

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)

/** 'in 08:00, out 12:00' with its times as ids. */
function checkInsOf(text: string): CheckIn[] {
  return text.split(', ').map((each): CheckIn => {
    const [act, time = ''] = each.split(' ') as ['in' | 'out' | 'undo', string]
    return act === 'undo'
      ? { checkInId: `undo ${time}`, act, at: at('23:00'), undoneId: time }
      : { checkInId: time, act, at: at(time) }
  })
}

test.each([
  ['in', 'in 08:00, in 08:02, out 12:00, in 13:00, out 16:00', ['08:00', '08:02']],
  ['out', 'in 08:00, out 12:00, in 13:00, out 16:00, out 16:05', ['16:00', '16:05']],
  ['in', 'out 16:00', []],
  ['in', 'out 07:52, in 08:00, out 12:00', ['07:52', '08:00']],
  ['in', 'out 07:50, out 07:52, in 08:00', ['07:50', '07:52', '08:00']],
  ['in', 'out 07:52, out 16:00', ['07:52']],
  ['out', 'out 07:52, in 08:00, out 12:00', ['12:00']],
  ['out', 'in 08:00, out 12:00, in 13:00', []],
  ['in', 'in 08:00, in 08:02, undo 08:00', ['08:02']],
] as const)('a new time "%s" replaces, of %s, %j', (act, given, replaced) => {
  expect(replacedCheckIns(checkInsOf(given), act).map(({ checkInId }) => checkInId)).toEqual(replaced)
})

test('the sheet has the first arrival and the last leaving', () => {
  const visits = [
    { inAt: at('08:00'), outAt: at('12:00') },
    { inAt: at('13:00'), outAt: at('16:00') },
  ]
  expect(sheetTimes(visits)).toEqual({ in: '08:00', out: '16:00' })
  expect(sheetTimes([{ inAt: at('08:00'), outAt: null }])).toEqual({ in: '08:00', out: null })
  const mistaken = { inAt: null, outAt: at('07:52') }
  expect(sheetTimes([mistaken, { inAt: at('08:00'), outAt: null }])).toEqual({ in: '08:00', out: null })
  expect(sheetTimes([mistaken])).toEqual({ in: null, out: '07:52' })
  expect(sheetTimes([])).toEqual({ in: null, out: null })
})

describe('times', () => {
  const facts = { day: '2027-02-09', now: at('16:30') } as const
  test.each([
    ['in order', { in: '08:00', out: '16:00' }, { in: '08:00', out: '16:00' }, undefined],
    ['of an arrival only', { in: '08:00' }, { in: '08:00', out: null }, undefined],
    ['that are cleared', { in: null, out: null }, { in: null, out: null }, undefined],
    [
      'of which the first is not the first arrival',
      { in: '09:00' },
      { in: null, out: null },
      'LEFT_BEFORE_ARRIVAL',
    ],
    [
      'that are the same',
      { in: '08:00', out: '08:00' },
      { in: '08:00', out: '08:00' },
      'LEFT_BEFORE_ARRIVAL',
    ],
    ['to come', { out: '16:31' }, { in: '08:00', out: '16:31' }, 'TIME_TO_COME'],
  ] as const)('%s', (_, entered, times, refusal) => {
    expect(sheetRefusal({ ...facts, entered, times })).toBe(refusal)
  })
})
