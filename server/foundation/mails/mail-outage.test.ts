import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ready } from '#contract/core/health.ts'
import { getMailFlow } from '#contract/foundation/mails/tries.ts'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import type { TestApp } from '#test/app.ts'
import { skipBreak, startApp, until } from '#test/app.ts'
import { givenAdministrator, givenMails } from '#test/given.ts'
import { hurryJobs, jobsOf, loseJobs } from '#test/queue.ts'
import type { HttpReceiver, SmtpReceiver } from '#test/receivers.ts'
import { startHttpReceiver, startSmtpReceiver } from '#test/receivers.ts'
import { openSendMail } from './jobs.ts'

let receiver: SmtpReceiver
let service: HttpReceiver
let app: TestApp
beforeEach(async () => {
  receiver = await startSmtpReceiver()
  service = await startHttpReceiver()
})
afterEach(async () => {
  await app.close()
  await receiver.close()
  await service.close()
})

/** More mails than fail before the outage is noticed: nine ordinary and three urgent ones fail immediately. */
const many = 60

describe('a mail server that is away', () => {
  test('is left alone: waiting mails use no attempts, its state is degraded, and they leave once it is back', async () => {
    app = await startApp({ environment: { MAIL_URL: receiver.url } })
    expect(await told()).toMatchObject({ mail: 'ok', mailAwaySince: null })
    await receiver.goAway()
    await givenMails(app, many)
    await until(async () => (await told()).mail === 'degraded')
    // Long enough for one or two tries.
    await until(async () => (app.services.mail.health().calls.down ?? 0) >= 7)
    const untouched = await app.query('select mail_id from mails where attempts = 0')
    expect(untouched.length).toBeGreaterThan(many / 2)
    expect(
      await app.query("select status from mails where status not in ('queued', 'sending', 'failed')"),
    ).toEqual([])
    const figures = (await app.request({ url: '/api/metrics' })).body
    expect(figures).toMatch(/mail_breaker\{state="closed"\} 0/)
    expect(figures).toMatch(/mail_calls_total\{outcome="down"\} [1-9]/)

    await receiver.comeBack()
    onTestFinished(skipBreak())
    await until(async () => (await unsent()) === 0)
    expect(receiver.mails).toHaveLength(many)
    expect(await told()).toMatchObject({ mail: 'ok', mailAwaySince: null })
    expect((await app.request({ url: '/api/metrics' })).body).toContain(
      `mail_calls_total{outcome="sent"} ${many}`,
    )
  })

  test('delays a sign-in link no more than other mails, and the link is among the first to leave', async () => {
    app = await startApp({ environment: { MAIL_URL: receiver.url } })
    await receiver.goAway()
    await givenMails(app, many)
    await until(async () => app.services.mail.health().awaySince !== null)
    await app.send(sendSignInLink, { email: 'pat@example.com' })
    await receiver.comeBack()
    onTestFinished(skipBreak())
    const place = () => receiver.mails.findIndex(({ to }) => to[0] === 'pat@example.com')
    await until(async () => place() >= 0)
    expect(place()).toBeLessThan(many / 2)
  })

  test('is shown on the panel after five minutes, with the error of the connection', async () => {
    app = await startApp({ environment: { MAIL_URL: receiver.url } })
    const { token } = await givenAdministrator(app)
    await receiver.goAway()
    await givenMails(app, many)
    await untilAway()
    app.pass({ minutes: 6 })
    const { waiting, stoppedSince, problem } = await app.dataOf(getMailFlow, {}, token)
    expect([waiting, stoppedSince]).toEqual([many, expect.any(Date)])
    expect(problem).toContain('ECONNREFUSED')
  })

  test('requeues mails that were on their way, each with a job, and records no attempt that was not made', async () => {
    app = await startApp({ works: false, environment: { MAIL_URL: receiver.url } })
    await receiver.goAway()
    await givenMails(app, many)
    await loseJobs(app)
    const mails = await app.query('select mail_id from mails')
    const tries = mails.map(({ mail_id }) =>
      openSendMail(app.services)({ mailId: mail_id }, { isLast: true }),
    )
    const outcomes = await Promise.allSettled(tries)
    expect(app.services.mail.health().calls['turned-away']).toBeGreaterThan(0)
    const [counted] = await app.query(`select count(*)::int as mails, sum(attempts)::int as attempts,
      (select count(*)::int from mail_attempts where problem is not null) as told from mails`)
    expect(counted).toEqual({ mails: many, attempts: counted?.told, told: counted?.told })
    expect(counted?.told).toBeLessThan(many)
    // Fewer than five failures in a row may be the mail's fault.
    expect(await app.query("select mail_id from mails where status = 'given-up'")).toHaveLength(4)
    const queued = (await app.query("select mail_id from mails where status = 'queued'")).map(
      ({ mail_id }) => mail_id,
    )
    const withJob = new Set((await jobsOf(app, 'send-mail')).map(({ data }) => data.mailId))
    const left = await app.query("select mail_id from mails where status not in ('queued', 'given-up')")
    expect([left, queued.filter((mailId) => !withJob.has(mailId))]).toEqual([[], []])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

test.each([
  [
    'our sign-in',
    async () => receiver.refuse('sign-in', 535),
    async () => receiver.refuse('sign-in', undefined),
  ],
  [
    'every mail because it is closing',
    async () => receiver.refuse('recipient', 421),
    async () => receiver.refuse('recipient', undefined),
  ],
])('after refusing %s a mail server is left alone, and its words are stored', async (_, begin, end) => {
  app = await startApp({ environment: { MAIL_URL: receiver.url } })
  await begin()
  await givenMails(app, many)
  await untilAway()
  const [newest] = await app.query('select problem from mail_attempts order by attempted_at desc limit 1')
  expect(newest?.problem).toMatch(/Not signed in|No such mailbox/)
  await end()
  onTestFinished(skipBreak())
  await until(async () => (await unsent()) === 0)
  expect(receiver.mails).toHaveLength(many)
})

test('a mail server that refuses every mail for now is not away, and each mail waits for its own retry', async () => {
  app = await startApp({ environment: { MAIL_URL: receiver.url } })
  receiver.refuse('recipient', 452)
  await givenMails(app, many)
  await until(
    async () => (await app.query("select mail_id from mails where status = 'failed'")).length === many,
  )
  expect(await told()).toMatchObject({ mail: 'ok' })
})

test('a mail server that accepts mails and never answers is left alone after a few lost answers', async () => {
  app = await startApp({ environment: { MAIL_URL: receiver.url } })
  const { token } = await givenAdministrator(app)
  receiver.fallSilent('mail')
  await givenMails(app, many)
  await until(async () => receiver.owed() >= 5)
  receiver.hangUp()
  await until(async () => app.services.mail.health().awaySince !== null)
  // Some of those mails had not left yet. The next attempt leaves.
  const owed = receiver.owed()
  await until(async () => receiver.owed() > owed)
  receiver.hangUp()
  app.pass({ minutes: 6 })
  const problem = async () => (await app.dataOf(getMailFlow, {}, token)).problem
  await until(async () => (await problem()).includes('The answer was lost'))
  receiver.fallSilent(undefined)
  receiver.answer()
  onTestFinished(skipBreak())
  await until(async () => (await unsent()) === 0)
  const unknown = (await app.query("select mail_id from mails where status = 'unknown'")).length
  expect(unknown).toBeGreaterThanOrEqual(5)
  expect(unknown).toBeLessThan(many / 2)
})

test('a mail service that answers 503 is left alone, and one that refuses a mail is not', async () => {
  app = await startApp({ environment: { MAIL_URL: service.url } })
  service.answer(422)
  await givenMails(app, many)
  await until(
    async () => (await app.query("select mail_id from mails where status = 'given-up'")).length === many,
  )
  expect(await told()).toMatchObject({ mail: 'ok' })
  service.answer(503)
  await givenMails(app, many)
  await until(async () => (await told()).mail === 'degraded')
  const before = service.requests.length
  expect(before).toBeLessThan(many + many / 2)
  service.answer(200)
  onTestFinished(skipBreak())
  await until(async () => (await unsent()) === 0)
})

/** Waits until the server is left alone and its answers are stored. */
async function untilAway() {
  await until(async () => app.services.mail.health().awaySince !== null)
  await until(async () => (await app.query('select from mail_attempts where problem is not null')).length > 0)
}

const told = () => app.dataOf(ready, {})

/** Counts the unsettled mails. Retries failed mails without waiting. */
async function unsent() {
  await hurryJobs(app)
  const rows = await app.query("select mail_id from mails where status in ('queued', 'sending', 'failed')")
  return rows.length
}
