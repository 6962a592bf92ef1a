import { expect, test } from 'vitest'
import { Refusal } from '#server/core/http/refusal.ts'
import { openPatientReader } from './attendance-upload-reader.ts'

const sentWith = { zone: undefined, zoneWins: false, day: undefined }
const file = Buffer.from('a report')

test('a file that takes long is answered in time, and read on: sent again, it has its reading', async () => {
  let reads = 0
  const { promise, resolve } = Promise.withResolvers<{ refused: string }>()
  const read = openPatientReader(() => {
    reads += 1
    return promise
  }, 20)
  await expect(read(file, sentWith)).rejects.toThrow('This file is still being read.')
  const refusal = await read(file, sentWith).catch((problem: unknown) => problem as Refusal)
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).code).toBe('NOT_READY')
  resolve({ refused: 'No list' })
  expect(await read(file, sentWith)).toEqual({ refused: 'No list' })
  expect(reads).toBe(1)
  void read(Buffer.from('another'), sentWith)
  expect(reads).toBe(2)
})
