import { expect, test } from 'vitest'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import { reachOf } from '#contract/events/slots/hour-times.ts'
import type { Report, ReportsCase } from '#test/arbitrary-reports.ts'
import { countReports, severalReports } from '#test/arbitrary-reports.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import type { AttendanceVisit } from './readings.ts'
import { countingReports } from './reports.ts'

const holds = casesOf(severalReports)

const results = new WeakMap<ReportsCase, ReturnType<typeof countReports>>()
function found(given: ReportsCase) {
  const result = results.get(given) ?? countReports(given, given.reports)
  results.set(given, result)
  return result
}

/** Returns a separate report. */
function another(rows: Pick<Report, 'visits' | 'answers'>, reportId = 100): Report {
  return { ...rows, reportId, versionOf: null, bytes: null, isSetAside: false }
}

test('reports in another order, twice, or all rows in one report, give the same', () => {
  holds((given) => {
    const [way = 0] = given.places
    // Only versions of one report have an order, and the last one counts.
    const counting = countingReports(given.reports)
    const copies = counting.map((report) => ({
      ...report,
      reportId: report.reportId + 10,
      versionOf: null,
      bytes: null,
    }))
    const all = another({
      visits: counting.flatMap(({ visits }) => visits),
      answers: counting.flatMap(({ answers }) => answers),
    })
    const changed = [counting.toReversed(), [...given.reports, ...copies], [all]][way % 3]
    expect(countReports(given, changed ?? [])).toEqual(found(given))
  })
})

test('of versions of one report, the newest that nobody has set aside counts', () => {
  holds((given) => {
    const counting = countingReports(given.reports)
    for (const report of given.reports.filter(({ isSetAside }) => !isSetAside)) {
      const later = given.reports.filter(
        ({ reportId, versionOf, isSetAside }) =>
          reportId > report.reportId && versionOf !== null && versionOf === report.versionOf && !isSetAside,
      )
      if (later.length > 0 && later.some((each) => counting.includes(each)))
        expect(counting).not.toContain(report)
    }
    const versions = counting.flatMap(({ versionOf }) => versionOf ?? [])
    expect(new Set(versions).size).toBe(versions.length)
  })
})

test('the rows of a report in two files give the same', () => {
  holds((given) => {
    const [place = 0, at = 0] = given.places
    const split = given.reports.flatMap((report, index) => {
      if (index !== place % given.reports.length || report.versionOf !== null || report.bytes !== null)
        return report
      const [visits, answers] = [at % (report.visits.length + 1), at % (report.answers.length + 1)]
      return [
        { ...report, visits: report.visits.slice(0, visits), answers: report.answers.slice(answers) },
        {
          ...report,
          reportId: 100,
          visits: report.visits.slice(visits),
          answers: report.answers.slice(0, answers),
        },
      ]
    })
    if (split.length > given.reports.length) expect(countReports(given, split)).toEqual(found(given))
  })
})

test('a report outside of the slot changes nothing', () => {
  holds((given) => {
    const reaches = agendaDays(given.agenda).map((day) => reachOf(given.figures, day))
    const isOutside = ({ joinedAt, leftAt }: AttendanceVisit) => {
      const times = [joinedAt, leftAt].flatMap((at) => (at ? Math.floor(at.getTime() / 1000) : []))
      if (times.length === 0) return false
      return reaches.every(([from, to]) => Math.max(...times) < from || Math.min(...times) > to)
    }
    const visits = given.more.visits.filter(isOutside)
    if (visits.length === 0) return
    const stray = another({ visits, answers: [] })
    expect(countReports(given, [...given.reports, stray])).toEqual(found(given))
  })
})

test('one more report of visits lowers nobody, and covers no day less', () => {
  holds((given) => {
    const visits = given.more.visits.filter(({ role }) => role !== 'host')
    const { hours, covered } = countReports(given, [...given.reports, another({ visits, answers: [] })])
    for (const [person, before] of Object.entries(found(given).hours)) {
      expect(hours[person]).toBeGreaterThanOrEqual(before)
    }
    expect(covered).toEqual(expect.arrayContaining(found(given).covered))
  })
})

test('a report that is set aside counts as if it were not there, and taken back as before', () => {
  holds((given) => {
    const [place = 0, way = 0] = given.places
    const one = another(given.more)
    const at = place % (given.reports.length + 1)
    const withOne = (report: Report) => [...given.reports.slice(0, at), report, ...given.reports.slice(at)]
    // The same bytes again change neither.
    const sent = { ...one, bytes: 'sent' }
    const again = { ...sent, reportId: 101 }
    const isOnce = way % 3 === 0
    if (way % 3 === 1) {
      expect(countReports(given, [...withOne(sent), again])).toEqual(countReports(given, withOne(sent)))
      return
    }
    const aside = withOne({ ...sent, isSetAside: true })
    expect(countReports(given, isOnce ? aside : [...aside, again])).toEqual(found(given))
  })
})

test('the names of people and the numbers of reports do not matter', () => {
  const names: Record<string, string> = { ada: 'eve', ben: 'dan', cleo: 'cleo', dan: 'ben', eve: 'ada' }
  const renamed = <Row extends { person: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, person: names[row.person] ?? '' }))
  holds((given) => {
    const reports = given.reports.map((report) => ({
      ...report,
      reportId: 1000 - report.reportId,
      visits: renamed(report.visits),
      answers: renamed(report.answers),
    }))
    const { hours, covered } = countReports(given, reports)
    const before = Object.entries(found(given).hours).map(([person, given]) => [names[person], given])
    expect({ hours, covered }).toEqual({ hours: Object.fromEntries(before), covered: found(given).covered })
  })
})

test('a day is covered if somebody was there for a second of a taught hour of it, and only then', () => {
  holds((given) => {
    const rows = countingReports(given.reports).flatMap(({ visits }) => visits)
    const second = (at: Date | null) => at && Math.floor(at.getTime() / 1000)
    const days = given.agenda.filter(({ pieces }) =>
      rows.some(({ joinedAt, leftAt, role, isWaiting }) => {
        const [from, to] = [second(joinedAt), second(leftAt)]
        const last = from !== null && to !== null && from < to ? to : (from ?? to ?? 0) + 1
        const isThere = pieces.some(
          ({ startAt, endAt }) => (from ?? to ?? 0) < Number(second(endAt)) && Number(second(startAt)) < last,
        )
        return role !== 'host' && !isWaiting && isThere
      }),
    )
    expect(found(given).covered).toEqual([...new Set(days.map(({ on }) => on))])
  })
})
