import { expect, test } from 'vitest'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { choiceOf, givenEvent, givenPersonUnmailed, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })

test('the metrics tell how many jobs of each name are waiting', async () => {
  expect(await metric('jobs_waiting')).toMatchObject({ 'confirm-registration': 0, 'send-mail': 0 })
  const event = await givenEvent(app)
  const body = choiceOf(event)
  for (let people = 1; people <= 2; people++) {
    await app.send(registerForEvent, body, await givenPersonUnmailed(app))
  }
  expect((await metric('jobs_waiting'))['confirm-registration']).toBe(2)
})

test('the metrics tell how many jobs of each name failed for good within a day', async () => {
  expect(await metric('jobs_failed')).toMatchObject({ 'remind-of-renewal': 0, 'send-mail': 0 })
  await app.query(`
    insert into pgboss.job (name, state, completed_on, policy) values
      ('send-mail', 'failed', now() - interval '23 hours', 'standard'), ('send-mail', 'retry', null, 'standard'),
      ('send-mail', 'failed', now() - interval '25 hours', 'standard'), ('remind', 'completed', now(), 'standard')`)
  expect(await metric('jobs_failed')).toMatchObject({ 'send-mail': 1, remind: 0 })
})

async function metric(called: string): Promise<Record<string, number>> {
  const { body } = await app.request({ url: '/api/metrics' })
  const lines = body.matchAll(new RegExp(`^${called}{name="(.+)"} (.+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, name, jobs]) => [name, Number(jobs)]))
}
