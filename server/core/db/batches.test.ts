import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atOnce } from '#test/app.ts'
import { inBatches } from './batches.ts'

test('calls of one moment go together, and so do calls that arrive during a run', async () => {
  const runs: number[][] = []
  const double = inBatches(async (items: number[]) => {
    runs.push(items)
    await new Promise(setImmediate)
    return items.map((item) => item * 2)
  })
  const first = [double(1), double(2)]
  await new Promise(setImmediate)
  expect(await Promise.all([...first, double(3), double(4)])).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(runs).toEqual([[1, 2], [3, 4], [5]])
})

test('a call that arrives while answers are delivered is not lost', async () => {
  const same = inBatches(async (items: number[]) => items)
  const twice = async (item: number) => [await same(item), await same(-item)]
  expect(await Promise.all([twice(1), twice(2), twice(3)])).toEqual([
    [1, -1],
    [2, -2],
    [3, -3],
  ])
})

test('in a rush, a batch waits for as many calls as the last one had', async () => {
  const sizes: number[] = []
  const same = inBatches(async (items: number[]) => {
    sizes.push(items.length)
    return items
  })
  await atOnce(8, async (caller) => {
    for (let call = 0; call < 10; call++) {
      await same(caller)
      await nextTurn()
    }
  })
  expect(sizes.slice(0, 3)).toEqual([8, 8, 8])
  expect(sizes).toHaveLength(10)
})

test('a single call after a rush is answered', async () => {
  const same = inBatches(async (items: number[]) => items)
  await atOnce(8, (caller) => same(caller))
  expect(await same(9)).toBe(9)
})

test('a call that fails does not affect the answers of the others', async () => {
  const runs: number[][] = []
  const refuseThree = inBatches(async (items: number[]) => {
    runs.push(items)
    if (items.includes(3)) throw new Error('three')
    return items
  })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(refuseThree))
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
  ).toEqual([1, 2, 'three', 4])
  expect(runs).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
})

test.each([
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'none of its hosts can be used (one:5432 timeout expired; other:5432 it takes no writes)',
])(
  'while the database is silent (%s), one run fails all waiting calls, and a later call runs again',
  async (silence) => {
    const runs: number[] = []
    let isSilent = true
    const same = inBatches(async (items: number[]) => {
      runs.push(items.length)
      if (isSilent) throw new Error(silence)
      return items
    })
    const items = Array.from({ length: 250 }, (_, index) => index)
    const outcomes = await Promise.allSettled(items.map(same))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(250)
    expect(runs).toEqual([200])
    isSilent = false
    expect(await same(1)).toBe(1)
  },
)

test('a burst of calls is split into runs of at most two hundred', async () => {
  const sizes: number[] = []
  const same = inBatches(async (items: number[]) => {
    sizes.push(items.length)
    return items
  })
  const items = Array.from({ length: 450 }, (_, index) => index)
  expect(await Promise.all(items.map(same))).toEqual(items)
  expect(sizes).toEqual([200, 200, 50])
})
