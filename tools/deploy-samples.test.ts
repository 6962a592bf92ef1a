import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../deploy')

describe.each([
  ['promtool', ['--version'], ['check', 'rules', 'alerts.yml']],
  ['caddy', ['version'], ['validate', '--config', 'Caddyfile', '--adapter', 'caddyfile']],
])('%s', (program, version, check) => {
  const isInstalled = spawnSync(program, version).status === 0

  test.skipIf(!isInstalled)('accepts its sample', () => {
    const { status, stderr } = spawnSync(program, check, { cwd: folder, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })
})

const units = [
  'portal@.service',
  ...readdirSync(join(folder, 'one-machine')).map((name) => `one-machine/${name}`),
]
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd).each(units.filter((name) => /\.(service|timer)$/.test(name)))(
  'systemd accepts %s',
  (unit) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', `./${unit}`], {
      cwd: folder,
      encoding: 'utf8',
    })
    // A misspelled line is only a warning. The machine's own units may have some, too.
    const warnings = stderr.split('\n').filter((line) => line.includes('portal'))
    expect([status, warnings]).toEqual([0, []])
  },
)
