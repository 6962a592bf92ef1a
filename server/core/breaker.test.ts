import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Breaker } from './breaker.ts'
import { openBreaker } from './breaker.ts'
import { AnswerLost, ServiceDown } from './remote-problems.ts'

class Refused extends Error {}
const turnedAway = 'Zoom has failed too often just now, and is left alone for a while'

let breaker: Breaker
let calls: number
beforeEach(() => {
  vi.useFakeTimers()
  calls = 0
  breaker = openBreaker('Zoom', { failures: 3, firstMs: 1000, longestMs: 3000 })
})
afterEach(() => vi.useRealTimers())

async function call(problem?: Error) {
  const outcome = breaker.run(async () => {
    calls++
    if (problem) throw problem
    return 'done'
  })
  return outcome.catch((thrown: Error) => thrown.message)
}

async function fail(times: number) {
  for (let time = 0; time < times; time++) await call(new ServiceDown('away'))
}

test('a call returns and throws the same as without a breaker', async () => {
  expect(await call()).toBe('done')
  expect(await call(new ServiceDown('away'))).toBe('away')
  expect(await call(new Refused('refused'))).toBe('refused')
})

test('after enough failures in a row calls are turned away without being made', async () => {
  await fail(3)
  expect(await call()).toBe(turnedAway)
  expect([calls, breaker.state()]).toEqual([3, 'open'])
})

test.each([
  ['a success', undefined],
  ['a refusal', new Refused('refused')],
])('%s between failures resets their count', async (_, between) => {
  await fail(2)
  await call(between)
  await fail(2)
  expect(breaker.state()).toBe('closed')
})

test('a refusal is not a failure, however often it comes', async () => {
  for (let time = 0; time < 10; time++) await call(new Refused('refused'))
  expect(breaker.state()).toBe('closed')
})

test('after the pause one call tries, and its success lets all calls through', async () => {
  await fail(3)
  vi.advanceTimersByTime(1000)
  expect(breaker.state()).toBe('half-open')
  expect([await call(), await call(), breaker.state()]).toEqual(['done', 'done', 'closed'])
})

test('the breaker counts the outcomes of calls, and knows since when the service is down', async () => {
  await call()
  await call(new Refused('refused'))
  await breaker.run(
    async () => 404,
    (status) => status >= 400,
  )
  await call(new AnswerLost('lost'))
  expect(breaker.health().awaySince).toBeNull()
  await fail(2)
  const awaySince = new Date()
  vi.advanceTimersByTime(500)
  await call()
  const calls = { done: 1, refused: 2, down: 2, lost: 1, 'turned-away': 1 }
  expect(breaker.health()).toEqual({ breaker: 'open', awaySince, calls })
})

test('while one call tries, the others are turned away', async () => {
  await fail(3)
  vi.advanceTimersByTime(1000)
  const outcomes = await Promise.all([call(new ServiceDown('away')), call(), call()])
  expect(outcomes).toEqual(['away', turnedAway, turnedAway])
  expect(calls).toBe(4)
})

test('a trial call that is refused closes the breaker', async () => {
  await fail(3)
  vi.advanceTimersByTime(1000)
  expect(await call(new Refused('refused'))).toBe('refused')
  expect(breaker.state()).toBe('closed')
})

test('each trial call that fails doubles the pause, up to the longest', async () => {
  await fail(3)
  for (const ms of [1000, 2000, 3000, 3000]) {
    vi.advanceTimersByTime(ms - 1)
    expect(breaker.state()).toBe('open')
    vi.advanceTimersByTime(1)
    expect(breaker.state()).toBe('half-open')
    await fail(1)
  }
})
