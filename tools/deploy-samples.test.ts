import { spawnSync } from 'node:child_process'
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
