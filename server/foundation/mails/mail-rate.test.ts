import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { givenMails, givenPersonUnmailed } from '#test/given.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'

/** Two portals on one database, which together may send two mails a second. */
let receiver: SmtpReceiver
let one: TestApp
let other: TestApp
beforeEach(async () => {
  receiver = await startSmtpReceiver()
  const environment = { MAIL_URL: receiver.url, MAIL_PER_MINUTE: '120' }
  one = await startApp({ environment })
  other = await startApp({ sharing: one, environment })
})
afterEach(async () => {
  await other.close()
  await one.close()
  await receiver.close()
})

test('all portals together keep to the mail rate, and mails that wait for it are queued, not failed', async () => {
  const start = Date.now()
  await givenMails(one, 7)
  await until(async () => receiver.mails.length >= 2)
  expect(await statuses()).not.toContain('failed')
  await until(async () => receiver.mails.length === 7)
  // Two leave immediately, and each of the other five takes half a second.
  expect(Date.now() - start).toBeGreaterThanOrEqual(2500)
  await one.untilJobsAreDone()
  expect(await one.query('select distinct status, attempts from mails')).toEqual([
    { status: 'sent', attempts: 1 },
  ])
})

test('a sign-in link leaves before mails that wait for the rate', async () => {
  await givenMails(one, 12)
  await until(async () => receiver.mails.length >= 1)
  await one.send(sendSignInLink, { email: 'pat@example.com' })
  const before = receiver.mails.length
  const place = () => receiver.mails.findIndex(({ to }) => to[0] === 'pat@example.com')
  await until(async () => place() >= 0)
  expect(place()).toBeLessThan(before + 4)
})

test('a sign-in link for a known person leaves before links for unknown addresses', async () => {
  const { email } = await givenPersonUnmailed(one)
  for (let calls = 0; calls < 8; calls++) {
    await one.send(sendSignInLink, { email: `stranger${calls}@example.com` })
  }
  await until(async () => receiver.mails.length >= 1)
  await one.send(sendSignInLink, { email })
  const before = receiver.mails.length
  const place = () => receiver.mails.findIndex(({ to }) => to[0] === email)
  await until(async () => place() >= 0)
  // Two mails may have a slot already.
  expect(place()).toBeLessThan(before + 3)
})

async function statuses() {
  return (await one.query('select status from mails')).map(({ status }) => status)
}
