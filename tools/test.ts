// Everything CI checks. `npm test -- types lint` runs only the named steps, `npm test -- --changed` what the changes since the last
// commit can affect, `npm test -- --changed --since=main` those since another one.
import { spawn } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { affectedBy, changedFiles } from './changed-files.ts'
import { emittedProblems } from './emitted-code.ts'
import type { Counts } from './test-counts.ts'
import { journeyCounts, lastLine, sum, testCounts } from './test-counts.ts'

const bin = join(import.meta.dirname, '../node_modules')
const results = 'test-results'
const colors = process.stdout.isTTY ? 'force' : 'off'
// Portals that start one after the other read the same code.
process.env.NODE_COMPILE_CACHE ??= join(bin, '.compile-cache')
if (colors === 'off') process.env.NO_COLOR = '1'
const pass: Counts = { passed: 1, failed: 0, skipped: 0 }
const fail: Counts = { passed: 0, failed: 1, skipped: 0 }

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, since: { type: 'string', default: 'HEAD' } },
})
const affected = values.changed ? affectedBy(changedFiles(values.since)) : undefined

const steps: Record<string, () => Promise<Counts>> = {
  types: () =>
    checkAll([
      ['typescript/bin/tsc', '-p', 'tsconfig.server.json'],
      ['typescript/bin/tsc', '-p', 'tsconfig.web.json'],
      ['typescript/bin/tsc', '-p', 'tsconfig.json'],
    ]),
  lint: () =>
    checkAll([
      ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colors}`, '.'],
      ['../tools/check-prose.ts'],
      ['knip/bin/knip.js', '--no-progress', '--no-config-hints'],
    ]),
  structure: () => check('../tools/check-structure.ts'),
  contract: () => check('../tools/check-contract.ts'),
  web: async () => {
    if (!buildWeb()) return fail
    const builds = join(import.meta.dirname, '../dist/web')
    const problems = emittedProblems(join(builds, readFileSync(join(builds, 'current'), 'utf8')))
    for (const problem of problems) console.error(`An old browser cannot read ${problem}`)
    return problems.length > 0 ? fail : pass
  },
  tests: async () => {
    const report = `${results}/tests.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const files = affected?.related ?? []
    const code = await node(
      'vitest/vitest.mjs',
      ...(files.length > 0 ? ['related', '--run', '--passWithNoTests', ...files] : ['run']),
      ...reporters,
    )
    return testCounts(report, code, affected !== undefined)
  },
  journeys: async () => {
    // The journeys need the pages.
    if (outcomes.web?.failed) return { passed: 0, failed: 0, skipped: 1 }
    process.env.CHROMIUM = await findBrowser()
    const only = affected?.hasOnlyTests ? [`--only-changed=${values.since}`, '--pass-with-no-tests'] : []
    const code = await node('@playwright/test/cli.js', 'test', ...only)
    // A log may keep only its end, so each failure is told there, the page first and the reason last.
    for (const file of globSync(`${results}/journeys/*/error-context.md`)) {
      const context = readFileSync(file, 'utf8').split('# Test source')[0]?.split('# Test info').at(-1)
      const [reason, page = ''] = context?.split('# Page snapshot') ?? []
      console.error(page, reason)
    }
    return journeyCounts(`${results}/journeys.json`, code, affected !== undefined)
  },
}

const outcomes: Record<string, Counts> = {}
const unknown = chosen.find((name) => !(name in steps))
if (unknown) {
  console.error(`There is no step '${unknown}'. The steps are ${Object.keys(steps).join(', ')}.`)
  process.exit(1)
}

rmSync(results, { recursive: true, force: true })
await runSteps(['web'])
// The tests often wait for a database, and the checks never do.
await Promise.all([runSteps(['lint', 'types', 'structure', 'contract']), runSteps(['tests'])])
await runSteps(['journeys'])

const total = sum(Object.values(outcomes))
console.log(lastLine(total))
process.exit(total.failed || (!total.passed && !affected) ? 1 : 0)

/** Runs those of these steps that were asked for, one after the other. */
async function runSteps(names: string[]): Promise<void> {
  for (const name of names) {
    const isMeant = affected === undefined || affected.steps.includes(name)
    if (isMeant && (chosen.length === 0 || chosen.includes(name))) await runStep(name)
  }
}

async function runStep(name: string): Promise<void> {
  const start = performance.now()
  const counts = await (steps[name] as () => Promise<Counts>)().catch((error: Error) => {
    console.error(error.message)
    return fail
  })
  outcomes[name] = counts
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${counts.failed ? '✗' : '✓'} ${name}: ${lastLine(counts)} (${seconds} s)`)
}

function check(script: string): Promise<Counts> {
  return checkAll([[script]])
}

/** Runs all commands, one by one, and counts as one check. */
async function checkAll(commands: [script: string, ...args: string[]][]): Promise<Counts> {
  let hasFailed = false
  for (const [script, ...args] of commands) hasFailed = (await node(script, ...args)) !== 0 || hasFailed
  return hasFailed ? fail : pass
}

function node(script: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [join(bin, script), ...args], { stdio: 'inherit' })
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))
}
