import { expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { agendaOf, hoursOf, StatedAgenda, statedOf } from './agendas.ts'
import type { SlotBreak } from './breaks.ts'

const figures = { code: 'hours-2', periodMinutes: 60, teachingMinutes: 50 } as const
const inPerson = { ...figures, coursesAnHour: 2 } as const
const day = { startOn: '2027-02-09', endOn: '2027-02-09', breaks: [] } as const
const lunch: SlotBreak = { from: '12:00', to: '13:00', name: 'Lunch' }

/** Returns when the hours begin, in Eastern winter time: '8:00'. */
function beginsOf(...given: Parameters<typeof hoursOf>): string[] {
  return hoursOf(...given).map(({ pieces }) => {
    const begin = new Date(Number(pieces[0]?.startAt) - 5 * 3_600_000)
    return begin.toISOString().slice(11, 16).replace(/^0/, '')
  })
}

test.each<[string, [on: PlainDate, from: PlainTime, to: PlainTime], string[]]>([
  ['a morning', ['2027-02-09', '08:00', '12:00'], ['13:00', '14:00', '15:00', '16:00']],
  ['a last break outside the slot', ['2027-02-09', '08:00', '09:50'], ['13:00', '14:00']],
  ['a last hour that does not fit', ['2027-02-09', '08:00', '09:49'], ['13:00']],
  ['half an hour', ['2027-02-09', '08:00', '08:30'], []],
  ['an evening that is the next day in UTC', ['2027-02-09', '18:00', '20:00'], ['23:00', '00:00']],
  ['a night', ['2027-02-09', '23:00', '01:00'], ['04:00', '05:00']],
  // The clocks skip 2:00 to 3:00, so three hours pass from 1:00 to 5:00.
  ['the night on which summer time begins', ['2027-03-14', '01:00', '05:00'], ['06:00', '07:00', '08:00']],
  // No clock shows these ends. Such slots are refused, but an older one must not become a day of 24 hours.
  ['a slot that ends when the clocks go forward', ['2027-03-14', '01:00', '02:00'], []],
  ['a slot that ends in the skipped hour', ['2027-03-14', '01:00', '02:50'], []],
  ['a slot within the skipped hour', ['2027-03-14', '02:00', '02:50'], []],
  // The hour from 1:00 to 2:00 comes twice.
  [
    'the night on which summer time ends',
    ['2027-11-07', '00:00', '03:00'],
    ['04:00', '05:00', '06:00', '07:00'],
  ],
])('the planned hours of %s', (_, [on, startTime, endTime], begins) => {
  const hours = hoursOf({ startOn: on, endOn: on, startTime, endTime, breaks: [] }, figures)
  expect(hours.map(({ pieces }) => pieces[0]?.startAt.toISOString().slice(11, 16))).toEqual(begins)
  for (const { on: day, pieces, value } of hours) {
    const [piece] = pieces
    expect([day, value, Number(piece?.endAt) - Number(piece?.startAt)]).toEqual([on, 60, 50 * 60_000])
  }
})

test('each day of a slot has its hours, also when the clocks change between them', () => {
  const hours = hoursOf(
    { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '08:00', endTime: '10:00', breaks: [] },
    figures,
  )
  expect(hours.map(({ on, pieces }) => [on, pieces[0]?.startAt.toISOString()])).toEqual([
    ['2027-03-13', '2027-03-13T13:00:00.000Z'],
    ['2027-03-13', '2027-03-13T14:00:00.000Z'],
    ['2027-03-14', '2027-03-14T12:00:00.000Z'],
    ['2027-03-14', '2027-03-14T13:00:00.000Z'],
  ])
})

test.each<[string, PlainTime, PlainTime, SlotBreak[], string[]]>([
  [
    'South Carolina, 8 to 5 with lunch',
    ...(['08:00', '17:00'] as const),
    [lunch],
    ['8:00', '9:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00'],
  ],
  [
    'a break in the middle of an hour',
    ...(['08:00', '13:00'] as const),
    [{ from: '10:30', to: '10:45', name: 'Coffee' }],
    ['8:00', '9:00', '10:45', '11:45'],
  ],
  [
    'a break in the pause after an hour',
    ...(['08:00', '12:00'] as const),
    [{ from: '08:50', to: '08:55', name: 'Coffee' }],
    ['8:00', '9:00', '10:00', '11:00'],
  ],
  [
    'a break that touches both neighbors',
    ...(['08:00', '12:00'] as const),
    [{ from: '09:50', to: '11:00', name: 'Brunch' }],
    ['8:00', '9:00', '11:00'],
  ],
  [
    'two breaks in a row',
    ...(['08:00', '12:00'] as const),
    [
      { from: '09:00', to: '09:20', name: 'Coffee' },
      { from: '09:30', to: '10:10', name: 'Photo' },
    ],
    ['8:00', '10:10', '11:10'],
  ],
  ['a break of the whole day', '08:00', '12:00', [{ from: '08:00', to: '12:00', name: 'Fog' }], []],
])('nobody is taught during a break: %s', (_, startTime, endTime, breaks, begins) => {
  const slot = { ...day, startTime, endTime, breaks }
  expect(beginsOf(slot, figures)).toEqual(begins)
  expect(hoursOf(slot, figures).map(({ hour }) => hour)).toEqual(begins.map((_, place) => place + 1))
})

test('breaks hold on each day, by the clock of that day', () => {
  const slot = { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '10:00', endTime: '14:00' } as const
  expect(
    hoursOf({ ...slot, breaks: [lunch] }, figures).map(({ on, hour, pieces }) => [
      on,
      hour,
      pieces[0]?.startAt.toISOString().slice(11, 16),
    ]),
  ).toEqual([
    ['2027-03-13', 1, '15:00'],
    ['2027-03-13', 2, '16:00'],
    ['2027-03-13', 3, '18:00'],
    ['2027-03-14', 1, '14:00'],
    ['2027-03-14', 2, '15:00'],
    ['2027-03-14', 3, '17:00'],
  ])
})

test('two courses an hour are halves: 25 of 30 minutes taught, worth 30', () => {
  const slot = { ...day, startTime: '08:00', endTime: '17:00', breaks: [lunch] } as const
  const courses = hoursOf(slot, inPerson)
  expect(beginsOf(slot, inPerson)).toEqual(
    ['8', '9', '10', '11', '13', '14', '15', '16'].flatMap((hour) => [`${hour}:00`, `${hour}:30`]),
  )
  expect(courses.map(({ hour }) => hour)).toEqual(Array.from({ length: 16 }, (_, place) => place + 1))
  for (const { pieces, value } of courses) {
    expect([Number(pieces[0]?.endAt) - Number(pieces[0]?.startAt), value]).toEqual([25 * 60_000, 30])
  }
})

test('a course that would reach into a break gives way, the one before it stays', () => {
  const breaks = [{ from: '11:45', to: '12:30', name: 'Lunch' }] as const
  expect(beginsOf({ ...day, startTime: '10:30', endTime: '13:30', breaks }, inPerson)).toEqual([
    '10:30',
    '11:00',
    '12:30',
    '13:00',
  ])
})

test('the rule hours-1 plans from end to end, without breaks and in whole hours', () => {
  const slot = { ...day, startTime: '11:00', endTime: '14:00', breaks: [lunch] } as const
  expect(beginsOf(slot, { ...inPerson, code: 'hours-1' })).toEqual(['11:00', '12:00', '13:00'])
})

test('a stated hour keeps its number, which is its place in the day by default', () => {
  const hour = (on: string, begin: number, number?: number) => ({
    on,
    pieces: [[`${on}T${begin}:00:00Z`, `${on}T${begin}:50:00Z`]],
    ...(number !== undefined && { hour: number }),
  })
  const days = ['2027-02-09', '2027-02-10'] as const
  const numbers = (hours: object[]) => agendaOf(StatedAgenda.parse(hours)).map(({ hour }) => hour)
  expect(numbers([hour(days[0], 13), hour(days[0], 14), hour(days[1], 13)])).toEqual([1, 2, 1])
  const holed = [hour(days[0], 13, 1), hour(days[0], 15, 3), hour(days[1], 13)]
  expect(numbers(holed)).toEqual([1, 3, 1])
  const agenda = agendaOf(StatedAgenda.parse(holed))
  expect(agendaOf(statedOf(agenda))).toEqual(agenda)
})

test.each([
  ['a number of 0', { hour: 0 }],
  ['half a number', { hour: 1.5 }],
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
