import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backUpDatabase, backupLabel } from './backup.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { lockFolder } from './folder-lock.ts'
import { restoreDatabase } from './restore.ts'

let origin: string
let backup: Buffer
let parent: string
let folder: string
let file: string

beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'restore-origin-'))
  const postgres = await startEmbeddedPostgres({ folder: join(origin, 'data') })
  await backUpDatabase(join(origin, 'data'), join(origin, 'backup'))
  await postgres.stop()
  backup = await readFile(join(origin, 'backup'))
})

afterAll(() => rm(origin, { recursive: true, force: true }))

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'a restore '))
  folder = join(parent, 'data')
  file = join(parent, 'file')
})

afterEach(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }))

test('a damaged file is refused, and an intact file is restored over the remains of a killed restore', async () => {
  const middle = Math.floor(backup.length / 2)
  const flipped = Buffer.from(backup)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  const damaged = [
    ['cut to nothing', Buffer.alloc(0)],
    ['cut in its head', backup.subarray(0, 7)],
    ['cut in the middle', backup.subarray(0, middle)],
    ['cut by one byte', backup.subarray(0, -1)],
    ['one bit is another', flipped],
    ['no archive at all', Buffer.from('SELECT 1;\n'.repeat(1_000))],
  ] as const
  for (const [what, content] of damaged) {
    await writeFile(file, content)
    await expect(restoreDatabase(folder, file), what).rejects.toThrow(
      `${file} is not a backup of the portal, or is damaged`,
    )
    expect(await readdir(parent), what).toEqual(['file'])
  }
  await mkdir(join(folder, 'postgres.new-1-1', 'base'), { recursive: true })
  await writeFile(file, backup)
  await restoreDatabase(folder, file)
  const postgres = await startEmbeddedPostgres({ folder })
  expect(postgres.isNew).toBe(false)
  await postgres.stop()
})

test.each([
  ['of something else', { PG_VERSION: '18\n' }, 'it bears no label of one'],
  [
    'of another major version',
    { PG_VERSION: '17\n', backup_label: `LABEL: ${backupLabel}\n` },
    'is of PostgreSQL 17, and this portal brings PostgreSQL 18',
  ],
])('an archive %s is refused', async (_, files, sentence) => {
  await pack(files)
  await expect(restoreDatabase(folder, file)).rejects.toThrow(sentence)
  expect((await readdir(parent)).sort()).toEqual(['file', 'source'])
})

test('a symbolic link in the archive is not restored', async () => {
  const outside = join(parent, 'outside')
  await mkdir(outside)
  const source = await sourceFolder({ PG_VERSION: '18\n', backup_label: `LABEL: ${backupLabel}\n` })
  await symlink(outside, join(source, 'base'))
  await create({ file, cwd: source, gzip: true }, await readdir(source))
  await restoreDatabase(folder, file)
  expect(await readdir(join(folder, 'postgres'))).not.toContain('base')
})

test('a folder that is not empty is refused and left unchanged', async () => {
  await mkdir(folder)
  await writeFile(join(folder, 'letter.txt'), 'dear')
  await writeFile(file, backup)
  await expect(restoreDatabase(folder, file)).rejects.toThrow(
    `The data folder ${folder} is not empty (it holds letter.txt)`,
  )
  expect(await readdir(folder)).toEqual(['letter.txt'])
})

test('a folder on which a portal is starting is refused', async () => {
  await mkdir(folder)
  await writeFile(file, backup)
  const lock = lockFolder(folder)
  await expect(restoreDatabase(folder, file)).rejects.toThrow('is in use by a running portal')
  lock.release()
})

test('a backup that is missing or is a folder is refused before anything is created', async () => {
  await expect(restoreDatabase(folder, file)).rejects.toThrow(
    `The backup ${file} cannot be read: there is none.`,
  )
  await expect(restoreDatabase(folder, parent)).rejects.toThrow('it is not a file')
  expect(await readdir(parent)).toEqual([])
})

async function pack(files: Record<string, string>): Promise<void> {
  await create({ file, cwd: await sourceFolder(files), gzip: true }, Object.keys(files))
}

async function sourceFolder(files: Record<string, string>): Promise<string> {
  const source = join(parent, 'source')
  await mkdir(source)
  for (const [name, content] of Object.entries(files)) await writeFile(join(source, name), content)
  return source
}
