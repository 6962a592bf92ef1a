import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { cloneDatabase, urlOf } from '#test/database.ts'

test('a portal removes at its start what killed rehearsals left, and nothing of a rehearsal that runs', async () => {
  const database = await cloneDatabase(inject('cluster'))
  const temporary = await mkdtemp(join(tmpdir(), 'portal-start-'))
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const [killed, running] = [`portal-rehearsal-${dead}-aaaaaa`, `portal-rehearsal-${process.pid}-bbbbbb`]
  // Made by a version that did not number its folders.
  const [old, recent] = ['portal-rehearsal-cccccc', 'portal-rehearsal-dddddd']
  for (const name of [killed, running, old, recent, 'other']) {
    await mkdir(join(temporary, name, 'data'), { recursive: true })
    await writeFile(join(temporary, name, 'data/file'), 'x')
  }
  await utimes(join(temporary, old), 0, 0)
  const portal = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TMPDIR: temporary,
      PORT: '0',
      DATABASE_URL: urlOf(database.connection),
      LOG_LEVEL: 'silent',
    },
  })
  const gone = once(portal, 'exit')
  let said = ''
  for await (const text of portal.stdout) {
    said += text
    if (said.includes('The portal is ready')) portal.kill('SIGTERM')
  }
  await gone
  expect(said).toContain('The portal is ready')
  expect((await readdir(temporary)).sort()).toEqual(['other', running, recent].sort())
  await rm(temporary, { recursive: true })
  await database.drop()
})
