import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ready } from '#contract/core/health.ts'
import type { TestApp } from '#test/app.ts'
import { skipBreak, startApp, until } from '#test/app.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { givenWebinarEvent, hurryWebinars, onZoom, register } from '#test/webinars.ts'
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

const told = () => app.dataOf(ready, {})
const figures = async () => (await app.request({ url: '/api/metrics' })).body

test('if the webinar platform is away, registering works, readiness is degraded, and the sync catches up later', async () => {
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
  // 50 concurrent calls on a busy machine. If they waited for Zoom, each would take 30 s.
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
    await hurryWebinars(app)
    await sweepWebinars(app.services)
    return (await withoutJoinUrl()) === 0
  })
  expect(zoom.webinars.get(webinarId)?.registrants.size).toBe(50)
  expect(await told()).toMatchObject({ webinar: 'ok', webinarAwaySince: null })
  expect(await figures()).toContain('webinar_registrants{state="open"} 0')
})

test('if the webinar platform refuses the portal for a while, it counts as away and nobody is refused', async () => {
  const webinarId = zoom.givenWebinar()
  const event = await givenWebinarEvent(app, [webinarId])
  zoom.refuseAccess(true)
  for (let person = 0; person < 20; person += 1) await register(app, await givenPersonUnmailed(app), event)
  await until(async () => (await told()).webinar === 'degraded')
  // Every retry is due soon, however long the outage lasts: the sweep resumes once Zoom is back.
  await until(async () => (await matchJobs()).every(({ seconds }) => seconds !== null && seconds < 60))
  zoom.refuseAccess(false)
  onTestFinished(skipBreak())
  await until(async () => {
    await hurryWebinars(app)
    await sweepWebinars(app.services)
    return (await withoutJoinUrl()) === 0
  })
  expect(zoom.webinars.get(webinarId)?.registrants.size).toBe(20)
  expect(await told()).toMatchObject({ webinar: 'ok', webinarAwaySince: null })
})

test('people whom the webinar platform knows but does not list yet wait for the list without extra calls', async () => {
  const webinarId = zoom.givenWebinar()
  const event = await givenWebinarEvent(app, [webinarId])
  zoom.onDuplicate('error')
  zoom.lagBehind(3_600_000)
  onTestFinished(() => zoom.onDuplicate('same'))
  for (let count = 0; count < 5; count += 1) {
    const person = await givenPersonUnmailed(app)
    zoom.register(webinarId, { email: person.email, firstName: 'Pat', lastName: 'Example' })
    await register(app, person, event)
  }
  const posts = () => zoom.calls.filter(({ method, path }) => method === 'POST' && path.includes(webinarId))
  await until(async () => posts().length === 5)
  for (let time = 0; time < 10; time += 1) {
    await hurryWebinars(app)
    await sweepWebinars(app.services)
    await until(async () => (await matchJobs()).every(({ seconds }) => seconds !== null))
  }
  expect(posts()).toHaveLength(5)
  await app.query("update webinar_registrants set state_since = now() - interval '1 minute'")
  expect(await told()).toMatchObject({ webinar: 'degraded', webinarAwaySince: expect.any(Date) })
  zoom.lagBehind(0)
  await until(async () => {
    await hurryWebinars(app)
    return (await withoutJoinUrl()) === 0
  })
  expect(await told()).toMatchObject({ webinar: 'ok', webinarAwaySince: null })
  expect(posts()).toHaveLength(5)
})

test('the sweep notices that the webinar platform is back even if nobody waits for it', async () => {
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

async function withoutJoinUrl() {
  const rows = await app.query(
    `select count(*)::int as people from registrations join event_slots using (event_slot_id)
       where cancelled_at is null and not exists (
         select from newest_identity(registration_id, webinar_id) where join_url is not null)`,
  )
  return rows[0].people
}

/** Returns the seconds until each open job that matches a registration is due; null: immediately. */
async function matchJobs(): Promise<{ seconds: number | null }[]> {
  const jobs = (await jobsOf(app, 'match-webinar')).filter(({ isOpen }) => isOpen)
  return jobs.map(({ dueInSeconds }) => ({ seconds: dueInSeconds > 0 ? dueInSeconds : null }))
}
