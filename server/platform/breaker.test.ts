import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Breaker } from './breaker.ts'
import { openBreaker } from './breaker.ts'

class Away extends Error {}
class Refused extends Error {}

let breaker: Breaker
let calls: number
beforeEach(() => {
  vi.useFakeTimers()
  calls = 0
  breaker = openBreaker({
    isFailure: (problem) => problem instanceof Away,
    turnedAway: () => new Away('turned away'),
    failures: 3,
    firstMs: 1000,
    longestMs: 3000,
  })
})
afterEach(() => vi.useRealTimers())

async function call(problem?: Error): Promise<string> {
  const outcome = breaker.run(async () => {
    calls++
    if (problem) throw problem
    return 'done'
  })
  return outcome.catch((thrown: Error) => thrown.message)
}

async function fail(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await call(new Away('away'))
}

test('a call gives and throws what it would without a breaker', async () => {
  expect(await call()).toBe('done')
  expect(await call(new Away('away'))).toBe('away')
  expect(await call(new Refused('refused'))).toBe('refused')
})

test('after so many failures in a row calls are turned away without being made', async () => {
  await fail(3)
  expect(await call()).toBe('turned away')
  expect([calls, breaker.state()]).toEqual([3, 'open'])
})

test.each([
  ['a success', undefined],
  ['a refusal', new Refused('refused')],
])('%s between them shows that the service is there', async (_, between) => {
  await fail(2)
  await call(between)
  await fail(2)
  expect(breaker.state()).toBe('closed')
})

test('a refusal is no failure, however often it comes', async () => {
  for (let time = 0; time < 10; time++) await call(new Refused('refused'))
  expect(breaker.state()).toBe('closed')
})

test('once its time has come a call tries, and after its success all go through', async () => {
  await fail(3)
  vi.advanceTimersByTime(1000)
  expect(breaker.state()).toBe('half-open')
  expect([await call(), await call(), breaker.state()]).toEqual(['done', 'done', 'closed'])
})

test('one call tries while the others wait for what comes of it', async () => {
  await fail(3)
  vi.advanceTimersByTime(1000)
  const outcomes = await Promise.all([call(new Away('away')), call(), call()])
  expect(outcomes).toEqual(['away', 'turned away', 'turned away'])
  expect(calls).toBe(4)
})

test('a try that is refused has found the service', async () => {
  await fail(3)
  vi.advanceTimersByTime(1000)
  expect(await call(new Refused('refused'))).toBe('refused')
  expect(breaker.state()).toBe('closed')
})

test('each try that fails doubles the time to the next, up to the longest', async () => {
  await fail(3)
  for (const ms of [1000, 2000, 3000, 3000]) {
    vi.advanceTimersByTime(ms - 1)
    expect(breaker.state()).toBe('open')
    vi.advanceTimersByTime(1)
    expect(breaker.state()).toBe('half-open')
    await fail(1)
  }
})
