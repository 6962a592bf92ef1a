import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerForEvent } from '#contract/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { givenEvent, givenPersonUnmailed } from '#test/given.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

test('the metrics tell how many jobs of each name are waiting', async () => {
  expect(await jobsWaiting()).toMatchObject({ 'confirm-registration': 0, 'send-mail': 0 })
  const event = await givenEvent(app)
  const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId }
  for (let people = 1; people <= 2; people++) {
    await app.call(registerForEvent, { body }, (await givenPersonUnmailed(app)).token)
  }
  expect((await jobsWaiting())['confirm-registration']).toBe(2)
})

async function jobsWaiting(): Promise<Record<string, number>> {
  const { body } = await app.request({ url: '/api/metrics' })
  const lines = body.matchAll(/^jobs_waiting{name="(.+)"} (.+)$/gm)
  return Object.fromEntries([...lines].map(([, name, jobs]) => [name, Number(jobs)]))
}
