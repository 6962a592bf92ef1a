import { expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { hoursOf, StatedAgenda } from './agendas.ts'

const figures = { periodMinutes: 60, teachingMinutes: 50 }

test.each<[string, [on: PlainDate, from: PlainTime, to: PlainTime], string[]]>([
  ['a morning', ['2027-02-09', '08:00', '12:00'], ['13:00', '14:00', '15:00', '16:00']],
  ['a last break outside the slot', ['2027-02-09', '08:00', '09:50'], ['13:00', '14:00']],
  ['a last hour that does not fit', ['2027-02-09', '08:00', '09:49'], ['13:00']],
  ['half an hour', ['2027-02-09', '08:00', '08:30'], []],
  ['an evening that is the next day in UTC', ['2027-02-09', '18:00', '20:00'], ['23:00', '00:00']],
  ['a night', ['2027-02-09', '23:00', '01:00'], ['04:00', '05:00']],
  // The clocks skip 2:00 to 3:00, so three hours pass from 1:00 to 5:00.
  ['the night on which summer time begins', ['2027-03-14', '01:00', '05:00'], ['06:00', '07:00', '08:00']],
  // The hour from 1:00 to 2:00 comes twice.
  [
    'the night on which summer time ends',
    ['2027-11-07', '00:00', '03:00'],
    ['04:00', '05:00', '06:00', '07:00'],
  ],
])('the planned hours of %s', (_, [on, startTime, endTime], begins) => {
  const hours = hoursOf({ startOn: on, endOn: on, startTime, endTime }, figures)
  expect(hours.map(({ pieces }) => pieces[0]?.startAt.toISOString().slice(11, 16))).toEqual(begins)
  for (const { on: day, pieces, value } of hours) {
    const [piece] = pieces
    expect([day, value, Number(piece?.endAt) - Number(piece?.startAt)]).toEqual([on, 60, 50 * 60_000])
  }
})

test('each day of a slot has its hours, also when the clocks change between them', () => {
  const hours = hoursOf(
    { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '08:00', endTime: '10:00' },
    figures,
  )
  expect(hours.map(({ on, pieces }) => [on, pieces[0]?.startAt.toISOString()])).toEqual([
    ['2027-03-13', '2027-03-13T13:00:00.000Z'],
    ['2027-03-13', '2027-03-13T14:00:00.000Z'],
    ['2027-03-14', '2027-03-14T12:00:00.000Z'],
    ['2027-03-14', '2027-03-14T13:00:00.000Z'],
  ])
})

test.each([
  ['a day that does not exist', { on: '2027-02-30' }],
  ['no pieces', { pieces: [] }],
  ['a piece that ends before it begins', { pieces: [['2027-02-09T14:00Z', '2027-02-09T13:00Z']] }],
  ['a piece without a time', { pieces: [['2027-02-09T14:00Z', 'noon']] }],
  ['an hour worth nothing', { value: 0 }],
])('a stated agenda is refused with %s', (_, wrong) => {
  const hour = { on: '2027-02-09', pieces: [['2027-02-09T13:00Z', '2027-02-09T13:50Z']] }
  expect(StatedAgenda.safeParse([hour]).success).toBe(true)
  expect(StatedAgenda.safeParse([{ ...hour, ...wrong }]).success).toBe(false)
})
