import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ready } from '#contract/health.ts'
import type { TestApp } from '#test/app.ts'
import { skipBreak, startApp, until } from '#test/app.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed } from '#test/given.ts'
import { givenWebinarEvent, hurryJobs, onZoom, register } from '#test/webinars.ts'
import { sweepWebinars } from './jobs.ts'

let zoom: FakeZoom
let app: TestApp
beforeAll(async () => {
  zoom = await startFakeZoom()
  app = await startApp({ environment: onZoom(zoom) })
})
afterAll(async () => {
  await app.close()
  await zoom.close()
})

const told = async () => (await app.call(ready, {})).data
const figures = async () => (await app.request({ url: '/api/metrics' })).body

test('a platform that is away costs registering nothing, is told as degraded, and is caught up with', async () => {
  expect(await told()).toMatchObject({ webinar: 'ok', webinarAwaySince: null })
  const webinarId = zoom.givenWebinar()
  const event = await givenWebinarEvent(app, [webinarId])
  const people: Person[] = []
  for (let person = 0; person < 50; person += 1) people.push(await givenPersonUnmailed(app))
  await zoom.goAway()
  const beganAt = new Date()
  const times = await Promise.all(
    people.map(async (person) => {
      const start = performance.now()
      await register(app, person, event)
      return performance.now() - start
    }),
  )
  // Fifty at once on a machine that does other things, too; each of Zoom's answers would be waited for 30 s.
  expect(Math.max(...times)).toBeLessThan(10_000)
  await until(async () => (await told()).webinar === 'degraded')
  const { webinarAwaySince } = await told()
  expect(webinarAwaySince?.getTime()).toBeGreaterThanOrEqual(beganAt.getTime() - 1)
  await until(async () => (await figures()).includes('webinar_registrants{state="open"} 50'))
  const away = await figures()
  expect(away).toMatch(/webinar_breaker\{state="closed"\} 0/)
  expect(away).toMatch(/webinar_calls_total\{outcome="down"\} [1-9]/)

  await zoom.comeBack()
  onTestFinished(skipBreak())
  await until(async () => {
    await hurryJobs(app)
    await sweepWebinars(app.services)
    return (await withoutJoinUrl()) === 0
  })
  expect(zoom.webinars.get(webinarId)?.registrants.size).toBe(50)
  expect(await told()).toMatchObject({ webinar: 'ok', webinarAwaySince: null })
  expect(await figures()).toContain('webinar_registrants{state="open"} 0')
})

test('one that is back is noticed although nobody waits for it', async () => {
  await givenWebinarEvent(app, [zoom.givenWebinar()])
  await zoom.goAway()
  const { webinar } = app.services
  await until(async () => {
    await webinar.getWebinar('99289110036').catch(() => undefined)
    return (await told()).webinar === 'degraded'
  })
  await zoom.comeBack()
  onTestFinished(skipBreak())
  await until(async () => {
    await sweepWebinars(app.services)
    return (await told()).webinar === 'ok'
  })
})

async function withoutJoinUrl(): Promise<number> {
  const { rows } = await app.services.pool.query(
    'select count(*)::int as people from registrations where join_url is null and cancelled_at is null',
  )
  return rows[0].people
}
