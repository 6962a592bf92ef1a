import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'

// A stand-in for Vite that records each build.
const builder = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const after = (name) => process.argv[process.argv.indexOf(name) + 1]
const folder = after('--outDir')
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/start.js', '')
if (readFileSync('web/main.tsx', 'utf8') === 'broken') process.exit(1)
writeFileSync(folder + '/index.html', after('--base'))
appendFileSync('builds', 'x')
`
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'a house '))
  write('node_modules/vite/bin/vite.js', builder)
  write('contract/events/events/calls.ts', '')
  write('web/main.tsx', '')
  write('web/main.test.tsx', '')
  for (const file of ['vite.config.ts', 'package-lock.json']) write(file, '')
  for (const file of ['pre-rendering', 'oldest-browsers']) write(`tools/${file}.ts`, '')
  write('tools/verifier.ts', '')
  write('tools/markdown.ts', '')
  write('docs/help/words.md', '')
  write('package.json', '{ "type": "module" }')
  write(
    'server/office/inspections/inspection-verify.ts',
    "import type { Services } from '#server/services.ts'\nimport { count } from './inspection-counting.ts'\ncount()",
  )
  write('server/office/inspections/inspection-counting.ts', "export { count } from '#server/core/count.ts'")
  for (const file of ['core/count', 'services']) write(`server/${file}.ts`, '')
})

afterEach(() => rmSync(root, { recursive: true }))

test('the web is built only once for the same sources', () => {
  expect([buildWeb(root), buildWeb(root)]).toEqual([true, true])
  expect(builds()).toBe(1)
})

test.each([
  'web/main.tsx',
  'contract/events/events/calls.ts',
  'package-lock.json',
  'vite.config.ts',
  'tools/pre-rendering.ts',
  'tools/oldest-browsers.ts',
  'tools/verifier.ts',
  'tools/markdown.ts',
  'docs/help/words.md',
  'server/core/count.ts',
])('a change in %s builds the web again', (path) => {
  buildWeb(root)
  write(path, '// changed')
  buildWeb(root)
  expect(builds()).toBe(2)
})

test('a renamed page builds the web again', () => {
  buildWeb(root)
  write('web/other.tsx', '')
  buildWeb(root)
  expect(builds()).toBe(2)
})

test.each(['web/main.test.tsx', 'server/services.ts'])('a change in %s does not cause a build', (path) => {
  buildWeb(root)
  write(path, '// changed')
  buildWeb(root)
  expect(builds()).toBe(1)
})

test('deleted build files are built again', () => {
  buildWeb(root)
  rmSync(join(root, 'dist/web'), { recursive: true })
  buildWeb(root)
  expect(builds()).toBe(2)
})

test('a failed build is reported and tried again', () => {
  buildWeb(root)
  write('web/main.tsx', 'broken')
  expect([buildWeb(root), buildWeb(root)]).toEqual([false, false])
  write('web/main.tsx', 'mended')
  expect(buildWeb(root)).toBe(true)
  expect(builds()).toBe(2)
})

test('each build has its own folder, from which its files are requested', () => {
  buildWeb(root)
  const first = current()
  write('web/main.tsx', '// upgraded')
  buildWeb(root)
  expect(current()).not.toBe(first)
  expect(folders()).toEqual([first, current()].sort())
  expect(readFileSync(join(root, 'dist/web', current(), 'index.html'), 'utf8')).toBe(`/assets/${current()}/`)
})

test('the last two builds are kept, and remains of an interrupted build are removed', () => {
  for (const text of ['first', 'second', 'third']) {
    write('web/main.tsx', text)
    buildWeb(root)
  }
  const third = current()
  expect(folders()).toHaveLength(2)
  write('dist/web/abcdef.x1y2z3/start.js', '')
  utimesSync(join(root, 'dist/web/abcdef.x1y2z3'), 0, 0)
  write('web/main.tsx', 'second')
  buildWeb(root)
  expect(builds()).toBe(3)
  expect(folders()).toEqual([third, current()].sort())
})

test('a failed build leaves the previous build in place', () => {
  buildWeb(root)
  const first = current()
  write('web/main.tsx', 'broken')
  buildWeb(root)
  expect([current(), folders()]).toEqual([first, [first]])
})

/** Returns the folder of the current build. */
function current(): string {
  return readFileSync(join(root, 'dist/web/current'), 'utf8')
}

function folders(): string[] {
  const entries = readdirSync(join(root, 'dist/web'), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

function builds(): number {
  return readFileSync(join(root, 'builds'), 'utf8').length
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
