import { describe, expect, test } from 'vitest'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import type { Rows } from '#test/counted-slots.ts'
import {
  codesOf,
  countOne,
  courseOf,
  poll,
  slotTime,
  unpolled,
  untimed,
  virtual,
  visit,
} from '#test/counted-slots.ts'
import type { Finding } from './findings.ts'
import type { AskedMoment } from './launches.ts'

const twoNeeded: Figures = { ...virtual, polls: { ...virtual.polls, needed: 2 } }
const waived: Figures = { ...virtual, phonePolls: 'waived' }
const daily: Figures = { ...virtual, polls: { ...virtual.polls, per: 'day', needed: 3 } }

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern. Each hour has a poll at 25 past.
const [agenda = []] = courseOf(virtual, [{ time: slotTime('2-9 2-10 08:00 12:00') }])
const [tuesday, wednesday] = [visit('9 08:00', '9 12:00'), visit('10 08:00', '10 12:00')]
const both = [tuesday, wednesday]
const everyPoll = ['9', '10'].flatMap((day) =>
  ['08', '09', '10', '11'].map((hour) => poll(`${day} ${hour}:25`)),
)
const without = (...hours: string[]) => everyPoll.filter(({ question }) => !hours.includes(question))

type Result = [codes: string, hours: number, reason: Finding['reason']]
function result(figures: Figures, rows: Rows, hours = agenda): Result {
  const finding = countOne(figures, hours, { visits: both, asked: everyPoll, answers: everyPoll, ...rows })
  return [codesOf(finding), finding.hours, finding.reason]
}

describe('polls of an hour', () => {
  const second = poll('9 08:40', 'again')
  test.each<[string, Figures, Rows, Result]>([
    ['all are answered', virtual, {}, ['EEEE EEEE', 8, 'full']],
    ['one is not answered', virtual, { answers: without('9 10') }, ['EEPE EEEE', 7, 'polls']],
    ['none is answered', virtual, { answers: [] }, ['PPPP PPPP', 0, 'polls']],
    [
      'an hour is also too short',
      virtual,
      { answers: without('9 08'), visits: [tuesday, visit('10 08:10', '10 12:00')] },
      ['PEEE SEEE', 6, 'presence-and-polls'],
    ],
    [
      'none was asked',
      virtual,
      { asked: without('9 09'), answers: without('9 09') },
      ['ENEE EEEE', 8, 'full'],
    ],
    [
      'none was asked yet',
      virtual,
      { asked: without('9 09'), answers: without('9 09'), isSettled: false },
      ['EOEE EEEE', 7, 'open'],
    ],
    [
      'one of two that may come was asked, and answered',
      twoNeeded,
      { isSettled: false },
      ['OOOO OOOO', 0, 'open'],
    ],
    ['one of two that may come was asked, and answered, settled', twoNeeded, {}, ['EEEE EEEE', 8, 'full']],
    [
      'all that may come were asked, and not answered',
      virtual,
      { answers: without('9 08'), isSettled: false },
      ['PEEE EEEE', 7, 'polls'],
    ],
    [
      'the person was away anyway',
      virtual,
      { visits: [wednesday], asked: [], answers: [], isSettled: false },
      ['---- OOOO', 0, 'open'],
    ],
    [
      'the same answer comes twice',
      twoNeeded,
      { asked: [...everyPoll, second], answers: [...everyPoll, ...everyPoll] },
      ['PEEE EEEE', 7, 'polls'],
    ],
    [
      'both are answered',
      twoNeeded,
      { asked: [...everyPoll, second], answers: [...everyPoll, second] },
      ['EEEE EEEE', 8, 'full'],
    ],
    ['they are not needed', unpolled, { answers: [], isSettled: false }, ['EEEE EEEE', 8, 'full']],
    [
      'an untimed answer is none of a question with a time',
      virtual,
      { answers: [...without('9 09'), ...untimed('2027-02-09', '9 09')] },
      ['EPEE EEEE', 7, 'polls'],
    ],
  ])('%s', (_, figures, rows, expected) => {
    expect(result(figures, rows)).toEqual(expected)
  })

  const byPhone: AttendanceVisit = { ...tuesday, medium: 'phone' }
  test.each<[string, Figures, AttendanceVisit[], string]>([
    ['needs them by phone', virtual, [byPhone, wednesday], 'PPPP PPPP'],
    ['does not if the phone is waived', waived, [byPhone, wednesday], 'NNNN PPPP'],
    ['does not with a device beside the phone', waived, [byPhone, ...both], 'NNNN PPPP'],
    [
      'needs them after 44:59 by phone',
      waived,
      [...both, visit('9 08:00', '9 08:44:59', { medium: 'phone' })],
      'PPPP PPPP',
    ],
    [
      'does not after 45:00 by phone',
      waived,
      [...both, visit('9 08:00', '9 08:45:00', { medium: 'phone' })],
      'NPPP PPPP',
    ],
  ])('a person %s', (_, figures, visits, codes) => {
    expect(result(figures, { visits, answers: [] })[0]).toBe(codes)
  })
})

describe('the window of an hour', () => {
  const [quarter] = courseOf(virtual, [
    {
      time: slotTime('2-9 2-9 08:00 12:15', [{ from: '09:00', to: '09:15', name: 'Coffee' }]),
    },
  ])
  // One question alone, or none. The day's others are answered.
  const one = (asked: PollMoment[], answers: PollMoment[], hours = agenda) => {
    const others = ['09', '10', '11'].map((hour) => poll(`9 ${hour}:30`))
    const [day = ''] = result(
      virtual,
      {
        asked: [...asked, ...others],
        answers: [...answers, ...others],
        visits: [visit('9 08:00', '9 12:15')],
      },
      hours,
    )[0].split(' ')
    return day
  }
  const last = (asked: string, answered: string) => {
    const others = everyPoll.filter(({ question }) => question !== '9 11')
    return result(virtual, {
      asked: [...others, poll(`9 ${asked}`, 'last')],
      answers: [...others, poll(`9 ${answered}`, 'last')],
    })[0]
  }
  test('the last one ends 5 minutes after the period, with that second', () => {
    expect(last('11:57', '12:05:00')).toBe('EEEE EEEE')
    expect(last('11:57', '12:05:01')).toBe('EEEP EEEE')
    expect(last('12:05:00', '12:05:00')).toBe('EEEE EEEE')
    // Asked outside all hours.
    expect(last('12:05:01', '12:05:01')).toBe('EEEN EEEE')
  })

  test('one begins with the hour, and the next hour ends it', () => {
    expect(one([poll('9 07:59:59', 'x')], [])).toBe('NEEE')
    expect(one([poll('9 08:00:00', 'x')], [])).toBe('PEEE')
    expect(one([poll('9 08:59:59', 'x')], [])).toBe('PEEE')
    expect(one([poll('9 09:00:00', 'x')], [])).toBe('NEEE')
  })

  test('before a break, one ends 5 minutes after the period, too', () => {
    expect(one([poll('9 09:05:00', 'x')], [], quarter)).toBe('PEEE')
    expect(one([poll('9 09:05:01', 'x')], [], quarter)).toBe('NEEE')
  })

  test('an answer counts for the hour in which its question was asked, until 5 minutes after that hour', () => {
    const asked = [poll('9 08:58:00', 'x'), poll('9 09:02:00', 'x')]
    expect(one([poll('9 08:58', 'x')], [poll('9 09:05:00', 'x')])).toBe('EEEE')
    expect(one(asked, [poll('9 09:05:00', 'x')])).toBe('EEEE')
    expect(one(asked, [poll('9 09:05:01', 'x')])).toBe('PEEE')
    // It counts for the hour in which it was given.
    const only = (answer: string) => {
      const answers = [...without('9 08', '9 09'), poll(answer, 'x')]
      return result(virtual, { asked: [...without('9 08'), poll('9 08:58', 'x')], answers })[0]
    }
    expect([only('9 09:05:00'), only('9 09:05:01')]).toEqual(['EPEE EEEE', 'PEEE EEEE'])
  })

  test('an answer that comes too late for its launch counts for the hour in which it was given', () => {
    const answered = (clock: string) =>
      result(virtual, {
        asked: [...without('9 08'), poll('9 08:54:00', 'x')],
        answers: [...without('9 08', '9 09'), poll(clock, 'x')],
      })[0]
    expect(answered('9 09:04:00')).toBe('EPEE EEEE')
    expect(answered('9 09:04:01')).toBe('PEEE EEEE')
  })

  test('answers to one launch in two hours count in both', () => {
    const asked = [poll('9 08:56', 'x'), ...without('9 08')]
    const answers = [poll('9 08:57', 'x'), poll('9 09:05:30', 'x'), ...without('9 08', '9 09')]
    expect(result(virtual, { asked, answers })[0]).toBe('EEEE EEEE')
    // A later poll without a time takes none of them away.
    const [late] = untimed('2027-02-09', 'late') as [PollMoment]
    expect(result(virtual, { asked: [...asked, late], answers })[0]).toBe('EEEE EEEE')
  })

  test('an answer before the first hour counts nowhere', () => {
    const answers = [...without('9 08'), poll('9 07:59:59', '9 08')]
    expect(result(virtual, { answers })[0]).toBe('PEEE EEEE')
  })
})

describe('a question with one text', () => {
  const same = (...clocks: string[]) => clocks.map((clock) => poll(`9 ${clock}`, 'Still with us?'))
  const rest = everyPoll.slice(4)
  const all = same('08:25', '09:25', '10:25', '11:25')
  const count = (asked: PollMoment[], answers: PollMoment[], figures = virtual) =>
    result(figures, { asked: [...asked, ...rest], answers: [...answers, ...rest] }, agenda.slice(0, 4))[0]
  test.each<[string, PollMoment[], PollMoment[], string]>([
    ['is a poll in each hour', all, all, 'EEEE'],
    ['that was answered once is a poll in one hour', all, all.slice(0, 1), 'EPPP'],
    ['is one poll if the moments are 10:00 apart', same('08:50', '09:00:00'), same('08:50'), 'ENNN'],
    ['is two if they are 10:01 apart', same('08:50', '09:00:01'), same('08:50'), 'EPNN'],
    [
      'is one as long as each moment follows the one before',
      same('08:45', '08:55', '09:05'),
      same('08:45'),
      'ENNN',
    ],
  ])('%s', (_, asked, answers, codes) => {
    expect(count(asked, answers)).toBe(codes)
  })
})

describe('a question that few answered', () => {
  const few = (facts: Partial<AskedMoment>, answers: PollMoment[] = without('9 08')): string =>
    result(virtual, { asked: [{ ...poll('9 08:25'), ...facts }, ...without('9 08')], answers })[0]
  test.each<[string, Partial<AskedMoment>, string]>([
    ['is asked by 2 of 20', { answered: 2, present: 20 }, 'PEEE EEEE'],
    ['is not by 2 of 21', { answered: 2, present: 21 }, 'NEEE EEEE'],
    ['is by 3 of 21', { answered: 3, present: 21 }, 'PEEE EEEE'],
    ['is by 2 of 2', { answered: 2, present: 2 }, 'PEEE EEEE'],
    ['is not by 1 of 2', { answered: 1, present: 2 }, 'NEEE EEEE'],
    ['is by 1 of 1', { answered: 1, present: 1 }, 'PEEE EEEE'],
    ['is not by 0 of 1', { answered: 0, present: 1 }, 'NEEE EEEE'],
    ['is if an administrator says so', { answered: 1, present: 30, counts: true }, 'PEEE EEEE'],
    ['is not if an administrator says so', { answered: 20, present: 30, counts: false }, 'NEEE EEEE'],
  ])('%s', (_, facts, codes) => {
    expect(few(facts)).toBe(codes)
  })

  test('is answered all the same', () => {
    expect(few({ counts: false }, everyPoll)).toBe('EEEE EEEE')
    // It counts beside another one.
    const asked: AskedMoment[] = [{ ...poll('9 08:10', 'Test?'), counts: false }, ...everyPoll]
    expect(result(virtual, { asked, answers: [poll('9 08:10', 'Test?'), ...without('9 08')] })[0]).toBe(
      'EEEE EEEE',
    )
  })

  test('is open before the settling, but not for a person who answered it', () => {
    const asked: AskedMoment[] = [{ ...poll('9 08:25'), answered: 1, present: 30 }, ...without('9 08')]
    expect(result(virtual, { asked, answers: without('9 08'), isSettled: false })[0]).toBe('OEEE EEEE')
    expect(result(virtual, { asked, isSettled: false })[0]).toBe('EEEE EEEE')
  })
})

describe('polls without times', () => {
  const [one, two] = [untimed('2027-02-09', 'a', 'b', 'c', 'd'), untimed('2027-02-10', 'a', 'b', 'c', 'd')]
  const four = [...one, ...two]
  const answered = (...questions: string[]) => [...untimed('2027-02-09', ...questions), ...two]
  const places = (...numbers: number[]) =>
    numbers.map(
      (nth) => ({ ...untimed('2027-02-09', 'Still with us?')[0], session: 's1', nth }) as PollMoment,
    )
  test.each<[string, Rows, Result]>([
    ['all of four', { answers: four }, ['EEEE EEEE', 8, 'full']],
    ['three of four: the latest hour loses', { answers: answered('a', 'b', 'c') }, ['EEEP EEEE', 7, 'polls']],
    [
      'doubles count once',
      { answers: [...answered('a', 'b'), ...answered('a', 'b')] },
      ['EEPP EEEE', 6, 'polls'],
    ],
    [
      'of the other day do not help',
      { answers: [...one, ...untimed('2027-02-09', 'e', 'f')] },
      ['EEEE PPPP', 4, 'polls'],
    ],
    [
      'one of two asked is enough for two hours',
      { asked: [...one.slice(0, 2), ...two], answers: answered('a') },
      ['EEPP EEEE', 6, 'polls'],
    ],
    [
      'three hours need three',
      { answers: answered('a', 'b', 'c'), visits: [visit('9 09:00', '9 12:00'), wednesday] },
      ['-EEE EEEE', 7, 'presence'],
    ],
    ['none asked on a day', { asked: two, answers: two }, ['NNNN EEEE', 8, 'full']],
    ['none asked on a day yet', { asked: two, answers: two, isSettled: false }, ['OOOO EEEE', 4, 'open']],
    [
      'two answered of an unsettled day with two',
      { asked: [...one.slice(0, 2), ...two], answers: answered('a', 'b'), isSettled: false },
      ['EEOO EEEE', 6, 'open'],
    ],
    [
      'none counts as asked',
      { asked: [...one.map((each) => ({ ...each, counts: false })), ...two], answers: answered('a') },
      ['ENNN EEEE', 8, 'full'],
    ],
    [
      'one text in four entries, two answered',
      { asked: [...places(1, 2, 3, 4), ...two], answers: [...places(1, 3), ...two] },
      ['EEPP EEEE', 6, 'polls'],
    ],
    [
      'one text in two sessions',
      {
        asked: [...places(1), ...places(1).map((each) => ({ ...each, session: 's2' })), ...two],
        answers: [...places(1), ...two],
      },
      ['EEPP EEEE', 6, 'polls'],
    ],
    [
      'beside one with a time, which counts as any',
      {
        asked: [...one.slice(0, 3), poll('9 10:25'), ...two],
        answers: [...answered('a', 'b'), poll('9 10:25')],
      },
      ['EEEP EEEE', 7, 'polls'],
    ],
  ])('%s', (_, rows, expected) => {
    expect(result(virtual, { asked: four, ...rows })).toEqual(expected)
  })

  test('an hour by phone needs no answers where the phone is waived, and leaves them to the others', () => {
    const visits = [visit('9 08:00', '9 09:00', { medium: 'phone' }), visit('9 09:00', '9 12:00'), wednesday]
    const codes = (...questions: string[]) =>
      result(
        { ...virtual, phonePolls: 'waived' },
        { asked: four, answers: answered(...questions), visits },
      )[0]
    expect([codes('a'), codes('a', 'b', 'c'), codes('a', 'b', 'c', 'd')]).toEqual([
      'NEPP EEEE',
      'NEEE EEEE',
      'EEEE EEEE',
    ])
  })

  test('the hours of less credit lose first', () => {
    const hours = agenda.slice(0, 2).map((hour, index) => ({ ...hour, value: index === 0 ? 30 : 60 }))
    const rows = { asked: untimed('2027-02-09', 'a', 'b'), answers: untimed('2027-02-09', 'a') }
    expect(result(virtual, rows, hours)).toEqual(['PE', 1, 'full'])
  })
})

describe('polls of a day', () => {
  const summed: Figures = { ...daily, mode: 'sum', hourMinutes: 50, roundPer: 'slot' }
  test.each<[string, Figures, Rows, Result]>([
    ['three of four are enough', daily, { answers: without('9 08', '10 11') }, ['EEEE EEEE', 8, 'full']],
    ['two are enough for two hours', daily, { answers: without('9 08', '9 09') }, ['EEPP EEEE', 6, 'polls']],
    ['one is enough for one', daily, { answers: without('9 08', '9 09', '9 10') }, ['EPPP EEEE', 5, 'polls']],
    [
      'two that may still come',
      daily,
      { asked: everyPoll.slice(3), answers: everyPoll.slice(3), isSettled: false },
      ['EOOO EEEE', 5, 'open'],
    ],
    [
      'answers to one launch in two hours are one',
      daily,
      {
        asked: [poll('9 08:56', 'x'), ...everyPoll.slice(1)],
        answers: [poll('9 08:57', 'x'), poll('9 09:05:30', 'x'), poll('9 10:25'), ...everyPoll.slice(4)],
      },
      ['EEPP EEEE', 6, 'polls'],
    ],
    ['minutes with all polls', summed, {}, ['CCCC CCCC', 8, 'full']],
    [
      'minutes limited by polls',
      summed,
      { answers: without('9 08', '10 08', '10 09') },
      ['CCCC CCCC', 6, 'polls'],
    ],
    [
      'minutes with polls to come',
      summed,
      { asked: everyPoll.slice(4), answers: everyPoll.slice(4), isSettled: false },
      ['OOOO CCCC', 4, 'open'],
    ],
  ])('%s', (_, figures, rows, expected) => {
    expect(result(figures, rows)).toEqual(expected)
  })
})
