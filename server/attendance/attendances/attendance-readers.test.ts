import { expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import { openReader } from './attendance-readers.ts'

const read = openReader(24)

test.each([
  ['one that takes too long', 1],
  ['one that takes too much memory', 60_000],
])('a file is read after %s', async (_, mostMs) => {
  const refused = await readList(19_999, mostMs)
  expect('refused' in refused && refused.refused).toContain('takes too long to read')
  const files = await Promise.all([1, 2, 3].map((rows) => readList(rows)))
  expect(files.map((file) => 'described' in file && file.described.rows)).toEqual([1, 2, 3])
})

/** Reads a list whose rows have many columns. */
function readList(rows: number, mostMs = 60_000) {
  const row = `Yes,P,p@example.com,2027-02-09 08:00,2027-02-09 09:30${',x'.repeat(300)}\n`
  const list = `Attended,User Name,Email,Join Time,Leave Time\n${row.repeat(rows)}`
  return read(Buffer.from(list), { zone: portalZone }, mostMs)
}
