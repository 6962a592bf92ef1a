import { describe, expect, test } from 'vitest'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import { agendaOf, hoursOf, StatedAgenda } from '#contract/events/slots/agendas.ts'
import type { Evidence, Finding, HourCode } from '../findings.ts'
import { countHours } from './count-hours.ts'

const virtual = Figures.parse({
  code: 'hours-1',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  phonePolls: 'needed',
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
})
const unpolled: Figures = { ...virtual, polls: { ...virtual.polls, per: 'none' } }
const strict: Figures = { ...unpolled, neededMinutes: 50, forgivenGapSeconds: 0, forgivenSecondsAnHour: 0 }
const summed: Figures = { ...strict, mode: 'sum', hourMinutes: 50, roundPer: 'day' }
const summedBySlot: Figures = { ...summed, roundPer: 'slot' }
const threeADay = { per: 'day', needed: 3, lateMinutes: 5 } as const

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern. Tests write '9 08:05:01'.
const agenda = hoursOf(
  { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00', breaks: [] },
  virtual,
)
const at = (clock: string) => {
  const [day = '', time = ''] = clock.split(' ')
  return new Date(`2027-02-${day.padStart(2, '0')}T${time.padEnd(8, ':00')}-05:00`)
}
const visit = (from: string, to: string, more: Partial<AttendanceVisit> = {}): AttendanceVisit => ({
  joinedAt: at(from),
  leftAt: at(to),
  role: 'attendee',
  medium: 'online',
  isWaiting: false,
  ...more,
})
const [tuesday, wednesday] = [visit('9 08:00', '9 12:00'), visit('10 08:00', '10 12:00')]
const both = [tuesday, wednesday]

const poll = (clock: string): PollMoment => ({ question: clock.slice(0, -3), at: at(clock), on: null })
const everyPoll = [9, 10].flatMap((day) =>
  [8, 9, 10, 11].map((hour) => poll(`${day} ${hour < 10 ? '0' : ''}${hour}:25`)),
)
const without = (...hours: string[]) => everyPoll.filter(({ question }) => !hours.includes(question))
const untimed = (on: PlainDate, ...questions: string[]): PollMoment[] =>
  questions.map((question) => ({ question: `${on} ${question}`, at: null, on }))
const fourEachDay = [
  ...untimed('2027-02-09', 'a', 'b', 'c', 'd'),
  ...untimed('2027-02-10', 'a', 'b', 'c', 'd'),
]

const letters: Record<HourCode, string> = {
  earned: 'E',
  'earned-no-poll': 'N',
  open: 'O',
  'too-short': 'S',
  'not-there': '-',
  'no-report': 'R',
  'poll-missing': 'P',
  unknown: '?',
  counted: 'C',
}
type Result = [codes: string, minutes: number, hours: number, reason: Finding['reason']]

function result(figures: Figures, evidence: Partial<Evidence>, hours = agenda): Result {
  const finding = countHours(figures, hours, {
    visits: both,
    asked: everyPoll,
    answers: everyPoll,
    isSettled: true,
    ...evidence,
  })
  const days = Map.groupBy(finding.agenda, ({ on }) => on).values()
  const codes = [...days].map((day) => day.map(({ code }) => letters[code]).join('')).join(' ')
  return [codes, finding.minutes, finding.hours, finding.reason]
}

// Presence works as in `hours-2`.
describe('presence', () => {
  const endless = { ...tuesday, leftAt: null }
  const reversed = visit('9 11:00', '9 08:02')
  test.each<[string, AttendanceVisit[], Result]>([
    ['all of both days', both, ['EEEE EEEE', 400, 8, 'full']],
    ['nothing', [], ['---- ----', 0, 0, 'no-visits']],
    ['only during a break', [visit('9 08:50', '9 09:00')], ['---- ----', 0, 0, 'outside-slot']],
    ['45:00 minutes of an hour', [visit('9 08:05:00', '9 12:00'), wednesday], ['EEEE EEEE', 395, 8, 'full']],
    ['44:59 minutes', [visit('9 08:05:01', '9 12:00'), wednesday], ['SEEE EEEE', 394, 7, 'presence']],
    ['in the waiting room', [{ ...tuesday, isWaiting: true }], ['---- ----', 0, 0, 'outside-slot']],
    ['as a host', [...both, { ...tuesday, role: 'host' }], ['EEEE EEEE', 400, 8, 'host']],
    [
      'as a host of the evening before',
      [...both, visit('8 18:00', '8 19:00', { role: 'host' })],
      ['EEEE EEEE', 400, 8, 'host'],
    ],
    ['without an end', [endless], ['???? ----', 0, 0, 'unusable-times']],
    ['with its end before its beginning', [reversed, wednesday], ['???? EEEE', 200, 4, 'unusable-times']],
  ])('%s', (_, visits, expected) => {
    expect(result(virtual, { visits })).toEqual(expected)
  })

  test('without usable times is named', () => {
    const evidence = { visits: [tuesday, endless, reversed], asked: [], answers: [], isSettled: true }
    expect(countHours(virtual, agenda, evidence).setAside).toEqual([1, 2])
  })
})

describe('polls with times', () => {
  const twoNeeded: Figures = { ...virtual, polls: { ...virtual.polls, needed: 2 } }
  const second = { question: 'again', at: at('9 08:40'), on: null }
  const last = (clock: string) => [...without('9 11'), { ...poll('9 11:25'), at: at(clock) }]
  test.each<[string, Figures, Partial<Evidence>, Result]>([
    ['one is not answered', virtual, { answers: without('9 10') }, ['EEPE EEEE', 400, 7, 'polls']],
    ['none is answered', virtual, { answers: [] }, ['PPPP PPPP', 400, 0, 'polls']],
    [
      'an hour is also too short',
      virtual,
      { answers: without('9 08'), visits: [tuesday, visit('10 08:10', '10 12:00')] },
      ['PEEE SEEE', 390, 6, 'presence-and-polls'],
    ],
    [
      'none was asked',
      virtual,
      { asked: without('9 09'), answers: without('9 09') },
      ['ENEE EEEE', 400, 8, 'full'],
    ],
    [
      'none was asked yet',
      virtual,
      { asked: without('9 09'), answers: without('9 09'), isSettled: false },
      ['EOEE EEEE', 400, 7, 'open'],
    ],
    [
      'the person was away anyway',
      virtual,
      { visits: [wednesday], asked: [], isSettled: false },
      ['---- OOOO', 200, 0, 'open'],
    ],
    ['it is answered in the break', virtual, { answers: last('9 11:55') }, ['EEEE EEEE', 400, 8, 'full']],
    ['it is answered too late', virtual, { answers: last('9 11:55:01') }, ['EEEP EEEE', 400, 7, 'polls']],
    [
      'it is answered in the next hour',
      virtual,
      { answers: [...without('9 08', '9 09'), { ...poll('9 08:25'), at: at('9 09:00') }] },
      ['PEEE EEEE', 400, 7, 'polls'],
    ],
    [
      'it is answered before the first hour',
      virtual,
      { answers: [...without('9 08'), { ...poll('9 08:25'), at: at('9 07:59:59') }] },
      ['PEEE EEEE', 400, 7, 'polls'],
    ],
    [
      'it was asked before the first hour',
      virtual,
      { asked: [...everyPoll, { question: 'early', at: at('10 07:50'), on: null }] },
      ['EEEE EEEE', 400, 8, 'full'],
    ],
    [
      'the same answer comes twice',
      twoNeeded,
      { asked: [...everyPoll, second], answers: [...everyPoll, ...everyPoll] },
      ['PEEE EEEE', 400, 7, 'polls'],
    ],
    [
      'both are answered',
      twoNeeded,
      { asked: [...everyPoll, second], answers: [...everyPoll, second] },
      ['EEEE EEEE', 400, 8, 'full'],
    ],
    [
      'only the answer has no time',
      virtual,
      { answers: [...without('9 09'), { question: '9 09', at: null, on: '2027-02-09' }] },
      ['EEEE EEEE', 400, 8, 'full'],
    ],
    ['polls are not needed', unpolled, { answers: [], isSettled: false }, ['EEEE EEEE', 400, 8, 'full']],
  ])('%s', (_, figures, evidence, expected) => {
    expect(result(figures, evidence)).toEqual(expected)
  })

  const byPhone: AttendanceVisit = { ...tuesday, medium: 'phone' }
  const waived: Figures = { ...virtual, phonePolls: 'waived' }
  test.each<[string, Figures, AttendanceVisit[], string]>([
    ['needs them by phone', virtual, [byPhone, wednesday], 'PPPP PPPP'],
    ['does not if the phone is waived', waived, [byPhone, wednesday], 'NNNN PPPP'],
    ['does not with a device beside the phone', waived, [byPhone, ...both], 'NNNN PPPP'],
    [
      'needs them after a minute by phone',
      waived,
      [...both, visit('9 08:00', '9 08:01', { medium: 'phone' })],
      'PPPP PPPP',
    ],
  ])('a person %s', (_, figures, visits, codes) => {
    expect(result(figures, { visits, answers: [] })[0]).toBe(codes)
  })
})

describe('polls without times', () => {
  const answered = (...questions: string[]) => [
    ...untimed('2027-02-09', ...questions),
    ...untimed('2027-02-10', 'a', 'b', 'c', 'd'),
  ]
  const two = [...untimed('2027-02-09', 'a', 'b'), ...untimed('2027-02-10', 'a', 'b', 'c', 'd')]
  test.each<[string, Partial<Evidence>, Result]>([
    ['all of four', { answers: fourEachDay }, ['EEEE EEEE', 400, 8, 'full']],
    [
      'three of four: the latest hour loses',
      { answers: answered('a', 'b', 'c') },
      ['EEEP EEEE', 400, 7, 'polls'],
    ],
    [
      'doubles count once',
      { answers: [...answered('a', 'b'), ...answered('a', 'b')] },
      ['EEPP EEEE', 400, 6, 'polls'],
    ],
    [
      'of the other day do not help',
      { answers: [...fourEachDay.slice(0, 4), ...untimed('2027-02-09', 'e', 'f')] },
      ['EEEE PPPP', 400, 4, 'polls'],
    ],
    [
      'one of two asked is enough for two hours',
      { asked: two, answers: answered('a') },
      ['EEPP EEEE', 400, 6, 'polls'],
    ],
    [
      'three hours need three',
      { answers: answered('a', 'b', 'c'), visits: [visit('9 09:00', '9 12:00'), wednesday] },
      ['-EEE EEEE', 350, 7, 'presence'],
    ],
    [
      'none asked on a day',
      { asked: fourEachDay.slice(4), answers: answered() },
      ['NNNN EEEE', 400, 8, 'full'],
    ],
    [
      'none asked on a day yet',
      { asked: fourEachDay.slice(4), answers: answered(), isSettled: false },
      ['OOOO EEEE', 400, 4, 'open'],
    ],
  ])('%s', (_, evidence, expected) => {
    expect(result(virtual, { asked: fourEachDay, ...evidence })).toEqual(expected)
  })

  test('the hours of less credit lose first', () => {
    const hours = agenda.slice(0, 2).map((hour, index) => ({ ...hour, value: index === 0 ? 60 : 120 }))
    const evidence = { asked: untimed('2027-02-09', 'a', 'b'), answers: untimed('2027-02-09', 'a') }
    expect(result(virtual, evidence, hours)).toEqual(['PE', 100, 2, 'polls'])
  })
})

describe('the sum', () => {
  const late = [visit('9 08:10', '9 12:00'), visit('10 08:10', '10 12:00')]
  const answers = (tuesdays: number, wednesdays: number) => [
    ...fourEachDay.slice(0, tuesdays),
    ...fourEachDay.slice(4, 4 + wednesdays),
  ]
  const [hour] = agenda
  const long = Array.from({ length: 10 }, () => hour).flatMap((each) => (each ? [each] : []))
  test.each<[string, Figures, Partial<Evidence>, Result, typeof agenda?]>([
    [
      'a day below the least counts nothing',
      { ...unpolled, leastHoursADay: 2 },
      { visits: [tuesday, visit('10 08:00', '10 09:00')] },
      ['EEEE E---', 250, 4, 'day-minimum'],
    ],
    [
      'a day without hours is not below the least',
      { ...unpolled, leastHoursADay: 2 },
      { visits: [tuesday] },
      ['EEEE ----', 200, 4, 'presence'],
    ],
    ['is at most 8 hours', unpolled, {}, ['EEEEEEEEEE', 500, 8, 'full'], long],
    [
      'half hours are rounded down once',
      unpolled,
      {},
      ['EEE', 150, 1, 'full'],
      agenda.slice(0, 3).map((each) => ({ ...each, value: 30 })),
    ],
    ['minutes, rounded by day', summed, { visits: late }, ['CCCC CCCC', 380, 6, 'presence']],
    ['minutes, rounded by slot', summedBySlot, { visits: late }, ['CCCC CCCC', 380, 7, 'presence']],
    ['minutes of all hours', summedBySlot, {}, ['CCCC CCCC', 400, 8, 'full']],
    ['minutes of one day', summedBySlot, { visits: [wednesday] }, ['---- CCCC', 200, 4, 'presence']],
    [
      'minutes with all polls',
      { ...summedBySlot, polls: threeADay },
      { asked: fourEachDay, answers: answers(3, 4) },
      ['CCCC CCCC', 400, 8, 'full'],
    ],
    [
      'minutes limited by polls',
      { ...summedBySlot, polls: threeADay },
      { asked: fourEachDay, answers: answers(3, 2) },
      ['CCCC CCCC', 400, 6, 'polls'],
    ],
    [
      'minutes limited by polls per day',
      { ...summed, polls: threeADay },
      { asked: fourEachDay, answers: answers(0, 4) },
      ['CCCC CCCC', 400, 4, 'polls'],
    ],
    [
      'minutes with polls with times',
      { ...summed, polls: threeADay },
      { answers: without('9 08', '9 09') },
      ['CCCC CCCC', 400, 6, 'polls'],
    ],
    [
      'minutes with polls to come',
      { ...summed, polls: threeADay },
      { asked: fourEachDay.slice(4), answers: answers(0, 4), isSettled: false },
      ['OOOO CCCC', 400, 4, 'open'],
    ],
  ])('%s', (_, figures, evidence, expected, hours) => {
    expect(result(figures, evidence, hours)).toEqual(expected)
  })

  test('is split by the renewal year of each day', () => {
    const hours = hoursOf(
      { startOn: '2027-03-31', endOn: '2027-04-01', startTime: '08:00', endTime: '12:00', breaks: [] },
      virtual,
    )
    const stay = (from: string, to: string) =>
      visit('9 08:00', '9 09:00', { joinedAt: new Date(from), leftAt: new Date(to) })
    const seasons = (...visits: AttendanceVisit[]) =>
      countHours(unpolled, hours, { visits, asked: [], answers: [], isSettled: true }).hoursBySeason
    const march = stay('2027-03-31T08:00-04:00', '2027-03-31T12:00-04:00')
    expect(seasons(march, stay('2027-04-01T08:00-04:00', '2027-04-01T12:00-04:00'))).toEqual({
      2027: 4,
      2028: 4,
    })
    expect(seasons(march)).toEqual({ 2027: 4, 2028: 0 })
  })
})

describe('an agenda as taught', () => {
  const stated = (pieces: [string, string][][], value?: number) =>
    agendaOf(
      StatedAgenda.parse(
        pieces.map((hour) => ({
          on: '2027-02-09',
          pieces: hour.map(([from, to]) => [at(from).toISOString(), at(to).toISOString()]),
          ...(value && { value }),
        })),
      ),
    )
  const restarted = stated([
    [['9 08:00', '9 08:50']],
    [
      ['9 09:00', '9 09:20'],
      ['9 09:26', '9 09:56'],
    ],
  ])
  const courses = stated([[['9 08:00', '9 08:25']], [['9 08:30', '9 08:55']], [['9 09:00', '9 09:25']]], 30)
  const shared: Figures = { ...unpolled, neededShare: 0.9 }
  test.each<[string, Figures, typeof agenda, AttendanceVisit[], Result]>([
    [
      'nobody has to be there between its pieces',
      unpolled,
      restarted,
      [visit('9 08:00', '9 09:20'), visit('9 09:26', '9 12:00')],
      ['EE', 100, 2, 'full'],
    ],
    ['its pieces add up', unpolled, restarted, [visit('9 08:00', '9 09:51')], ['EE', 95, 2, 'full']],
    [
      'a share of short courses is enough',
      shared,
      courses,
      [visit('9 08:02', '9 12:00')],
      ['EEE', 73, 1, 'full'],
    ],
    [
      'less than the share is not',
      shared,
      courses,
      [visit('9 08:02:01', '9 12:00')],
      ['SEE', 72, 1, 'presence'],
    ],
    [
      'a short hour needs as many minutes as any',
      unpolled,
      stated([[['9 08:10', '9 08:50']]]),
      [tuesday],
      ['S', 40, 0, 'presence'],
    ],
    ['it may be empty', unpolled, [], [tuesday], ['', 0, 0, 'outside-slot']],
  ])('%s', (_, figures, hours, visits, expected) => {
    expect(result(figures, { visits }, hours)).toEqual(expected)
  })
})
