import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StrangerLimit } from '#contract/core/endpoint.ts'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { givenPersonUnmailed } from '#test/given.ts'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ works: false, environment: { RATE_LIMIT: 'on' } })
})
afterEach(() => app.close())

const { free, perEmail, perMinute } = (sendSignInLink.limit as { strangers: StrangerLimit }).strangers

test('a link to an email that no account has is never refused because its network names many, but waits behind those of other networks', async () => {
  const { email: known } = await givenPersonUnmailed(app)
  for (let calls = 1; calls <= free + 60; calls++) {
    expect(await ask(app, `hall${calls}@example.com`, '203.0.113.5')).toBe(200)
  }
  expect(await ask(app, 'elsewhere@example.com', '203.0.113.6')).toBe(200)
  expect(await ask(app, known, '203.0.113.5')).toBe(200)
  const turns = [known, 'elsewhere@example.com', `hall${free}@example.com`]
  const later = [`hall${free + 1}@example.com`, `hall${free + 60}@example.com`]
  const all = await Promise.all([...turns, ...later].map((each) => turnOf(app, each)))
  expect(all.map((turn) => turn?.rank)).toEqual([0, 0, 0, 1, 60])
  expect(all.map((turn) => turn?.is_first)).toEqual([true, false, false, false, false])
  expect(all.map((turn) => turn?.after)).toEqual([0, 0, 0, 0, 0])
  const priorities = all.map((turn) => turn?.priority as number)
  expect(priorities).toEqual(priorities.toSorted((one, other) => other - one))
  expect(new Set(priorities).size).toBe(4)
})

test('such a link waits behind others if its IPv6 /48 names many, whatever its /64', async () => {
  for (let calls = 1; calls <= 2 * free + 4; calls++) {
    expect(await ask(app, `six${calls}@example.com`, `2001:db8:5:${calls.toString(16)}::1`)).toBe(200)
  }
  expect(await ask(app, 'next-door@example.com', '2001:db8:6::1')).toBe(200)
  expect((await turnOf(app, `six${2 * free}@example.com`))?.rank).toBe(0)
  expect((await turnOf(app, `six${2 * free + 4}@example.com`))?.rank).toBe(2)
  expect((await turnOf(app, 'next-door@example.com'))?.rank).toBe(0)
})

test('such a link leaves later the more its network names, if too many networks do: the first of a network never do', async () => {
  // Ten in ten minutes.
  const slow = await startApp({ works: false, environment: { RATE_LIMIT: 'on', MAIL_PER_MINUTE: '2' } })
  const { email: known } = await givenPersonUnmailed(slow)
  const askAt = async (network: number, calls: number) => {
    for (let call = 1; call <= calls; call++) {
      const to = `crowd${network}-${call}@example.com`
      expect(await ask(slow, to, `203.0.114.${network}`)).toBe(200)
    }
  }
  for (const network of [1, 2]) await askAt(network, free + 5)
  await askAt(3, free + 2)
  for (const to of ['honest@example.com', known]) expect(await ask(slow, to, '203.0.114.4')).toBe(200)
  expect((await turnOf(slow, `crowd2-${free + 5}@example.com`))?.after).toBe(0)
  expect((await turnOf(slow, `crowd3-${free}@example.com`))?.after).toBe(0)
  expect((await turnOf(slow, `crowd3-${free + 1}@example.com`))?.after).toBe(60 / perMinute)
  expect((await turnOf(slow, `crowd3-${free + 2}@example.com`))?.after).toBe(120 / perMinute)
  expect((await turnOf(slow, 'honest@example.com'))?.after).toBe(0)
  expect((await turnOf(slow, known))?.after).toBe(0)
  await slow.close()
})

test('an email counts as one mailbox, whatever follows its +', async () => {
  for (let call = 1; call <= perEmail; call++) {
    expect(await ask(app, `victim+${call}@example.com`, `203.0.115.${call}`)).toBe(200)
  }
  for (const to of ['victim+again@example.com', 'victim@example.com']) {
    expect(await ask(app, to, '203.0.115.99')).toBe(429)
  }
})

test('hundreds of people behind one address get their links', async () => {
  const asked = Array.from({ length: 400 }, (_, call) =>
    ask(app, `school${call}@example.com`, '203.0.113.77'),
  )
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

async function ask(each: TestApp, email: string, remoteAddress: string) {
  const url = `/api${sendSignInLink.path}`
  return (await each.request({ method: 'POST', url, remoteAddress, payload: { email } })).statusCode
}

/** Returns how the link to an email waits: behind how many, and how many seconds. */
async function turnOf({ services }: TestApp, to: string) {
  const { rows } = await services.pool.query(
    `select rank, priority, is_first, round(extract(epoch from start_after - created_on))::int as after
     from mails join pgboss.job on job.name = 'send-mail' and (data->>'mailId')::bigint = mail_id where to_address = $1`,
    [to],
  )
  return rows[0]
}
