import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'a command '))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['backup', 'with pg_basebackup and an archive of the log, or with pg_dump: see docs/operations.md'],
  ['restore', 'from the base backup and the archive of the log, or with pg_restore: see docs/operations.md'],
])('npm run %s refuses a database server of one’s own', (name, way) => {
  expect(run(name, ['FILE'], { DATABASE_URL: 'postgres://somebody:secret@db.example.com/portal' })).toEqual({
    code: 1,
    said: `DATABASE_URL names a server of your own, and npm run ${name} is for the embedded database. Do it ${way}.\n`,
  })
})

test('a relative file name is relative to the folder where npm was called', () => {
  expect(run('restore', ['my file'], { INIT_CWD: folder })).toEqual({
    code: 1,
    said: `The backup ${join(folder, 'my file')} cannot be read: there is none.\n`,
  })
})

test.each([
  ['no file', []],
  ['two files', ['one', 'two']],
])('%s is answered with the usage', (_, args) => {
  expect(run('backup', args)).toEqual({ code: 1, said: 'Say which file: npm run backup -- FILE\n' })
})

test('a backup without a running portal ends with a message and creates nothing', () => {
  const { code, said } = run('backup', ['FILE'], { INIT_CWD: folder })
  expect(said).toContain(`No portal is running on the data folder ${join(folder, 'data')}`)
  expect(code).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

function run(name: string, args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${name}.ts`), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, ...environment } },
  )
  return { code: status, said: stdout + stderr }
}
