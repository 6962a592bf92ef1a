import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Pacer } from './pacer.ts'
import { openPacer } from './pacer.ts'

let pacer: Pacer
let went: { call: number; atMs: number }[]
beforeEach(() => {
  vi.useFakeTimers()
  pacer = openPacer(10)
  went = []
})
afterEach(() => vi.useRealTimers())

function ask(calls: number) {
  for (let call = 0; call < calls; call += 1) {
    const noted = () => void went.push({ call, atMs: performance.now() })
    pacer.turn().then(noted, noted)
  }
}

/** Returns the most calls within one second. */
function mostInASecond() {
  return Math.max(
    ...went.map(({ atMs }) => went.filter((each) => each.atMs >= atMs && each.atMs < atMs + 1000).length),
  )
}

test('calls leave in order, never more per second than allowed, and nearly that many', async () => {
  ask(50)
  await vi.advanceTimersByTimeAsync(5000)
  expect(went.map(({ call }) => call)).toEqual(went.map((_, index) => index))
  expect(mostInASecond()).toBe(10)
  expect(went.length).toBeGreaterThanOrEqual(48)
})

test('a new limit of the webinar platform applies to calls that already wait', async () => {
  ask(200)
  pacer.allow(100)
  await vi.advanceTimersByTimeAsync(1000)
  expect(went.length).toBeGreaterThan(85)
})

test('a machine that stalls does not catch up with a burst of calls', async () => {
  ask(50)
  await vi.advanceTimersByTimeAsync(1000)
  const before = went.length
  const late = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000)
  await vi.advanceTimersByTimeAsync(110)
  late.mockRestore()
  expect(went.length - before).toBe(1)
})

test('after a pause, calls leave one after the other', async () => {
  ask(20)
  await vi.advanceTimersByTimeAsync(500)
  const before = went.length
  pacer.pause(3000)
  await vi.advanceTimersByTimeAsync(2990)
  expect(went).toHaveLength(before)
  await vi.advanceTimersByTimeAsync(250)
  expect(went.length - before).toBe(3)
})

test('closing the pacer rejects waiting and later calls', async () => {
  const told: unknown[] = []
  const problem = new Error('The portal ends')
  ask(1)
  const waiting = pacer.turn().catch((thrown) => told.push(thrown))
  pacer.close(problem)
  await waiting
  await pacer.turn().catch((thrown) => told.push(thrown))
  expect(told).toEqual([problem, problem])
})
