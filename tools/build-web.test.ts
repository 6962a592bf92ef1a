import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'

// Stands where Vite stands and notes each build.
const builder = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
if (readFileSync('web/main.tsx', 'utf8') === 'broken') process.exit(1)
mkdirSync('dist/web', { recursive: true })
writeFileSync('dist/web/index.html', '')
appendFileSync('builds', 'x')
`
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'a house '))
  write('node_modules/vite/bin/vite.js', builder)
  write('contract/events.ts', '')
  write('web/main.tsx', '')
  write('web/main.test.tsx', '')
  for (const file of ['vite.config.ts', 'package-lock.json']) write(file, '')
  write('package.json', '{ "type": "module" }')
})

afterEach(() => rmSync(root, { recursive: true }))

test('the web is built once for the same sources', () => {
  expect([buildWeb(root), buildWeb(root)]).toEqual([true, true])
  expect(builds()).toBe(1)
})

test.each(['web/main.tsx', 'contract/events.ts', 'package-lock.json', 'vite.config.ts'])(
  'a change in %s builds it again',
  (path) => {
    buildWeb(root)
    write(path, '// changed')
    buildWeb(root)
    expect(builds()).toBe(2)
  },
)

test('a renamed page builds it again', () => {
  buildWeb(root)
  write('web/other.tsx', '')
  buildWeb(root)
  expect(builds()).toBe(2)
})

test('a change in a test does not build it again', () => {
  buildWeb(root)
  write('web/main.test.tsx', '// changed')
  buildWeb(root)
  expect(builds()).toBe(1)
})

test('pages that were deleted are built again', () => {
  buildWeb(root)
  rmSync(join(root, 'dist/web'), { recursive: true })
  buildWeb(root)
  expect(builds()).toBe(2)
})

test('a failed build is told, and tried again', () => {
  buildWeb(root)
  write('web/main.tsx', 'broken')
  expect([buildWeb(root), buildWeb(root)]).toEqual([false, false])
  write('web/main.tsx', '')
  expect(buildWeb(root)).toBe(true)
  expect(builds()).toBe(2)
})

function builds(): number {
  return readFileSync(join(root, 'builds'), 'utf8').length
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
