import { describe, expect, test } from 'vitest'
import { courseOf, slotTime, stated, unpolled, visit } from '#test/counted-slots.ts'
import type { AttendanceVisit } from './readings.ts'
import type { ReportFacts } from './reports.ts'
import { countingReports, coveredDays, isSmaller, totalDiffers, versionBefore } from './reports.ts'

/** Returns reports with their numbers, oldest first. */
function reports(...facts: Partial<ReportFacts>[]): ReportFacts[] {
  return facts.map((each, place) => ({
    reportId: place + 1,
    versionOf: null,
    bytes: `b${place + 1}`,
    isSetAside: false,
    ...each,
  }))
}
const aside = { isSetAside: true }

test.each<[string, ReportFacts[], number[]]>([
  ['all', reports({}, {}, {}), [1, 2, 3]],
  ['none that was set aside', reports({}, aside, {}), [1, 3]],
  ['the newest version of a report', reports({ versionOf: 'door' }, {}, { versionOf: 'door' }), [2, 3]],
  [
    'the newest version of each report',
    reports({ versionOf: 'i1' }, { versionOf: 'i2' }, { versionOf: 'i1' }),
    [2, 3],
  ],
  [
    'the version before one that was set aside',
    reports({ versionOf: 'i1' }, { versionOf: 'i1', ...aside }),
    [1],
  ],
  [
    'the newest one, if an older version was set aside',
    reports({ versionOf: 'i1', ...aside }, { versionOf: 'i1' }),
    [2],
  ],
  ['the same bytes once', reports({ bytes: 'b' }, {}, { bytes: 'b' }), [2, 3]],
  ['no bytes that were set aside', reports({ bytes: 'b', ...aside }, { bytes: 'b' }), []],
  ['no bytes that are set aside later', reports({ bytes: 'b' }, { bytes: 'b', ...aside }), []],
  [
    'no version with bytes that were set aside',
    reports({ versionOf: 'i1' }, { versionOf: 'i1', bytes: 'b' }, { bytes: 'b', ...aside }),
    [1],
  ],
  [
    'reports without bytes, each by itself',
    reports({ bytes: null, ...aside }, { bytes: null }, { bytes: null }),
    [2, 3],
  ],
])('of the reports of a slot, those count: %s', (_, given, expected) => {
  expect(countingReports(given).map(({ reportId }) => reportId)).toEqual(expected)
})

describe('the version before', () => {
  const versions = reports({ versionOf: 'i1' }, { versionOf: 'i2' }, { versionOf: 'i1' }, { versionOf: 'i1' })
  const earlier = (given: ReportFacts[], reportId: number) =>
    versionBefore(given, given.find((report) => report.reportId === reportId) as ReportFacts)?.reportId
  test('is the one that counted until then', () => {
    expect([4, 3, 2, 1].map((reportId) => earlier(versions, reportId))).toEqual([3, 1, undefined, undefined])
  })

  test('is none that was set aside, also by its bytes', () => {
    const changed = (more: Partial<ReportFacts>) =>
      versions.map((report) => ({ ...report, ...(report.reportId === 3 && more) }))
    expect(earlier(changed(aside), 4)).toBe(1)
    expect(
      earlier(
        [...changed({ bytes: 'b' }), { ...reports(aside)[0], reportId: 5, bytes: 'b' } as ReportFacts],
        4,
      ),
    ).toBe(1)
  })
})

// The slot is from 8 to 12 on Tuesday and Wednesday, Eastern. An hour is taught for 50 minutes.
const [agenda = []] = courseOf(unpolled, [{ time: slotTime('2-9 2-10 08:00 12:00') }])
const [tuesday, wednesday] = ['2027-02-09', '2027-02-10']
const endless = (clock: string) => ({ ...visit(clock, clock), leftAt: null })

test.each<[string, AttendanceVisit[], (string | undefined)[]]>([
  ['of a day', [visit('9 08:00', '9 12:00')], [tuesday]],
  ['of both', [visit('10 08:00', '10 12:00'), visit('9 08:00', '9 12:00')], [tuesday, wednesday]],
  ['over the night', [visit('9 11:00', '10 09:00')], [tuesday, wednesday]],
  ['of one second of a taught hour', [visit('9 07:00', '9 08:00:01')], [tuesday]],
  ['of none', [visit('9 07:00', '9 08:00:00')], []],
  ['of the last second of an hour', [visit('9 11:49:59', '9 12:00')], [tuesday]],
  ['of a break alone', [visit('9 11:50:00', '9 12:00')], []],
  ['of parts of a second', [visit('9 07:59:59.900', '9 08:00:00.900')], []],
  ['without an end, in an hour', [endless('9 08:00:00')], [tuesday]],
  ['without an end, when an hour has ended', [endless('9 08:50:00')], []],
  ['that ends before it begins', [visit('9 08:30', '9 08:10')], [tuesday]],
  ['without a beginning', [{ ...visit('9 08:30', '9 08:30'), joinedAt: null }], [tuesday]],
  ['without any time', [{ ...endless('9 08:00'), joinedAt: null }], []],
  ['of a panelist', [visit('9 08:00', '9 12:00', { role: 'panelist' })], [tuesday]],
  ['of a host', [visit('9 08:00', '9 12:00', { role: 'host' })], []],
  ['in the waiting room', [visit('9 08:00', '9 12:00', { isWaiting: true })], []],
  ['none', [], []],
])('the days that rows cover: a row %s', (_, visits, expected) => {
  expect(coveredDays(visits, agenda)).toEqual(expected)
})

test('an interruption of an hour covers nothing', () => {
  const hours = stated([['9 08:00 08:20', '9 08:30 09:00']])
  expect(coveredDays([visit('9 08:20', '9 08:30')], hours)).toEqual([])
  expect(coveredDays([visit('9 08:20', '9 08:30:01')], hours)).toEqual([tuesday])
})

test.each<[string, AttendanceVisit[], minutes: number, boolean]>([
  ['10:00 minutes less', [visit('9 08:00', '9 09:00')], 50, false],
  ['10 minutes and a second less', [visit('9 08:00', '9 09:00:01')], 50, true],
  ['10:00 minutes more', [visit('9 08:00', '9 09:00')], 70, false],
  ['10 minutes and a second more', [visit('9 08:00', '9 08:59:59')], 70, true],
  ['the sum of two devices', [visit('9 08:00', '9 09:00'), visit('9 08:30', '9 09:00')], 90, false],
  ['the same row twice', [visit('9 08:00', '9 09:00'), visit('9 08:00', '9 09:00')], 60, false],
  [
    'time in the waiting room',
    [visit('9 08:00', '9 08:30', { isWaiting: true }), visit('9 08:30', '9 09:00')],
    60,
    true,
  ],
  ['a row without an end', [endless('9 08:00')], 60, true],
  ['no row', [], 10, false],
  ['no row, and more', [], 11, true],
])('a total compared with rows: %s', (_, visits, minutes, expected) => {
  expect(totalDiffers(visits, minutes)).toBe(expected)
})

test.each<[people: number, seconds: number, boolean]>([
  [10, 3600, false],
  [11, 3601, false],
  [9, 3600, true],
  [10, 3599, true],
  [11, 3599, true],
  [9, 3601, true],
])(
  'a version with %i people and %i seconds is smaller than one with 10 and 3600: %s',
  (people, seconds, expected) => {
    expect(isSmaller({ people, seconds }, { people: 10, seconds: 3600 })).toBe(expected)
  },
)
