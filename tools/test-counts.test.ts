import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { journeyCounts, lastLine, sum, testCounts } from './test-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})
const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

test('tests are counted by their result', () => {
  const report = written({
    testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'pending')],
  })
  expect(testCounts(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 1 })
})

test('a test file that cannot be loaded is a failure', () => {
  const report = written({ testResults: [file('failed'), file('passed', 'passed')] })
  expect(testCounts(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test.each([
  ['no report', 'missing.json', 1],
  ['no test', written({ testResults: [] }), 0],
  ['a failure outside of the tests', written({ testResults: [file('passed', 'passed')] }), 1],
  ['a run that was killed', written({ testResults: [file('passed', 'passed')] }), null],
])('%s counts as one failure', (_name, report, code) => {
  expect(testCounts(report, code).failed).toBe(1)
})

test('a change that affects no test and no journey fails nothing, unless the run itself fails', () => {
  const none = { passed: 0, failed: 0, skipped: 0 }
  const report = written({ testResults: [] })
  expect([testCounts(report, 0, true), journeyCounts('missing.json', 0, true)]).toEqual([none, none])
  expect([testCounts(report, 1, true).failed, journeyCounts('missing.json', 1, true).failed]).toEqual([1, 1])
})

test('journeys are counted, and a flaky journey counts as failed', () => {
  const report = written({ errors: [], stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } })
  expect(journeyCounts(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('journeys that cannot be loaded count as failures', () => {
  expect(journeyCounts(written({ errors: [{}], stats }), 1).failed).toBe(1)
  expect(journeyCounts(written({ errors: [], stats }), 0).failed).toBe(1)
  expect(journeyCounts('missing.json', 1).failed).toBe(1)
})

test('the last line mentions skipped tests only if there are any', () => {
  const all = sum([
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 1, failed: 2, skipped: 0 },
  ])
  expect(lastLine(all)).toBe('4 passed, 2 failed')
  expect(lastLine({ ...all, skipped: 1 })).toBe('4 passed, 2 failed, 1 skipped')
})

function written(report: object): string {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, JSON.stringify(report))
  return path
}
