import { expect, test } from 'vitest'
import type { CheckIn } from './visits.ts'
import { visitsOf, whereabouts } from './visits.ts'

/** '8:00 in a, 12:00 out b, undo a' */
function checkInsOf(text: string): CheckIn[] {
  return text
    .split(', ')
    .filter(Boolean)
    .map((each, place): CheckIn => {
      const [time = '', act = '', checkInId = String(place)] = each.split(' ')
      if (time === 'undo') return { checkInId: `undo ${act}`, act: 'undo', at: at('23:00'), undoneId: act }
      return { checkInId, act: act as 'in' | 'out', at: at(time) }
    })
}

const at = (time: string) => new Date(`2027-03-16T${time.padStart(5, '0')}Z`)
const shown = (instant: Date | null) => instant?.toISOString().slice(11, 16) ?? '?'

test.each([
  ['nothing was noted', '', '', null],
  ['the arrival', '8:00 in', '08:00–?', 'in'],
  ['arrival and leaving', '8:00 in, 16:00 out', '08:00–16:00', 'out'],
  ['a break', '8:00 in, 12:00 out, 12:45 in, 16:00 out', '08:00–12:00 12:45–16:00', 'out'],
  ['the same arrival at two doors', '8:02 in, 8:00 in', '08:00–?', 'in'],
  ['the same leaving at two doors', '8:00 in, 16:05 out, 16:00 out', '08:00–16:05', 'out'],
  [
    'check-ins that arrive in another order',
    '16:00 out, 12:45 in, 8:00 in, 12:00 out',
    '08:00–12:00 12:45–16:00',
    'out',
  ],
  ['only the leaving', '16:00 out', '?–16:00', 'out'],
  ['only leavings', '15:00 out, 16:00 out', '?–16:00', 'out'],
  ['an arrival that was undone', '8:00 in a, undo a', '', null],
  ['a leaving that was undone', '8:00 in, 12:00 out b, undo b', '08:00–?', 'in'],
  ['the second of two arrivals, undone', '8:00 in a, 8:05 in b, undo b', '08:00–?', 'in'],
  ['the first of two arrivals, undone', '8:00 in a, 8:05 in b, undo a', '08:05–?', 'in'],
  ['an arrival and a leaving at the same moment', '8:00 out, 8:00 in', '08:00–08:00', 'out'],
])('%s', (_, given, visits, where) => {
  const found = visitsOf(checkInsOf(given))
  expect(found.map(({ inAt, outAt }) => `${shown(inAt)}–${shown(outAt)}`).join(' ')).toBe(visits)
  expect(whereabouts(found)).toBe(where)
})
