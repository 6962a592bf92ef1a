import { expect, test } from 'vitest'
import type { OwnHour } from '#contract/counting/credit-findings/own-hours.ts'
import type { MakeUpOffer } from '#contract/counting/make-ups/offers.ts'
import { offerInWords, openingInWords, placeInWords } from './make-up-words.ts'

const at = (day: number, time: string) => new Date(`2027-02-${String(day).padStart(2, '0')}T${time}-05:00`)
const eastern = { now: at(9, '12:30'), zone: 'America/New_York' }
const hour = (number: number, startAt: Date, on = '2027-02-09') => ({
  hour: { number, on } as OwnHour,
  makeUp: { startAt } as MakeUpOffer<OwnHour>['slot'],
})
const offer = (hours: ReturnType<typeof hour>[], slot = {}) => ({ slot, hours }) as MakeUpOffer<OwnHour>
const third = offer([hour(3, at(9, '14:00'))], { opensAt: at(9, '12:55'), place: 'Hangar 4' })

test.each<[string, MakeUpOffer<OwnHour>, string[]]>([
  ['one', third, ['Hour 3 is taught again today at 2:00 PM Eastern.']],
  [
    'two in a row',
    offer([hour(3, at(10, '14:00')), hour(4, at(10, '15:00'))]),
    ['Hours 3 and 4 are taught again tomorrow at 2:00 PM Eastern.'],
  ],
  [
    'two apart',
    offer([hour(1, at(12, '13:00')), hour(3, at(12, '15:00'))]),
    ['Hours 1 and 3 are taught again on Fri 12 Feb 2027 at 1:00 PM and 3:00 PM Eastern.'],
  ],
  [
    'two days',
    offer([hour(1, at(9, '13:00')), hour(2, at(10, '14:00'))]),
    [
      'Hour 1 is taught again today at 1:00 PM Eastern.',
      'Hour 2 is taught again tomorrow at 2:00 PM Eastern.',
    ],
  ],
])('%s', (_, given, expected) => {
  expect(offerInWords(given, eastern, false)).toEqual(expected)
})

test('in a series, the day of the hours is said; elsewhere, the own time', () => {
  expect(offerInWords(third, { ...eastern, zone: 'America/Chicago' }, true)).toEqual([
    'Hour 3 of Tue 09 Feb 2027 is taught again today at 2:00 PM Eastern (1:00 PM your time).',
  ])
})

test('the opening is said until the room is open, and the place in person', () => {
  expect(openingInWords(third, eastern)).toBe('The room opens today at 12:55 PM Eastern.')
  expect(openingInWords(third, { ...eastern, now: at(9, '12:55') })).toBe('')
  expect(placeInWords(third)).toBe('Come to Hangar 4. Seats are available.')
  expect(placeInWords(offer([], { place: 'In person' }))).toBe('Come in person. Seats are available.')
})
