import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { singleSpaced } from '#contract/core/names.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { cloneDatabase, migrations } from '#test/database.ts'

const names = [
  ' Ferrule ',
  'van  der\u00a0\u2003Lee',
  '\u3000Ana\u3000',
  '   ',
  '',
  'Pat',
  '"Pat"  O’Lee',
  'A\u200bna 👩🏽‍🔧',
]

test('stored names lose the spaces that are no longer stored, and nothing else', async () => {
  const database = await cloneDatabase(inject('cluster'))
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrations, folder, { recursive: true })
  const { pool, close } = openDatabase(database.connection)
  await pool.query('drop schema public cascade; create schema public')
  const later = (await readdir(folder)).filter((name) => name >= '0135')
  for (const name of later) await rename(join(folder, name), join(folder, `${name}.later`))
  await migrate(pool, folder)
  await pool.query(
    `insert into users (email, first_name, last_name)
     select place || '@example.com', name, 'x' || name from unnest($1::text[]) with ordinality as given (name, place)`,
    [names],
  )
  for (const name of later) await rename(join(folder, `${name}.later`), join(folder, name))
  await migrate(pool, folder)
  const { rows } = await pool.query('select first_name, last_name, version from users order by email')
  expect(rows).toEqual(
    names.map((name) => ({
      first_name: singleSpaced(name),
      last_name: singleSpaced(`x${name}`),
      version: 0,
    })),
  )
  await close()
  await database.drop()
  await rm(folder, { recursive: true })
})
