import { describe, expect, test } from 'vitest'
import type { AttendanceVisit } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { Rows } from '#test/counted-slots.ts'
import {
  at,
  codesOf,
  countOne,
  courseOf,
  inPerson,
  poll,
  slotTime,
  stated,
  unpolled,
  virtual,
  visit,
} from '#test/counted-slots.ts'
import type { Finding } from './findings.ts'

const strict: Figures = { ...unpolled, neededMinutes: 50, forgivenGapSeconds: 0, forgivenSecondsAnHour: 0 }
const summed: Figures = { ...strict, mode: 'sum', hourMinutes: 50, roundPer: 'day' }
const summedBySlot: Figures = { ...summed, roundPer: 'slot' }

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern.
const time = slotTime('2-9 2-10 08:00 12:00')
const [agenda = []] = courseOf(virtual, [{ time }])
const [tuesday, wednesday] = [visit('9 08:00', '9 12:00'), visit('10 08:00', '10 12:00')]
const both = [tuesday, wednesday]

type Result = [codes: string, minutes: number, hours: number, reason: Finding['reason']]
function result(figures: Figures, rows: Rows, hours = agenda): Result {
  const finding = countOne(figures, hours, { visits: both, ...rows })
  return [codesOf(finding), finding.minutes, finding.hours, finding.reason]
}

describe('presence', () => {
  test.each<[string, AttendanceVisit[], Result]>([
    ['all of both days', both, ['EEEE EEEE', 400, 8, 'full']],
    ['nothing', [], ['---- ----', 0, 0, 'no-visits']],
    ['one day', [wednesday], ['---- EEEE', 200, 4, 'presence']],
    ['early and late', [visit('9 07:00', '9 12:30'), wednesday], ['EEEE EEEE', 400, 8, 'full']],
    ['only before the start', [visit('9 06:30', '9 08:00')], ['---- ----', 0, 0, 'outside-slot']],
    ['only during a break', [visit('9 08:50', '9 09:00')], ['---- ----', 0, 0, 'outside-slot']],
    ['40 seconds', [visit('9 08:00', '9 08:00:40')], ['S--- ----', 0, 0, 'presence']],
    ['45:00 minutes of an hour', [visit('9 08:05:00', '9 12:00'), wednesday], ['EEEE EEEE', 395, 8, 'full']],
    ['44:59 minutes', [visit('9 08:05:01', '9 12:00'), wednesday], ['SEEE EEEE', 394, 7, 'presence']],
    ['parts of a second', [visit('9 08:05:00.999', '9 12:00'), wednesday], ['EEEE EEEE', 395, 8, 'full']],
    [
      'seconds of several visits, added before they are rounded',
      [visit('9 08:00', '9 08:20:30'), visit('9 08:25:30', '9 12:00'), wednesday],
      ['EEEE EEEE', 395, 8, 'full'],
    ],
    ['two devices', [...both, visit('9 08:30', '9 11:00')], ['EEEE EEEE', 400, 8, 'full']],
    ['a visit over the night', [visit('9 08:00', '10 12:00')], ['EEEE EEEE', 400, 8, 'full']],
  ])('is counted: %s', (_, visits, expected) => {
    expect(result(unpolled, { visits })).toEqual(expected)
  })

  const away = (...gaps: [from: string, to: string][]) => {
    const bounds = ['08:00', ...gaps.flat(), '12:00']
    return [...gaps, []].map((_, index) => visit(`9 ${bounds[2 * index]}`, `9 ${bounds[2 * index + 1]}`))
  }
  test.each<[string, AttendanceVisit[], number]>([
    ['120 seconds are forgiven', away(['08:20', '08:22']), 200],
    ['121 seconds are not', away(['08:20', '08:22:01']), 197],
    ['300 seconds of an hour are', away(['08:10', '08:12'], ['08:20', '08:22'], ['08:30', '08:31']), 200],
    ['301 are not all', away(['08:10', '08:12'], ['08:20', '08:22'], ['08:30', '08:31:01']), 199],
    [
      'each hour forgives',
      away(['08:10', '08:12'], ['08:20', '08:22'], ['09:10', '09:12'], ['09:20', '09:22']),
      200,
    ],
    ['a gap into the break is as long as it is', away(['08:49', '08:51:01']), 199],
    ['a gap over the break is too', away(['08:49', '09:01']), 198],
  ])('of gaps, %s', (_, visits, minutes) => {
    expect(result(unpolled, { visits })[1]).toBe(minutes)
  })

  test('without forgiven gaps, a second is too much', () => {
    const visits = [visit('9 08:00:01', '9 12:00'), wednesday]
    expect(result(strict, { visits })).toEqual(['SEEE EEEE', 399, 7, 'presence'])
  })
})

describe('a visit', () => {
  const endless = { ...tuesday, leftAt: null }
  const reversed = visit('9 11:00', '9 08:02')
  test.each<[string, AttendanceVisit[], Result]>([
    [
      'in the waiting room is no presence',
      [{ ...tuesday, isWaiting: true }],
      ['---- ----', 0, 0, 'no-visits'],
    ],
    ['as a panelist counts', [{ ...tuesday, role: 'panelist' }, wednesday], ['EEEE EEEE', 400, 8, 'full']],
    ['as a host waits', [{ ...tuesday, role: 'host' }], ['---- ----', 0, 0, 'host']],
    ['as a host takes nothing away', [...both, { ...tuesday, role: 'host' }], ['EEEE EEEE', 400, 8, 'host']],
    ['without an end makes its day unknown', [endless], ['???? ----', 0, 0, 'unusable-times']],
    ['without a beginning, too', [{ ...wednesday, joinedAt: null }], ['---- ????', 0, 0, 'unusable-times']],
    [
      'without either makes all days unknown',
      [{ ...endless, joinedAt: null }],
      ['???? ????', 0, 0, 'unusable-times'],
    ],
    ['that ends before it begins, too', [reversed, wednesday], ['???? EEEE', 200, 4, 'unusable-times']],
    ['of no second, too', [visit('9 08:00:00.1', '9 08:00:00.9')], ['???? ----', 0, 0, 'unusable-times']],
    ['without an end is set aside beside others', [...both, endless], ['EEEE EEEE', 400, 8, 'full']],
    [
      'outside the hours says nothing of an endless one',
      [visit('9 07:00', '9 07:30'), endless],
      ['???? ----', 0, 0, 'unusable-times'],
    ],
  ])('%s', (_, visits, expected) => {
    expect(result(unpolled, { visits })).toEqual(expected)
  })
})

describe('a row outside of the slot', () => {
  const endless = (clock: string) => ({ ...visit(clock, clock), leftAt: null })
  const hosted = (from: string, to: string) => visit(from, to, { role: 'host' })
  const nothing: Result = ['---- ----', 0, 0, 'outside-slot']
  test.each<[string, AttendanceVisit[], Result]>([
    ['that ends an hour before the first hour means nothing', [hosted('9 06:00', '9 07:00:00')], nothing],
    ['is one no longer with a second more', [hosted('9 06:00', '9 07:00:01')], ['---- ----', 0, 0, 'host']],
    [
      'is one no longer if it begins a second earlier than an hour after the last period',
      [hosted('9 12:59:59', '9 14:00')],
      ['---- ----', 0, 0, 'host'],
    ],
    ['that begins an hour after the last period means nothing', [hosted('9 13:00:00', '9 14:00')], nothing],
    ['without an end means nothing, too', [endless('9 06:59:59')], nothing],
    ['without an end is in from 7:00:00', [endless('9 07:00:00')], ['???? ----', 0, 0, 'unusable-times']],
    ['without an end is in until 1:00:00', [endless('9 13:00:00')], ['???? ----', 0, 0, 'unusable-times']],
    ['without an end is out from 1:00:01', [endless('9 13:00:01')], nothing],
    [
      'such as a practice of the evening before takes nothing away',
      [...both, hosted('8 18:00', '8 19:00'), endless('8 18:00')],
      ['EEEE EEEE', 400, 8, 'full'],
    ],
    [
      'beside a waiting room is all that there is',
      [{ ...tuesday, isWaiting: true }, visit('8 18:00', '8 19:00')],
      nothing,
    ],
  ])('%s', (_, visits, expected) => {
    expect(result(unpolled, { visits })).toEqual(expected)
  })
})

describe('an hour as it was taught', () => {
  const counted = (figures: Figures, hours: ReturnType<typeof stated>, visits: AttendanceVisit[]) => {
    const [agenda = []] = courseOf(figures, [{ time: slotTime('2-9 2-9 08:00 12:00'), agenda: hours }])
    return result(figures, { visits }, agenda)
  }
  const restarted = stated(['9 08:00 08:50'], [['9 09:00 09:20', '9 09:26 09:56']])
  const shared: Figures = { ...unpolled, neededShare: 0.9 }
  const ofMinutes = (minutes: number, value = 60) => stated([`9 08:00 08:${minutes}`, { value }])
  const there = (to: string) => [visit('9 08:00', `9 ${to}`)]
  test.each<[string, Figures, ReturnType<typeof stated>, AttendanceVisit[], Result]>([
    [
      'asks for nobody between its pieces',
      unpolled,
      restarted,
      [visit('9 08:00', '9 09:20'), visit('9 09:26', '9 12:00')],
      ['EE', 100, 2, 'full'],
    ],
    ['adds its pieces up', unpolled, restarted, [visit('9 08:00', '9 09:51')], ['EE', 95, 2, 'full']],
    ['of 46 minutes needs 42', unpolled, ofMinutes(46), there('08:42:00'), ['E', 42, 1, 'full']],
    [
      'of 46 minutes needs each second of 42',
      unpolled,
      ofMinutes(46),
      there('08:41:59'),
      ['S', 41, 0, 'presence'],
    ],
    ['of 40 minutes needs 36', unpolled, ofMinutes(40), there('08:36:00'), ['E', 36, 1, 'full']],
    [
      'of 40 minutes needs each second of 36',
      unpolled,
      ofMinutes(40),
      there('08:35:59'),
      ['S', 35, 0, 'presence'],
    ],
    [
      'of 45 minutes and 59 seconds was taught for 45 minutes, and needs 41',
      unpolled,
      stated([['9 08:00:00 08:45:59']]),
      there('08:41:00'),
      ['E', 41, 1, 'full'],
    ],
    [
      'of 20 minutes can be half of one',
      unpolled,
      ofMinutes(20, 30),
      there('08:18'),
      ['E', 18, 0, 'day-minimum'],
    ],
    ['longer than usual needs no more', unpolled, ofMinutes(59), there('08:45'), ['E', 45, 1, 'full']],
    ['may need a share of its minutes', shared, ofMinutes(59), there('08:53:59'), ['S', 53, 0, 'presence']],
    [
      'of two halves is a whole one',
      unpolled,
      stated(['9 08:00 08:25', { value: 30 }], ['9 08:30 08:55', { value: 30 }]),
      there('09:00'),
      ['EE', 50, 1, 'full'],
    ],
    ['may be missing', unpolled, [], [tuesday], ['', 0, 0, 'outside-slot']],
  ])('%s', (_, figures, hours, visits, expected) => {
    expect(counted(figures, hours, visits)).toEqual(expected)
  })

  const lunch = { from: '12:00', to: '13:00', name: 'Lunch' } as const
  const [courses = []] = courseOf(inPerson, [{ time: slotTime('2-9 2-9 08:00 17:00', [lunch]) }])
  test.each<[string, AttendanceVisit[], number, number]>([
    ['out for lunch', [visit('9 08:00', '9 12:00'), visit('9 13:00', '9 17:00')], 400, 8],
    ['not out for lunch', [visit('9 08:00', '9 17:00')], 400, 8],
    ['in at 8:02:00, which leaves 23 of 25 minutes', [visit('9 08:02:00', '9 17:00')], 398, 8],
    ['in at 8:02:01, which leaves a half less', [visit('9 08:02:01', '9 17:00')], 397, 7],
    ['out before the last two courses', [visit('9 08:00', '9 16:00')], 350, 7],
  ])('in person, two courses an hour: %s', (_, visits, minutes, hours) => {
    const finding = countOne(inPerson, courses, { visits })
    expect([finding.minutes, finding.hours]).toEqual([minutes, hours])
  })
})

describe('the sum', () => {
  const late = [visit('9 08:10', '9 12:00'), visit('10 08:10', '10 12:00')]
  const ten = courseOf(unpolled, [{ time: slotTime('2-9 2-9 08:00 18:00') }])[0]
  const halves = agenda.slice(0, 3).map((each) => ({ ...each, value: 30 }))
  const short = agenda.slice(0, 2).map((hour) => ({
    ...hour,
    pieces: hour.pieces.map(({ startAt }) => ({ startAt, endAt: new Date(startAt.getTime() + 30 * 60_000) })),
  }))
  test.each<[string, Figures, Rows, Result, (typeof agenda | undefined)?]>([
    [
      'leaves out a day below the least',
      { ...unpolled, leastHoursADay: 2 },
      { visits: [tuesday, visit('10 08:00', '10 09:00')] },
      ['EEEE E---', 250, 4, 'day-minimum'],
    ],
    [
      'says nothing of a day without hours',
      { ...unpolled, leastHoursADay: 2 },
      { visits: [tuesday] },
      ['EEEE ----', 200, 4, 'presence'],
    ],
    [
      'is at most 8 hours',
      unpolled,
      { visits: [visit('9 08:00', '9 18:00')] },
      ['EEEEEEEEEE', 500, 8, 'full'],
      ten,
    ],
    ['rounds half hours down once', unpolled, {}, ['EEE', 150, 1, 'full'], halves],
    ['of minutes is rounded by day', summed, { visits: late }, ['CCCC CCCC', 380, 6, 'presence']],
    ['of minutes is rounded by slot', summedBySlot, { visits: late }, ['CCCC CCCC', 380, 7, 'presence']],
    ['of minutes of all hours', summedBySlot, {}, ['CCCC CCCC', 400, 8, 'full']],
    ['of minutes of one day', summedBySlot, { visits: [wednesday] }, ['---- CCCC', 200, 4, 'presence']],
    [
      'of minutes leaves out a day below the least',
      { ...summed, leastHoursADay: 2 },
      { visits: [tuesday, visit('10 08:00', '10 09:00')] },
      ['CCCC C---', 250, 4, 'day-minimum'],
    ],
    ['of minutes is full with all that was taught', summedBySlot, {}, ['CC', 60, 1, 'full'], short],
  ])('%s', (_, figures, rows, expected, hours) => {
    expect(result(figures, rows, hours)).toEqual(expected)
  })

  test.each<[string, string, string, number, number]>([
    ['both days', '3-31 08:00', '4-1 12:00', 4, 4],
    ['two hours of each', '3-31 10:00', '4-1 10:00', 2, 2],
    ['March 31', '3-31 08:00', '3-31 12:00', 4, 0],
    ['April 1', '4-1 08:00', '4-1 10:00', 0, 2],
  ])('is split by day and by renewal year: %s', (_, from, to, march, april) => {
    const [hours = []] = courseOf(unpolled, [{ time: slotTime('3-31 4-1 08:00 12:00') }])
    const finding = countOne(unpolled, hours, { visits: [visit(from, to)] })
    const days = [
      { on: '2027-03-31', hours: march },
      { on: '2027-04-01', hours: april },
    ]
    expect(finding.byDay).toEqual(days.filter((day) => day.hours > 0))
    expect(finding.hoursBySeason).toEqual({ ...(march && { 2027: march }), ...(april && { 2028: april }) })
  })

  test('gives an hour of two halves to the day that completes it, and those above the most to nobody', () => {
    const time = slotTime('2-9 2-10 08:00 12:00')
    const agenda = stated(
      ...[8, 9, 10].map(
        (hour) => [`9 ${hour < 10 ? `0${hour}` : hour}:00 ${hour < 10 ? `0${hour}` : hour}:50`] as [string],
      ),
      ['9 11:00 11:25', { value: 30 }],
      ['10 08:00 08:25', { value: 30 }],
      ['10 09:00 09:50'],
    )
    const [hours = []] = courseOf(unpolled, [{ time, agenda }])
    const byDay = (figures: Figures) => countOne(figures, hours, { visits: both }).byDay
    expect(byDay(unpolled)).toEqual([
      { on: '2027-02-09', hours: 3 },
      { on: '2027-02-10', hours: 2 },
    ])
    expect(byDay({ ...unpolled, mostHours: 4 })).toEqual([
      { on: '2027-02-09', hours: 3 },
      { on: '2027-02-10', hours: 1 },
    ])
  })
})

test('hours of a day without a report are told apart from absence', () => {
  const covered = agenda.map((hour) => ({ ...hour, isCovered: hour.on === '2027-02-09' }))
  expect(result(unpolled, { visits: [tuesday] }, covered)).toEqual(['EEEE RRRR', 200, 4, 'open'])
})

test('an hour says how long the person was there and away, and what it needed', () => {
  const visits = [visit('9 08:00', '9 08:20'), visit('9 08:30', '9 12:00')]
  const { agenda: hours } = countOne(virtual, agenda, { visits, asked: [poll('9 08:25')] })
  expect(hours[0]).toEqual({
    on: '2027-02-09',
    course: '1.1',
    eventSlotId: 1,
    counts: false,
    startAt: at('9 08:00'),
    code: 'too-short',
    taughtMinutes: 50,
    neededMinutes: 45,
    minutes: 40,
    away: [{ startAt: at('9 08:20'), endAt: at('9 08:30') }],
    polls: { per: 'hour', asked: 1, needed: 1, answered: 0 },
  })
})
