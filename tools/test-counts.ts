import { existsSync, readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number; skipped: number }

type TestReport = {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

type JourneyReport = {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/**
 * Reads Vitest's JSON report. A missing report, no test, or a failure outside tests counts as one failure. With
 * `mayBeNone`, a run of no test that ended well counts as nothing.
 */
export function testCounts(report: string, exitCode: number | null, mayBeNone = false): Counts {
  const files = readReport<TestReport>(report)?.testResults ?? []
  const states = files.flatMap((file) => file.assertionResults.map((test) => test.status))
  const passed = states.filter((state) => state === 'passed').length
  const failed = states.filter((state) => state === 'failed').length
  // A file that cannot load fails without naming a test.
  const broken = files.filter((file) => file.status === 'failed' && !hasFailedTest(file)).length
  return owned(
    { passed, failed: failed + broken, skipped: states.length - passed - failed },
    exitCode,
    mayBeNone,
  )
}

/** Reads Playwright's JSON report, with the same rule. */
export function journeyCounts(report: string, exitCode: number | null, mayBeNone = false): Counts {
  const read = readReport<JourneyReport>(report)
  if (!read) return owned({ passed: 0, failed: 0, skipped: 0 }, exitCode, mayBeNone)
  const { expected, unexpected, flaky, skipped } = read.stats
  return owned(
    { passed: expected, failed: unexpected + flaky + read.errors.length, skipped },
    exitCode,
    mayBeNone,
  )
}

export function sum(all: Counts[]): Counts {
  return all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** Returns `N passed, N failed`, and the number skipped, if any. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function hasFailedTest(file: TestReport['testResults'][number]): boolean {
  return file.assertionResults.some((test) => test.status === 'failed')
}

function owned(counts: Counts, exitCode: number | null, mayBeNone: boolean): Counts {
  const isSilent = counts.failed === 0 && (exitCode !== 0 || (counts.passed === 0 && !mayBeNone))
  return isSilent ? { ...counts, failed: 1 } : counts
}

function readReport<Report>(path: string): Report | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
