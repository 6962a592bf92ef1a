import { expect, test } from 'vitest'
import { openPatience } from './patience.ts'
import { Refusal } from './refusal.ts'

test('an act that takes long is refused in time and goes on: a call with the same key gets its result', async () => {
  const inTime = openPatience('It still runs.', 20)
  const acts: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const call = (key: string, result: Promise<string>) =>
    inTime(key, () => {
      acts.push(key)
      return result
    })
  for (const _ of [1, 2]) {
    const refusal = await call('long', promise).catch((problem: unknown) => problem)
    expect(refusal).toMatchObject({ code: 'NOT_READY', message: 'It still runs.' })
  }
  resolve('stored')
  expect(await call('long', promise)).toBe('stored')
  expect(acts).toEqual(['long'])
  expect(await call('other', Promise.resolve('read'))).toBe('read')
  // A result that was told is not told twice.
  expect(await call('long', Promise.resolve('stored again'))).toBe('stored again')
  expect(acts).toEqual(['long', 'other', 'long'])
})

test('a late refusal is told to the call that asks again', async () => {
  const inTime = openPatience('It still runs.', 20)
  const { promise, reject } = Promise.withResolvers<string>()
  await expect(inTime('long', () => promise)).rejects.toThrow('It still runs.')
  reject(new Refusal('SLOT_NOT_FOUND'))
  const again = inTime('long', async () => 'begun anew')
  await expect(again).rejects.toMatchObject({ code: 'SLOT_NOT_FOUND' })
})
