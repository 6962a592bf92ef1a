import { beforeEach, expect, test } from 'vitest'
import { preparedApp } from '#test/given.ts'
import type { MailRate } from './mail-rate.ts'
import { openMailRate } from './mail-rate.ts'

const app = preparedApp({ works: false })
beforeEach(() => app.services.pool.query('delete from mail_turns'))

const minuteMs = 60_000
let nowMs = Date.parse('2027-01-04T12:00:00Z')
const clock = () => new Date(nowMs)

/** Returns when mails leave; some processes ask late for their turn. */
async function leavings(rates: MailRate[], forMs: number, lateMs: number, isUrgent = true) {
  const begin = nowMs
  const left: number[] = []
  const askers = rates.map((rate) => ({ rate, dueMs: nowMs }))
  while (nowMs < begin + forMs) {
    for (const asker of askers) {
      if (asker.dueMs > nowMs) continue
      const waitMs = await asker.rate.take(undefined, { isUrgent })
      if (waitMs === 0) left.push(nowMs - begin)
      else asker.dueMs = nowMs + waitMs + (left.length % 3) * lateMs
    }
    const dueMs = Math.min(...askers.map((asker) => asker.dueMs))
    nowMs = Math.max(nowMs, dueMs)
  }
  return left
}

function mostInAMinute(left: number[]) {
  return Math.max(...left.map((start) => left.filter((at) => at >= start && at < start + minuteMs).length))
}

test.each([7, 11, 50, 60, 90, 300, 1000])(
  'at %i a minute, no minute has more than one extra mail, and no slot is lost',
  async (perMinute) => {
    const { pool } = app.services
    const rates = [openMailRate(pool, perMinute, clock), openMailRate(pool, perMinute, clock)]
    const left = await leavings(rates, 3 * minuteMs, Math.min(200, minuteMs / perMinute / 3))
    expect(mostInAMinute(left)).toBeLessThanOrEqual(perMinute + 1)
    expect(left.length).toBeGreaterThanOrEqual(3 * perMinute - 1)
    const gaps = left.slice(1).map((at, index) => at - (left[index] as number))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * (minuteMs / perMinute) + 1)
  },
)

test('mails that are not urgent leave a quarter of the rate to urgent ones', async () => {
  const { pool } = app.services
  const rate = openMailRate(pool, 60, clock)
  const left = await leavings([rate], 4 * minuteMs, 0, false)
  expect(left.length).toBeGreaterThanOrEqual(4 * 45 - 1)
  expect(mostInAMinute(left)).toBeLessThanOrEqual(46)
})

test('after a pause two mails may leave at once, and the other unused slots are lost', async () => {
  const rate = openMailRate(app.services.pool, 60, clock)
  await leavings([rate], 5000, 0)
  nowMs += 10 * minuteMs
  const take = () => rate.take(undefined, { isUrgent: true })
  expect([await take(), await take(), await take()]).toEqual([0, 0, 1000])
})

test.each([
  ['a clock that is set back', 60],
  ['a rate that was slower', 1],
])('%s delays no mail by more than one slot', async (what, before) => {
  await openMailRate(app.services.pool, before, clock).take()
  if (what === 'a clock that is set back') nowMs -= 60 * minuteMs
  const rate = openMailRate(app.services.pool, 60, clock)
  expect([await rate.take(), (await rate.take()) <= 1000]).toEqual([0, true])
})

test('more urgent mails are looked for only if a slot may be free', async () => {
  const rate = openMailRate(app.services.pool, 60, clock)
  let looks = 0
  const take = (waitMs: number) =>
    rate.take(
      async () => {
        looks += 1
        return waitMs
      },
      { isUrgent: true },
    )
  expect([await take(500), looks]).toEqual([500, 1])
  expect([await take(0), await take(0), await take(500), looks]).toEqual([0, 0, 1000, 3])
})
