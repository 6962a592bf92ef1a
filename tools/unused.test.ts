import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unused-'))
  copyFileSync(join(root, 'knip.json'), join(folder, 'knip.json'))
  write('package.json', '{ "name": "house", "type": "module" }')
  write('tools/start.ts', "import { used } from '../server/parts.ts'\nused()\n")
  write('server/parts.ts', 'export function used(): void {}\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('exports that another file uses, and files that a command reaches, are allowed', () => {
  expect(findUnused()).toEqual({ status: 0, found: '' })
})

test('an unused export and an unused file are refused', () => {
  write('server/parts.ts', 'export function used(): void {}\nexport const unused = 1\n')
  write('server/alone.ts', 'console.log(1)\n')
  const { status, found } = findUnused()
  expect(status).toBe(1)
  expect(found).toMatch(/Unused files.*server\/alone\.ts.*Unused exports.*unused +server\/parts\.ts/s)
})

function findUnused() {
  const knip = join(root, 'node_modules/knip/bin/knip.js')
  const { status, stdout } = spawnSync(process.execPath, [knip, '--no-progress', '--no-config-hints'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, found: stdout.trim() }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
