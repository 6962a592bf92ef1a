import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttendanceReport, SlotAttendance } from '#contract/attendance/attendances/calls.ts'
import type { SetAside } from '#contract/attendance/attendances/report-calls.ts'
import { replacedReason } from '#contract/attendance/attendances/report-calls.ts'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import {
  coversWords,
  fetchingWords,
  reportName,
  setAsideWords,
  shownMinutes,
  shownStay,
  sourceLines,
  standingWords,
} from './attendance-words.ts'

beforeAll(() => useSession.setState({ userData: { isAdmin: true } as SessionUser }))
afterAll(() => useSession.setState({ userData: null }))

const at = (time: string) => new Date(`2027-02-09T${time}-05:00`)

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h 0 min'],
  [245, '4 h 5 min'],
])('%i minutes are %s', (minutes, shown) => {
  expect(shownMinutes(minutes)).toBe(shown)
})

test('a visit is shown in Eastern time', () => {
  const stay = { joinedAt: at('08:00'), leftAt: at('12:01') }
  expect(shownStay(stay)).toBe('09 Feb 2027, 8:00 AM EST – 12:01 PM EST')
})

const quiet = { isRunning: false, askedAt: null, problem: '', nextAt: null }
const report: AttendanceReport = {
  reportId: 1,
  origin: 'platform' as const,
  originName: 'Zoom',
  uploadedBy: null,
  receivedAt: at('12:10'),
  kind: 'attendance' as const,
  days: [],
  sha256: '',
  repeats: 0,
  visits: 0,
  answers: 0,
  counts: true,
  covers: ['2027-02-09'],
  setAside: [],
  instance: null,
}

test.each<[SlotAttendance['fetching'], AttendanceReport[], string]>([
  [{ ...quiet, isRunning: true }, [], 'Asking the webinar platform…'],
  [
    { ...quiet, isRunning: true, problem: 'Zoom is away.' },
    [],
    "Zoom is away. We'll ask again automatically.",
  ],
  [{ ...quiet, problem: 'No such webinar.' }, [], 'No report from the webinar platform: No such webinar.'],
  [
    { ...quiet, askedAt: at('12:20') },
    [],
    'No report yet. We asked the webinar platform on 09 Feb 2027, 12:20 PM EST.',
  ],
  [
    { ...quiet, nextAt: at('13:10') },
    [report],
    "Report by Zoom of 09 Feb 2027, 12:10 PM EST. We'll ask again on 09 Feb 2027, 1:10 PM EST.",
  ],
])('the page says where the attendance comes from and what happens next', (fetching, reports, words) => {
  expect(fetchingWords({ fetching, reports })).toBe(words)
})

test('a report is named by the times of its instance if the slot has several', () => {
  expect(reportName(report)).toBe('Zoom')
  const held = { from: at('07:58'), to: at('09:15') }
  expect(reportName({ ...report, held })).toBe('Zoom, 7:58 AM EST to 9:15 AM EST')
})

const slot = { startOn: '2027-02-09', endOn: '2027-02-11', startTime: '08:00', endTime: '12:00' } as const

test('each day names the reports that count for it', () => {
  const upload = { ...report, reportId: 2, originName: 'day-1.csv' }
  const polls = {
    ...report,
    reportId: 3,
    originName: 'polls.csv',
    covers: [],
    days: ['2027-02-09'],
    answers: 4,
  }
  const aside = { ...report, reportId: 4, counts: false, originName: 'practice.csv' }
  const held = { from: at('07:58'), to: at('09:15') }
  const part = { ...report, reportId: 5, covers: ['2027-02-10'], held }
  expect(sourceLines({ slot, reports: [report, upload, polls, aside, part] })).toEqual([
    '09 Feb 2027: Zoom of 09 Feb 2027, 12:10 PM EST and day-1.csv of 09 Feb 2027, 12:10 PM EST; polls by polls.csv of 09 Feb 2027, 12:10 PM EST',
    '10 Feb 2027: Zoom, 7:58 AM EST to 9:15 AM EST, of 09 Feb 2027, 12:10 PM EST',
    '11 Feb 2027: no report yet',
  ])
})

test('a day of check-ins without a leave time has a report, and no complete visit', () => {
  const door = { ...report, originName: 'Check-in', covers: [], days: ['2027-02-10'] }
  expect(sourceLines({ slot, reports: [door] })).toEqual([
    '09 Feb 2027: no report yet',
    '10 Feb 2027: no complete visit in the taught hours yet',
    '11 Feb 2027: no report yet',
  ])
})

const decided = { decisionId: 1, reason: 'Practice', decidedBy: 'Ada Rivet', decidedAt: at('15:12') }
const aside = (more: Partial<SetAside> = {}): SetAside => ({ ...decided, on: null, part: null, ...more })

test.each<[string, Partial<AttendanceReport>]>([
  ['Counts', {}],
  ['Older version', { counts: false }],
  ['Set aside', { counts: false, setAside: [aside()] }],
  ['Counts in part', { setAside: [aside({ on: '2027-02-09' })] }],
])('a report says: %s', (words, more) => {
  expect(standingWords({ ...report, ...more })).toBe(words)
})

test.each<[string, SetAside]>([
  ['Set aside by Ada Rivet on 09 Feb 2027, 3:12 PM EST: Practice', aside()],
  [
    'Set aside for 09 Feb 2027 by Ada Rivet on 09 Feb 2027, 3:12 PM EST: Practice',
    aside({ on: '2027-02-09' }),
  ],
  [
    'Set aside for its visits of 09 Feb 2027 by the upgrade: a newer report hid it before',
    aside({ on: '2027-02-09', part: 'visits', reason: replacedReason, decidedBy: null }),
  ],
  [
    'Set aside for its answers by the upgrade: a newer report hid it before',
    aside({ part: 'answers', reason: replacedReason, decidedBy: null }),
  ],
  [
    'Set aside by someone who deleted their account on 09 Feb 2027, 3:12 PM EST: Practice',
    aside({ decidedBy: null }),
  ],
])('%s', (words, decision) => {
  expect(setAsideWords(decision)).toBe(words)
})

test.each<[string, Partial<AttendanceReport>]>([
  ['Covers 09 Feb 2027, 10 Feb 2027', { visits: 4, covers: ['2027-02-09', '2027-02-10'] }],
  ['Covers no day', { visits: 4, covers: [], days: ['2027-02-09'] }],
  ['Poll answers of 09 Feb 2027', { answers: 4, covers: [], days: ['2027-02-09'] }],
  [
    'Poll answers of 10 Feb 2027',
    {
      answers: 4,
      covers: [],
      days: ['2027-02-09', '2027-02-10'],
      setAside: [aside({ on: '2027-02-09' })],
    },
  ],
])('%s', (words, more) => {
  expect(coversWords({ ...report, ...more })).toBe(words)
})
