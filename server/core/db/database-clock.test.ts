import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/core/log.ts'
import { openServices } from '#server/open-services.ts'
import { preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
afterEach(() => vi.useRealTimers())

test.each([
  ['a day ahead', 86_400_000],
  ['a day behind', -86_400_000],
])('a portal whose system clock is %s uses the clock of the database', async (_, wrongMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongMs })
  const { services, close } = await openServices(readConfig({}), app.connection, { log: openLog('silent') })
  const rows = await app.query('select clock_timestamp() as now')
  expect(Math.abs(services.clock().getTime() - rows[0].now.getTime())).toBeLessThan(2000)
  vi.setSystemTime(Date.now() + wrongMs)
  expect(Math.abs(services.clock().getTime() - rows[0].now.getTime())).toBeLessThan(4000)
  await close()
})
